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
        completion: .custom { _, _, _ in FontCatalog.completions() })
    var font: [String] = []

    @Option(
        help: ArgumentHelp("Colour of the text: a name, #rgb, #rrggbb or hsv(h,s,v).", valueName: "color"),
        transform: OptionValue.ofMessage("color"))
    var color: JSONValue?

    @Option(
        help: ArgumentHelp("Colour behind the text; without it, dark.", valueName: "color"),
        transform: OptionValue.ofMessage("background"))
    var background: JSONValue?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Speed in pixels per second, with up to six decimals; negative values reverse the direction. (default: 30)",
            valueName: "px/s"),
        transform: OptionValue.ofMessage("speed"))
    var speed: JSONValue?

    @Option(help: "The direction in which the text moves; automatic: as it is read.")
    var direction: Direction = .automatic

    @Option(help: "When the text moves; auto: only if it does not fit.")
    var scroll: ScrollPolicy = .auto

    @Flag(help: "Move back and forth instead of in a loop.")
    var bounce = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Gap between two copies of a moving text; without it, a quarter of the width.", valueName: "px"),
        transform: OptionValue.ofMessage("spacing"))
    var spacing: JSONValue?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Extra pixels between letters; negative values move letters closer. (default: 0)", valueName: "px"),
        transform: OptionValue.ofMessage("letter-spacing"))
    var letterSpacing: JSONValue?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Pause at the start of every cycle, and duration of a page, such as 2s or 500ms.", valueName: "time"),
        transform: OptionValue.ofMessage("hold"))
    var hold: JSONValue?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Duration of a whole cycle including pauses, instead of a speed.", valueName: "time"),
        transform: OptionValue.ofMessage("cycle"))
    var cycle: JSONValue?

    @Option(
        help: ArgumentHelp(
            "Easing of a cycle: linear, ease-in, ease-out, ease-in-out or bezier(x1,y1,x2,y2). (default: linear)",
            valueName: "easing"),
        completion: .list(EasingName.forms), transform: OptionValue.ofMessage("easing"))
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
        transform: OptionValue.ofSign("brightness"))
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
        var message: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { message.append(JSONMember(key, value)) }
        }
        add("font", font.isEmpty ? nil : .list(font.map { .text($0) }))
        add("color", color)
        add("background", background)
        add("speed", speed)
        add("direction", .text(direction.rawValue))
        add("scroll", .text(scroll.rawValue))
        add("bounce", .bool(bounce))
        add("spacing", spacing)
        add("letter-spacing", letterSpacing)
        add("hold", hold)
        add("cycle", cycle)
        add("easing", easing)
        add("align", .text(align.rawValue))
        add("valign", .text(valign.rawValue))
        add("overflow", .text(overflow.rawValue))
        add("motion", .text(motion.rawValue))
        add("reduced-motion", .bool(reducedMotion))
        add("repeat", cycles)
        var others = brightness.map { [JSONMember("brightness", $0)] } ?? []
        if cycles != nil { others.append(JSONMember("playlist", .object([JSONMember("repeat", .integer(1))]))) }
        return try SignFile(message: message, others)
    }
}
