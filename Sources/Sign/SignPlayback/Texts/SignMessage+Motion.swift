import BitmapFonts
import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension SignLook {
    /// How a text moves on an area of a width.
    func style(width: Int, of text: String = "") -> MarqueeStyle {
        var style = motion
        style.pace = cycle.map { .cycle($0) } ?? .speed(letters.speed ?? Speed(30))
        style.spacing = spacing ?? max(8, width / 4)
        style.hold = hold ?? .zero
        if overflow == .cut { style.scroll = .never }
        if let speed = letters.speed, speed.numerator < 0 { style.direction = turned(text) }
        return style
    }

    /// The direction that a negative speed turns its own one to.
    private func turned(_ text: String) -> Direction {
        guard motion.direction == .automatic else { return motion.direction.opposite }
        return TextLayout(fonts: FontChain([])).direction(of: text) == .rightToLeft ? .left : .right
    }

    /// A message without a text that looks so on an area of a size.
    func message(fonts: FontChain, size: Size) -> Message {
        var message = Message("", fonts: fonts)
        message.textStyle.letterSpacing = letters.letterSpacing ?? 0
        message.color = letters.color ?? .white
        message.background = letters.background
        message.motion = style(width: size.width)
        message.overflow = overflow
        message.reducesMotion = reducesMotion
        message.pageTime = hold
        return message
    }
}

extension Direction {
    /// The other way along the same line.
    var opposite: Direction {
        switch self {
        case .automatic: .automatic
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}

extension SignMessage {
    /// How it moves on an area of a width, by its text without values.
    func style(width: Int) -> MarqueeStyle { look.style(width: width, of: markup.plainText()) }

    /// Whether it differs from another one only in its motion, so that the text on the sign stays as it is.
    func differsInMotion(from other: SignMessage) -> Bool {
        var moved = other
        moved.look.motion = look.motion
        moved.look.motion.align = other.look.motion.align
        moved.look.motion.verticalAlign = other.look.motion.verticalAlign
        moved.look.letters.speed = look.letters.speed
        moved.look.spacing = look.spacing
        moved.look.cycle = look.cycle
        return differsInLook(from: other) && !differsInLook(from: moved)
    }

    /// Whether it differs from another one in more than when and for how long it is shown.
    func differsInLook(from other: SignMessage) -> Bool {
        var same = other
        (same.name, same.priority, same.wakesSign) = (name, priority, wakesSign)
        (same.duration, same.repeats) = (duration, repeats)
        (same.weight, same.lifetime, same.look.swap, same.when) = (weight, lifetime, look.swap, when)
        same.conditions = conditions
        return self != same
    }

    /// Whether the time of day decides when it is shown, or is part of its text.
    var isTimed: Bool { when != nil || calendar != nil || !markup.times.isEmpty }

    /// Whether it has a clock, or parts or cues that go by one.
    var showsTime: Bool { !markup.times.isEmpty || parts?.goByClock ?? false }
}

extension [SignPart] {
    fileprivate var goByClock: Bool {
        followsTheClock || all.contains { $0.cues.contains(where: \.ticks.followsTheClock) }
    }
}

extension Message {
    /// Whether a text with its values is the same as another one, looks included.
    func looksSame(as other: Message) -> Bool {
        guard color == other.color, background == other.background else { return false }
        if image != nil || other.image != nil { return image == other.image }
        let (mine, others) = (styled.runs, other.styled.runs)
        guard mine.count == others.count else { return false }
        return zip(mine, others).allSatisfy { first, second in
            first.text == second.text && first.picture == second.picture
                && first.look.isSame(as: second.look)
        }
    }
}

extension TextLook {
    fileprivate func isSame(as other: TextLook) -> Bool {
        switch (fonts, other.fonts) {
        case (nil, nil): break
        case (let mine?, let others?):
            guard mine.fonts.elementsEqual(others.fonts, by: { $0.isSame(as: $1) }) else { return false }
        default: return false
        }
        return withFonts { _ in Bool?.none } == other.withFonts { _ in Bool?.none }
    }
}
