import PixelGraphics
import Timelines

/// What a sign shows and where: a sign file or one message, on the device of a board.
public struct SignConfiguration {
    /// What the sign shows.
    public enum Content: Hashable, Sendable {
        /// The sign that a sign file describes; it is read again when it is saved.
        case file(path: String)
        /// One text with the default style.
        case text(String)
    }

    /// What the sign shows.
    public var content: Content
    /// The name of a board, or the path of its file; it overrides the one that the sign file names.
    ///
    /// Without one a text is shown on `sim-64x32`, which has no device.
    public var board: String?
    /// How long the sign runs; nil until a signal ends it.
    public var duration: Nanoseconds?
    /// Receives every frame that the sign shows, with the time since its start.
    public var onFrame: ((_ frame: Frame, _ elapsed: Nanoseconds) -> Void)?

    /// Describes a sign.
    public init(
        _ content: Content, board: String? = nil, duration: Nanoseconds? = nil,
        onFrame: ((_ frame: Frame, _ elapsed: Nanoseconds) -> Void)? = nil
    ) {
        (self.content, self.board, self.duration, self.onFrame) = (content, board, duration, onFrame)
    }
}
