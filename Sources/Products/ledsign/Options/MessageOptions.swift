import ArgumentParser
import Marquee
import Settings
import SignFiles
import SignHost
import Timelines

/// How a message looks and moves: options of `show` and `render`, each a key of a sign file.
struct MessageOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A font by name or path (NAME@2: twice as large); repeat it for fallback fonts.",
            discussion: "The default depends on the height of the board. `ledsign font list --all` shows the names.",
            valueName: "font"),
        completion: .fonts)
    var font: [String] = []

    @Option("color", "Colour of the text: a name, #rgb, #rrggbb or hsv(h,s,v).", value: "color", parsing: .next)
    var color: JSONValue?

    @Option("background", "Colour behind the text; without it, dark.", value: "color", parsing: .next)
    var background: JSONValue?

    @Option(
        "speed",
        "Speed in pixels per second, with up to six decimals; negative values reverse the direction. (default: 30)",
        value: "px/s")
    var speed: JSONValue?

    @Option(help: "The direction in which the text moves; automatic: as it is read.")
    var direction: Direction = .automatic

    @Option(help: "When the text moves; auto: only if it does not fit.")
    var scroll: ScrollPolicy = .auto

    @Flag(help: "Move back and forth instead of in a loop.")
    var bounce = false

    @Option("spacing", "Gap between two copies of a moving text; without it, a quarter of the width.", value: "px")
    var spacing: JSONValue?

    @Option(
        "letter-spacing", "Extra pixels between letters; negative values move letters closer. (default: 0)", value: "px"
    )
    var letterSpacing: JSONValue?

    @Option("hold", "Pause at the start of every cycle, and duration of a page, such as 2s or 500ms.", value: "time")
    var hold: JSONValue?

    @Option("cycle", "Duration of a whole cycle including pauses, instead of a speed.", value: "time")
    var cycle: JSONValue?

    @Option(
        "easing", "Easing of a cycle: linear, ease-in, ease-out, ease-in-out or bezier(x1,y1,x2,y2). (default: linear)",
        value: "easing", parsing: .next, completion: .list(Easing.forms))
    var easing: JSONValue?

    @Option(help: "Horizontal alignment of a text that does not move.")
    var align: HorizontalAlignment = .left

    @Option(help: "Vertical alignment of the text.")
    var valign: VerticalAlignment = .middle

    @Option(help: "What happens to a text that does not fit.")
    var overflow: Overflow = .scroll

    @Option(help: "Move by whole pixels, or blend between pixels on panels with grey levels.")
    var motion: MotionRendering = .pixel

    @Flag(help: "Show pages instead of moving the text.")
    var reducedMotion = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Brightness in percent, 0 to 100. (default: 100)", valueName: "percent"),
        transform: JSONValue.option("brightness", isOfSign: true))
    var brightness: JSONValue?

    mutating func validate() throws {
        do throws(SignError) {
            _ = try sign()
        } catch {
            // Each option is right by itself.
            throw ValidationError(error.problems.map { Self.words(for: $0.reason) }.joined(separator: "\n"))
        }
    }

    /// What is wrong with several options together, by their names.
    private static func words(for reason: SignReason) -> String {
        switch reason {
        case .speedAndCycle: "give --speed or --cycle, not both: the duration of a cycle sets the speed"
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            "--cycle must be longer than \(bounces ? "both of its pauses" : "its pause") (--hold \(hold.text)), "
                + "not \(cycle.text)"
        default: "\(reason)"
        }
    }

    /// The sign with one message that the options describe.
    ///
    /// - Parameter cycles: how many cycles its turn has, after which it ends; nil for a turn without end.
    func sign(cycles: JSONValue? = nil) throws(SignError) -> SignFile {
        let keys: [(name: String, value: JSONValue?)] = [
            ("font", font.isEmpty ? nil : .list(font.map { .text($0) })), ("color", color), ("background", background),
            ("speed", speed), ("direction", .text(direction.rawValue)), ("scroll", .text(scroll.rawValue)),
            ("bounce", .bool(bounce)), ("spacing", spacing), ("letter-spacing", letterSpacing), ("hold", hold),
            ("cycle", cycle), ("easing", easing), ("align", .text(align.rawValue)), ("valign", .text(valign.rawValue)),
            ("overflow", .text(overflow.rawValue)), ("motion", .text(motion.rawValue)),
            ("reduced-motion", .bool(reducedMotion)), ("repeat", cycles),
        ]
        let message = keys.compactMap { key in key.value.map { JSONMember(key.name, $0) } }
        var others = brightness.map { [JSONMember("brightness", $0)] } ?? []
        if cycles != nil { others.append(JSONMember("playlist", ["repeat": 1])) }
        return try SignFile(message: message, others)
    }
}

extension Option where Value == JSONValue? {
    /// An option for a key of messages whose value it has.
    fileprivate init(
        _ key: String, _ help: String, value: String, parsing: SingleValueParsingStrategy = .unconditional,
        completion: CompletionKind? = nil
    ) {
        self.init(
            parsing: parsing, help: ArgumentHelp(help, valueName: value), completion: completion,
            transform: JSONValue.option(key))
    }
}
