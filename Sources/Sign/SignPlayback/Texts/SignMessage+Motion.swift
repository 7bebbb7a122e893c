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
