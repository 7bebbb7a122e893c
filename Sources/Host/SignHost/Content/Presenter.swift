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
    ///
    /// It may be replaced by another one of its size and format, because it is redrawn each time.
    public package(set) var frame: Frame
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
        didSet { if brightness != oldValue { invalidate() } }
    }
    private var revision: Int?

    /// The maximum number of missed changes that a late draw counts.
    private static let skipSearchLimit = 1_000

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

    /// Makes a draw due at once that never counts as late, because there was no viewer until now.
    package mutating func invalidate() { revision = nil }

    /// Whether the content has changed for another reason than time.
    package var isOutdated: Bool { revision != content.revision }

    private mutating func paint(_ instant: Instant) {
        revision = content.revision
        frame.canvas.clear()
        frame.brightness = brightness
        content.draw(at: instant, into: &frame)
        frame.brightness = min(frame.brightness, brightness)
        deadline = content.nextChange(after: instant)
        counters.drawn += 1
    }

    /// Looks for changes that were missed; returns the last one, and how many came after the one that was due.
    private func missed(from due: Instant, to now: Instant) -> (last: Instant, count: Int) {
        var (last, count) = (due, 0)
        // What changes after a decision is only known once it is taken.
        directed?.direct(at: last)
        while count < Self.skipSearchLimit, let later = content.nextChange(after: last), later <= now {
            last = later
            count += 1
            directed?.direct(at: last)
        }
        return (last, count)
    }
}

// MARK: - The picture of now

extension Presenter {
    /// Draws the picture of an instant if it may differ from the last one.
    ///
    /// - Returns: whether it was drawn. Does not allocate after the first call.
    public mutating func present(at instant: Instant) -> Bool {
        // Also after a new brightness.
        let isFirst = revision == nil
        let isDue = deadline.map { instant >= $0 } ?? false
        guard isDue || isOutdated else { return false }
        if isDue, !isFirst, let deadline { count(due: deadline, drawn: instant) }
        directed?.direct(at: instant)
        paint(instant)
        return true
    }

    private mutating func count(due: Instant, drawn: Instant) {
        let lateness = drawn - due
        counters.worstLateness = max(counters.worstLateness, lateness)
        guard lateness > .milliseconds(1) else { return }
        counters.late += 1
        counters.skipped += missed(from: due, to: drawn).count
    }
}

// MARK: - Pictures ahead of time

/// For a thread that shows each picture when it is due: the picture of the next change, a little before it is due. Changes for
/// another reason than time are drawn at once.
extension Presenter {
    /// A picture that was drawn.
    package struct Drawn: Hashable, Sendable {
        /// When it is due, and the instant for which it was drawn.
        package let due: Instant
        /// When it looks different again; nil for never.
        package let next: Instant?
        /// How many changes before it were never drawn.
        package let skipped: Int
        /// Whether the picture before it was due and not taken yet.
        package let isOvertaking: Bool
    }

    /// Draws the next picture to publish, if there is one already: at most `Nanoseconds.pictureLead` before it is due.
    ///
    /// Of several changes that were missed, only the last is drawn. Does not allocate after the first call.
    ///
    /// - Parameters:
    ///   - isPending: whether the picture before it was not taken yet; then only a picture that replaces it is drawn.
    ///   - end: when the sign ends; pictures due then or later are not drawn.
    package mutating func draw(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Drawn? {
        guard !isOutdated else {
            directed?.direct(at: now)
            return paintAhead(now)
        }
        guard let deadline, deadline < end else { return nil }
        guard deadline <= now else {
            guard !isPending, deadline - now <= .pictureLead else { return nil }
            directed?.direct(at: deadline)
            return paintAhead(deadline)
        }
        let (last, count) = missed(from: deadline, to: now)
        // With too many of them the present picture is as good as any.
        guard count < Self.skipSearchLimit else {
            directed?.direct(at: now)
            return paintAhead(now, skipped: count, isOvertaking: isPending)
        }
        return paintAhead(last, skipped: count, isOvertaking: isPending)
    }

    /// Draws the picture after the last one, for the same batch: if it is due at most `Nanoseconds.pictureSpan` after the first, and no
    /// decision is due before it.
    ///
    /// Makes no decisions, so an event in the meantime finds the content as it was for the first picture.
    package mutating func drawNext(after first: Instant, before end: Instant = .distantFuture) -> Drawn? {
        guard !isOutdated, let deadline, deadline < end, deadline - first <= .pictureSpan else { return nil }
        if let decision = directed?.nextDecision, decision <= deadline { return nil }
        return paintAhead(deadline)
    }

    /// When to call again, unless the picture before is taken sooner or an event comes; nil for never.
    package func wake(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Instant? {
        guard !isOutdated else { return Instant(nanoseconds: .min) }
        guard let deadline, deadline < end else { return nil }
        return isPending && deadline - now <= .pictureLead ? deadline : deadline - .pictureLead
    }

    private mutating func paintAhead(_ instant: Instant, skipped: Int = 0, isOvertaking: Bool = false) -> Drawn {
        paint(instant)
        return Drawn(due: instant, next: deadline, skipped: skipped, isOvertaking: isOvertaking)
    }
}
