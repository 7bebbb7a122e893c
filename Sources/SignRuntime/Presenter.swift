import Marquee
import PixelGraphics
import Timelines

/// Decides when content is drawn: at once, then at every change, one draw per change; a late frame is skipped, never
/// replayed in a burst.
///
/// A pure state machine: it reads no clock and sleeps nowhere. The caller asks for `deadline`, waits for it in its own
/// manner, and calls `present` with what the clock shows then.
public struct Presenter {
    /// What happened so far.
    public struct Counters: Hashable, Sendable {
        /// Frames drawn.
        public var drawn = 0
        /// Changes that passed unseen because the wake-up for them came after the next one.
        public var skipped = 0
        /// Frames drawn later than a millisecond after their change.
        public var late = 0
        /// The greatest time between a change and its drawing.
        public var worstLateness = Nanoseconds.zero
    }

    /// The newest picture.
    public private(set) var frame: Frame
    /// When the next draw is due; nil for never.
    public private(set) var deadline: Instant?
    /// What happened so far.
    public private(set) var counters = Counters()
    private let content: any Content
    private let directed: (any DirectedContent)?
    /// What the sign is set to; content may only lower it, and changing it makes a draw due.
    public var brightness: Brightness {
        didSet { if brightness != oldValue { revision = nil } }
    }
    private var revision: Int?

    /// How many changes a late wake-up looks back on when it counts those it skipped.
    private static let skipSearchLimit = 1000

    /// Creates a presenter; nothing is drawn yet, and the first draw is due at once.
    ///
    /// - Parameter brightness: what the sign is set to; content may only lower it.
    public init(_ content: any Content, size: Size, format: Canvas.Format, brightness: Brightness = .full) {
        self.content = content
        directed = content as? any DirectedContent
        self.brightness = brightness
        frame = Frame(size: size, format: format)
        deadline = Instant(nanoseconds: .min)
    }

    /// Draws the picture of an instant if it may differ from the last one.
    ///
    /// - Returns: whether it was drawn. Allocates nothing after the first call.
    public mutating func present(at instant: Instant) -> Bool {
        // Also after a new brightness.
        let isFirst = revision == nil
        let isDue = deadline.map { instant >= $0 } ?? false
        guard isFirst || isDue || revision != content.revision else { return false }
        if isDue, !isFirst, let deadline { count(due: deadline, drawn: instant) }
        directed?.direct(at: instant)
        revision = content.revision
        frame.canvas.clear()
        frame.brightness = brightness
        content.draw(at: instant, into: &frame)
        frame.brightness = min(frame.brightness, brightness)
        counters.drawn += 1
        deadline = content.nextChange(after: instant)
        return true
    }

    private mutating func count(due: Instant, drawn: Instant) {
        let lateness = drawn - due
        counters.worstLateness = max(counters.worstLateness, lateness)
        guard lateness > .milliseconds(1) else { return }
        counters.late += 1
        // What changes after a decision is only known once it is taken.
        directed?.direct(at: due)
        var change = content.nextChange(after: due)
        var looked = 0
        while let passed = change, passed <= drawn, looked < Presenter.skipSearchLimit {
            counters.skipped += 1
            looked += 1
            directed?.direct(at: passed)
            change = content.nextChange(after: passed)
        }
    }
}
