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
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}
