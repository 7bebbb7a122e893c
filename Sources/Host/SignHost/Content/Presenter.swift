import Marquee
import PixelGraphics
import Timelines

/// Decides when content is drawn: at once, then once per change; a late frame is skipped, never
/// replayed in a burst.
///
/// A pure state machine: it reads no clock and never sleeps. The caller waits for `deadline` in its own
/// way and then calls `present` with the current instant.
public struct Presenter {
    /// The counts so far.
    public struct Counters: Hashable, Sendable {
        /// Frames drawn.
        public var drawn = 0
        /// Changes that were missed because the wake-up came after the next change.
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
    /// The counts so far.
    public private(set) var counters = Counters()
    private let content: any Content
    private let directed: (any DirectedContent)?
    /// The brightness that is set; content may only lower it.
    ///
    /// Changing it makes a draw due.
    public var brightness: Brightness {
        didSet { if brightness != oldValue { revision = nil } }
    }
    private var revision: Int?

    /// The maximum number of missed changes that a late wake-up counts.
    private static let skipSearchLimit = 1000

    /// Creates a presenter; the first draw is due at once.
    ///
    /// - Parameter brightness: the brightness that is set; content may only lower it.
    public init(_ content: any Content, size: Size, format: Canvas.Format, brightness: Brightness = .full) {
        self.content = content
        directed = content as? any DirectedContent
        self.brightness = brightness
        frame = Frame(size: size, format: format)
        deadline = Instant(nanoseconds: .min)
    }

    /// Draws the picture of an instant if it may differ from the last one.
    ///
    /// - Returns: whether it was drawn. Does not allocate after the first call.
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

    /// Makes a draw due at once that never counts as late, because there was no viewer until now.
    package mutating func invalidate() { revision = nil }

    /// Whether the content has changed for another reason than time.
    package var isOutdated: Bool { revision != content.revision }

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
