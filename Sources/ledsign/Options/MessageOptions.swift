import ArgumentParser
import BitmapFonts
import Marquee
import PixelGraphics
import Timelines

/// How a message looks and moves: the options that `show` and `render` share.
struct MessageOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A font by name or path; repeat it for fonts to fall back on.",
            discussion: "The default suits the height of the board. `ledsign font list` shows the names.",
            valueName: "font"),
        completion: .custom { _, _, _ in FontCatalog.completions() })
    var font: [String] = []

    @Option(
        help: ArgumentHelp("Colour of the text: a name, #rgb, #rrggbb or hsv(h,s,v).", valueName: "color"),
        transform: OptionValue.color)
    var color: Color?

    @Option(
        help: ArgumentHelp("Colour behind the text; dark without it.", valueName: "color"),
        transform: OptionValue.color)
    var background: Color?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Speed in pixels per second; decimals are exact, negative ones turn the direction. (default: 30)",
            valueName: "px/s"),
        transform: OptionValue.speed)
    var speed: Speed?

    @Option(help: "Which way the text moves.")
    var direction: Direction = .left

    @Option(help: "When the text moves: auto moves only what does not fit.")
    var scroll: ScrollPolicy = .auto

    @Flag(help: "Move back and forth instead of round and round.")
    var bounce = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Gap between two copies of a moving text; a quarter of the width without it.", valueName: "px"))
    var spacing: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pixels added between letters; negative ones tighten.", valueName: "px"))
    var letterSpacing = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Pause at the start of every cycle, and time of a page, such as 2s or 500ms.", valueName: "time"),
        transform: OptionValue.time)
    var hold: Nanoseconds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time of a whole cycle, pauses included, instead of a speed.", valueName: "time"),
        transform: OptionValue.positiveTime)
    var cycle: Nanoseconds?

    @Option(
        help: ArgumentHelp(
            "Easing of a cycle: linear, ease-in, ease-out, ease-in-out or bezier(x1,y1,x2,y2). (default: linear)",
            valueName: "easing"),
        completion: .list(OptionValue.easings), transform: OptionValue.easing)
    var easing: Easing?

    @Option(help: "Where a text that stands still stands.")
    var align: HorizontalAlignment = .left

    @Option(help: "Where the text stands from top to bottom.")
    var valign: VerticalAlignment = .middle

    @Option(help: "What happens to a text that does not fit.")
    var overflow: Overflow = .scroll

    @Option(help: "Whole pixels, or blended between them on panels with grey levels.")
    var motion: MotionRendering = .pixel

    @Flag(help: "Move nothing: show pages instead.")
    var reducedMotion = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Brightness in percent, 0 to 100.", valueName: "percent"))
    var brightness = 100

    mutating func validate() throws {
        guard (0...100).contains(brightness) else {
            throw ValidationError("--brightness is \(brightness), and has to be 0 to 100 percent")
        }
        guard (-64...64).contains(letterSpacing) else {
            throw ValidationError("--letter-spacing is \(letterSpacing), and has to be -64 to 64 pixels")
        }
        if let spacing, !(0...100_000).contains(spacing) {
            throw ValidationError("--spacing is \(spacing), and has to be 0 to 100000 pixels")
        }
        try validatePace()
    }

    private func validatePace() throws {
        guard let cycle else { return }
        guard speed == nil else {
            throw ValidationError("--speed and --cycle exclude each other: a cycle's time gives its speed")
        }
        // A text that goes back and forth pauses at both ends.
        let pauses = (hold?.count ?? 0).multipliedReportingOverflow(by: bounce ? 2 : 1)
        guard !pauses.overflow, pauses.partialValue < cycle.count else {
            throw ValidationError(
                "--cycle is \(cycle.text), and has to be longer than \(bounce ? "both of its pauses" : "its pause") "
                    + "(--hold \(hold?.text ?? "0s"))")
        }
    }

    /// The motion that the options describe.
    func style(width: Int) -> MarqueeStyle {
        var style = MarqueeStyle()
        style.direction = direction
        let speed = speed ?? Speed(30)
        style.pace = cycle.map { .cycle($0) } ?? .speed(speed)
        if speed.numerator < 0 { style.direction = direction.opposite }
        style.scroll = scroll
        style.bounces = bounce
        style.spacing = spacing ?? max(8, width / 4)
        style.hold = hold ?? .zero
        style.easing = easing ?? .linear
        style.align = align
        style.verticalAlign = valign
        style.rendering = motion
        return style
    }

    /// The message that the options make of a text, on an area of a size.
    func message(_ text: String, fonts: FontChain, size: Size) -> Message {
        var message = Message(text, fonts: fonts)
        message.textStyle.letterSpacing = letterSpacing
        message.color = color ?? .white
        message.background = background
        message.motion = style(width: size.width)
        message.overflow = overflow
        message.reducesMotion = reducedMotion
        message.pageTime = hold
        return message
    }
}

extension Direction {
    /// The other way along the same line.
    var opposite: Direction {
        switch self {
        case .left: return .right
        case .right: return .left
        case .up: return .down
        case .down: return .up
        }
    }
}
