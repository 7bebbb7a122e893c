import BitmapFonts
import Marquee
import PixelGraphics
import SignFiles
import Timelines

extension SignMessage {
    /// How it moves on an area of a width.
    func style(width: Int) -> MarqueeStyle {
        var style = MarqueeStyle()
        style.direction = direction
        let speed = speed ?? Speed(30)
        style.pace = cycle.map { .cycle($0) } ?? .speed(speed)
        if speed.numerator < 0 { style.direction = turned(markup.plainText()) }
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

    /// The direction that a negative speed turns the message's own one to, for its text with its values.
    private func turned(_ text: String) -> Direction {
        let isTurned = TextLayout(fonts: FontChain([])).direction(of: text) == .rightToLeft
        return direction == .automatic ? (isTurned ? .left : .right) : direction.opposite
    }

    /// The motion for the text with its values.
    func motion(_ style: MarqueeStyle, of text: String) -> MarqueeStyle {
        guard let speed, speed.numerator < 0, direction == .automatic else { return style }
        var style = style
        style.direction = turned(text)
        return style
    }

    /// The message on an area of a size.
    ///
    /// - Parameter fonts: the fonts that `fonts` names, and those behind them.
    func message(fonts: FontChain, size: Size) -> Message {
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
    /// Whether it differs from another one only in its motion, so that the text on the sign stays as it is.
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

    /// Whether the time of day decides when it is shown, or is part of its text.
    var isTimed: Bool { when != nil || calendar != nil || !markup.times.isEmpty }

    /// Whether it has a clock, or parts or cues that go by one.
    var showsTime: Bool { !markup.times.isEmpty || parts?.goByClock ?? false }
}

extension SignParts {
    fileprivate var goByClock: Bool {
        followsTheClock || all.contains { $0.cues.contains(where: \.ticks.followsTheClock) }
    }
}

extension Message {
    /// Whether a text with its values is the same as another one, looks included.
    func looksSame(as other: Message) -> Bool {
        if image != nil || other.image != nil { return isSameImage(as: other) }
        guard text == other.text, let mine = styled?.runs, let others = other.styled?.runs, mine.count == others.count
        else { return false }
        func withoutFonts(_ run: StyledText.Run) -> PartLook<Never> { run.look.withFonts { _ in nil } }
        return zip(mine, others).allSatisfy { first, second in
            first.text == second.text && first.picture == second.picture && withoutFonts(first) == withoutFonts(second)
        }
    }

    private func isSameImage(as other: Message) -> Bool {
        guard let image, let before = other.image else { return false }
        return image.isSame(as: before)
    }
}
