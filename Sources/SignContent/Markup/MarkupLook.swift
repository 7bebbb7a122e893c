import Marquee
import PixelGraphics
import Timelines

/// How a part of a text differs from its message, as tags say it; nil is as the message says.
public struct MarkupLook: Hashable, Sendable {
    /// The colour of the letters.
    public var color: Color?
    /// What stands behind them.
    public var background: Color?
    /// A font by name or path.
    public var font: String?
    /// Pixels added between letters.
    public var letterSpacing: Int?
    /// How the letters blink.
    public var blink: Blink?
    /// Pixels per second from where the part comes in.
    public var speed: Speed?

    /// Creates a look that differs in nothing.
    public init() {}
}
