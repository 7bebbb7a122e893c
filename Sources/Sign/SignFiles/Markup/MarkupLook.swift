import Marquee
import PixelGraphics
import Timelines

/// How a part of a text differs from its message, as tags say it; nil is as the message says.
package struct MarkupLook: Hashable, Sendable {
    /// The colour of the letters.
    package var color: Color?
    /// What stands behind them.
    package var background: Color?
    /// A font by name or path.
    package var font: String?
    /// Pixels added between letters.
    package var letterSpacing: Int?
    /// How the letters blink.
    package var blink: Blink?
    /// Pixels per second from where the part comes in.
    package var speed: Speed?

    /// The pixels between letters that a message or a tag may ask for.
    package static let letterSpacings = -64...64

    /// Creates a look that is the same as the message's.
    package init() {}

    /// The look of a part within a part that has another look.
    package func within(_ outer: MarkupLook) -> MarkupLook {
        var look = self
        look.color = color ?? outer.color
        look.background = background ?? outer.background
        look.font = font ?? outer.font
        look.letterSpacing = letterSpacing ?? outer.letterSpacing
        look.blink = blink ?? outer.blink
        look.speed = speed ?? outer.speed
        return look
    }
}
