import BitmapFonts
import Marquee
import PixelGraphics
import Schedules
import SettingsFiles
import Timelines

/// A message as people describe it: in a sign file, or by the options of a command.
///
/// What is nil or left alone has the value that suits the sign.
public struct SignMessage: Equatable, Sendable {
    /// The text; a newline starts a line.
    ///
    /// Setting it shows it as it is, without tags and fields.
    public var text: String { didSet { markup = SignMarkup(literal: text) } }
    /// The parts over each other that are shown instead of a text; nil where there is a text.
    public var parts: SignTimeLine?
    /// The image that is shown instead of a text; nil where there is none.
    public var image: SignImage?
    /// Fonts by name or path, in the order in which they are asked for a character; none for the one that suits.
    public var fonts: [String] = []
    /// The colour of the letters; nil for white.
    public var color: Color?
    /// The colour behind the letters; nil leaves it dark.
    public var background: Color?
    /// Pixels per second; negative ones turn the direction, nil is 30.
    public var speed: Speed?
    /// Which way it moves.
    public var direction = Direction.left
    /// When it moves.
    public var scroll = ScrollPolicy.auto
    /// Whether it goes back and forth.
    public var bounces = false
    /// The gap between two copies in pixels; nil for a quarter of the width, at least 8.
    public var spacing: Int?
    /// Pixels added between letters.
    public var letterSpacing = 0
    /// The pause at the start of every cycle, and the time of a page; nil for none, and for the time to read it.
    public var hold: Nanoseconds?
    /// The time of a whole cycle, instead of a speed.
    public var cycle: Nanoseconds?
    /// The easing of a cycle; nil is linear.
    public var easing: Easing?
    /// Where a text that stands still stands.
    public var align = HorizontalAlignment.left
    /// Where it stands from top to bottom.
    public var verticalAlign = VerticalAlignment.middle
    /// What happens when it does not fit.
    public var overflow = Overflow.scroll
    /// Whole pixels, or blended between them.
    public var rendering = MotionRendering.pixel
    /// Whether nothing may move.
    public var reducesMotion = false
    /// What the message is called; nil for one that is known by what it says.
    public var name: String?
    /// How urgent it is: messages wait for more urgent ones.
    public var priority = 0
    /// Whether the sign is as bright as its file ever has it while the message is shown, also where it is dimmed or dark.
    public var wakesSign = false
    /// How long its turn lasts; nil for as long as its cycles do.
    public var duration: Nanoseconds?
    /// The cycles of its turn; nil for one where there are others, and for ever where there are none.
    public var repeats: Int?
    /// How often it comes, compared with others, where the order goes by weights.
    public var weight = 1
    /// How long it is shown in all, from its first turn on; nil for ever.
    public var lifetime: Nanoseconds?
    /// How it takes the place of another text.
    public var swap = Swap.seam
    /// When it is shown; nil for always.
    public var when: Schedule?
    /// The calendar of which events have to be under way while it is shown; nil for none.
    public var calendar: String?
    /// How it comes in; nil for at once, or at the seam.
    public var entrance: SignEffect?
    /// How it goes out; nil for at once, or off the sign as the next one follows.
    public var exit: SignEffect?
    /// The text, read: with its tags and fields, or as it is where the file says so.
    public var markup = SignMarkup(literal: "")
    /// Where its parts stand in a file.
    package var places = FilePlaces()

    /// The pixels between letters that a message may ask for.
    public static let letterSpacings = -64...64
    /// The gaps between two copies that a message may ask for, in pixels.
    public static let spacings = 0...100_000

    /// How urgent a message can be; the last one is called urgent.
    public static let priorities = 0...9
    /// The weights that a message may have.
    public static let weights = 1...1_000

    /// Describes a white text that moves only where it does not fit.
    public init(_ text: String) {
        self.text = text
        markup = SignMarkup(literal: text)
    }

    /// Where the parts of a message stand in a file, which makes no difference between two messages.
    package struct FilePlaces: Equatable, Sendable {
        /// The text.
        package var text: TextPlace?
        /// The name.
        package var name: TextPlace?
        /// When it is shown.
        package var when: TextPlace?
        /// The tags of the text that name files, by the characters before them.
        package var tags: [Int: TextPlace] = [:]
        /// Each of the fonts.
        package var fonts: [TextPlace] = []

        package static func == (first: FilePlaces, second: FilePlaces) -> Bool { true }
    }
}

extension SignMessage {
    /// What is wrong with speed, cycle and hold together.
    public enum PaceFault: Equatable, Sendable {
        /// Both a speed and the time of a cycle are given.
        case speedAndCycle
        /// A cycle is no longer than its pauses.
        case cycleWithinPauses(cycle: Nanoseconds, hold: Nanoseconds, bounces: Bool)
    }

    /// What is wrong with speed, cycle and hold together; nil where nothing is.
    public var paceFault: PaceFault? {
        guard let cycle else { return nil }
        guard speed == nil else { return .speedAndCycle }
        // A text that goes back and forth pauses at both ends.
        let hold = hold ?? .zero
        let pauses = hold.count.multipliedReportingOverflow(by: bounces ? 2 : 1)
        guard pauses.overflow || pauses.partialValue >= cycle.count else { return nil }
        return .cycleWithinPauses(cycle: cycle, hold: hold, bounces: bounces)
    }

    /// How it moves on an area of a width.
    public func style(width: Int) -> MarqueeStyle {
        var style = MarqueeStyle()
        style.direction = direction
        let speed = speed ?? Speed(30)
        style.pace = cycle.map { .cycle($0) } ?? .speed(speed)
        if speed.numerator < 0 { style.direction = direction.opposite }
        style.scroll = scroll
        style.bounces = bounces
        style.spacing = spacing ?? max(8, width / 4)
        style.hold = hold ?? .zero
        style.easing = easing ?? .linear
        style.align = align
        style.verticalAlign = verticalAlign
        style.rendering = rendering
        return style
    }

    /// The message on an area of a size.
    ///
    /// - Parameter fonts: the fonts that `fonts` names, and those behind them.
    public func message(fonts: FontChain, size: Size) -> Message {
        var message = Message(text, fonts: fonts)
        message.textStyle.letterSpacing = letterSpacing
        message.color = color ?? .white
        message.background = background
        message.motion = style(width: size.width)
        message.overflow = overflow
        message.reducesMotion = reducesMotion
        message.pageTime = hold
        return message
    }

    /// Whether it differs from another one in nothing but its motion, so that the text on the sign stays as it is.
    func differsInMotion(from other: SignMessage) -> Bool {
        var moved = other
        moved.speed = speed
        moved.direction = direction
        moved.scroll = scroll
        moved.bounces = bounces
        moved.spacing = spacing
        moved.cycle = cycle
        moved.easing = easing
        moved.rendering = rendering
        return differsInLook(from: other) && !differsInLook(from: moved)
    }

    /// Whether it differs from another one in more than when and for how long it is shown.
    func differsInLook(from other: SignMessage) -> Bool {
        var same = other
        (same.name, same.priority, same.duration, same.repeats) = (name, priority, duration, repeats)
        (same.weight, same.lifetime, same.swap, same.when) = (weight, lifetime, swap, when)
        return self != same
    }
}

extension Direction {
    /// The other way along the same line.
    var opposite: Direction {
        switch self {
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}

extension SignMessage {
    /// Whether the time of day decides when it is shown, or is part of its text.
    var isTimed: Bool { when != nil || calendar != nil || !markup.times.isEmpty }
}
