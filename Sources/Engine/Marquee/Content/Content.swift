import PixelGraphics
import Timelines

/// Something that has a look at every instant: the one idea that everything else follows from.
///
/// `draw` is a function of the instant and of what the content holds, of nothing else: asking twice, out of order or
/// more often than needed gives the same pictures. Nothing changes between an instant and `nextChange(after:)` of it.
/// Content is used by one thread at a time.
public protocol Content {
    /// Draws what it looks like at an instant.
    ///
    /// Draws over what is there and within the canvas's current area; pixels that it does not draw stay. Draws the
    /// first picture at once, whatever its ticks. Allocates nothing after the first call.
    func draw(at instant: Instant, into frame: inout Frame)

    /// Returns the first instant after `instant` at which it looks different, or nil for never.
    ///
    /// Answers too early are correct, only costlier; answers are always later than `instant`.
    func nextChange(after instant: Instant) -> Instant?

    /// A number that grows whenever something other than time changed the look: a new text, a drag, a pause.
    ///
    /// Content that only time changes need not have one; content that holds other content adds theirs up.
    var revision: Int { get }
}

extension Content {
    /// Zero: only time changes it.
    public var revision: Int { 0 }
}
