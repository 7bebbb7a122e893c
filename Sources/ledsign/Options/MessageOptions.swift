import ArgumentParser
import BitmapFonts
import Marquee
import PixelGraphics
import SignContent
import Timelines

/// How a message looks and moves: the options that `show` and `render` share.
struct MessageOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A font by name or path (NAME@2: twice as large); repeat it for fonts to fall back on.",
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
        guard SignMessage.letterSpacings.contains(letterSpacing) else {
            throw ValidationError("--letter-spacing is \(letterSpacing), and has to be -64 to 64 pixels")
        }
        if let spacing, !SignMessage.spacings.contains(spacing) {
            throw ValidationError("--spacing is \(spacing), and has to be 0 to 100000 pixels")
        }
        switch described("").paceFault {
        case nil: break
        case .speedAndCycle:
            throw ValidationError("--speed and --cycle exclude each other: a cycle's time gives its speed")
        case .cycleWithinPauses(let cycle, let hold, let bounces):
            throw ValidationError(
                "--cycle is \(cycle.text), and has to be longer than \(bounces ? "both of its pauses" : "its pause") "
                    + "(--hold \(hold.text))")
        }
    }

    /// The message that the options describe.
    func described(_ text: String) -> SignMessage {
        var message = SignMessage(text)
        (message.fonts, message.color, message.background) = (font, color, background)
        (message.speed, message.direction, message.scroll, message.bounces) = (speed, direction, scroll, bounce)
        (message.spacing, message.letterSpacing, message.hold, message.cycle) = (spacing, letterSpacing, hold, cycle)
        (message.easing, message.align, message.verticalAlign) = (easing, align, valign)
        (message.overflow, message.rendering, message.reducesMotion) = (overflow, motion, reducedMotion)
        return message
    }

    /// The message that the options make of a text, on an area of a size.
    func message(_ text: String, fonts: FontChain, size: Size) -> Message {
        described(text).message(fonts: fonts, size: size)
    }
}
