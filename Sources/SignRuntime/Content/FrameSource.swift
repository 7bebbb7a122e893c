import Marquee
import PixelGraphics
import Timelines

/// Draws content ahead of time: the picture of the next change, a little before it is due; what has changed for another reason
/// than time is drawn at once.
///
/// A pure state machine, as `Presenter` is: it reads no clock and sleeps nowhere. Every picture is drawn for the instant at
/// which it is due. Of changes that have passed unseen only the last is drawn.
public struct FrameSource {
    /// A picture that was drawn.
    public struct Drawn: Hashable, Sendable {
        /// When it is due, and the instant for which it was drawn.
        public let due: Instant
        /// When it looks different again; nil for never.
        public let next: Instant?
        /// How many changes before it were never drawn.
        public let skipped: Int
        /// Whether the picture before it was due and still waited to be taken.
        public let isOvertaking: Bool
    }

    /// The newest picture.
    ///
    /// It may be exchanged for another one of its size and format: what it shows is drawn anew each time.
    public var frame: Frame
    /// What the sign is set to; content may only lower it, and changing it makes a draw due.
    public var brightness: Brightness {
        didSet { if brightness != oldValue { invalidate() } }
    }
    /// When the content looks different next; nil for never.
    public private(set) var change: Instant?
    /// How long before a change it is drawn at the earliest.
    public let lead: Nanoseconds
    /// How long after the first picture of a batch the last one may be due.
    public let span: Nanoseconds
    private let content: any Content
    private let directed: (any DirectedContent)?
    private var revision: Int?

    /// How long before a change it is drawn at the earliest, unless a source has a lead of its own.
    public static let lead = Nanoseconds.milliseconds(50)

    /// How many changes a late draw looks back on.
    private static let skipSearchLimit = 1_000

    /// Creates a source that has drawn nothing; the first draw is due at once.
    public init(
        _ content: any Content, size: Size, format: Canvas.Format, brightness: Brightness = .full,
        lead: Nanoseconds = FrameSource.lead, span: Nanoseconds = .milliseconds(150)
    ) {
        self.content = content
        directed = content as? any DirectedContent
        self.brightness = brightness
        self.lead = lead
        self.span = span
        frame = Frame(size: size, format: format)
    }

    /// Makes a draw due at once.
    public mutating func invalidate() { revision = nil }

    /// Draws the picture that is to be published next, if there is one already.
    ///
    /// Allocates nothing after the first call.
    ///
    /// - Parameters:
    ///   - isPending: whether the picture before it still waits to be taken; then only what overtakes it is drawn.
    ///   - end: when the sign ends; what would be due then, or later, is not drawn.
    public mutating func draw(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Drawn? {
        guard revision == content.revision else {
            return draw(for: now, skipped: 0, isOvertaking: false)
        }
        guard let change, change < end else { return nil }
        guard change <= now else {
            return isPending || change - now > lead ? nil : draw(for: change, skipped: 0, isOvertaking: false)
        }
        var last = change
        var skipped = 0
        // What changes after a decision is only known once it is taken.
        directed?.direct(at: last)
        while skipped < Self.skipSearchLimit, let later = content.nextChange(after: last), later <= now {
            last = later
            skipped += 1
            directed?.direct(at: last)
        }
        // With too many of them the present picture is as good as any.
        if skipped == Self.skipSearchLimit { last = now }
        return draw(for: last, skipped: skipped, isOvertaking: isPending)
    }

    /// Draws the picture after the last one, for the same batch: if it is due soon enough after the first, and no decision
    /// is due before it.
    ///
    /// Takes no decisions, so an event that comes meanwhile finds the content as it was for the first picture.
    ///
    /// - Parameters:
    ///   - first: when the first picture of the batch is due.
    ///   - end: when the sign ends; what would be due then, or later, is not drawn.
    public mutating func drawNext(after first: Instant, before end: Instant = .distantFuture) -> Drawn? {
        guard revision == content.revision, let change, change < end, change - first <= span else { return nil }
        if let decision = directed?.nextDecision, decision <= change { return nil }
        return draw(for: change)
    }

    /// When to ask again, if the picture before is not taken sooner and no event comes; nil for never.
    ///
    /// - Parameters:
    ///   - isPending: whether the picture before still waits to be taken.
    ///   - end: when the sign ends.
    public func wake(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Instant? {
        guard revision == content.revision else { return Instant(nanoseconds: .min) }
        guard let change, change < end else { return nil }
        return isPending && change - now <= lead ? change : change - lead
    }

    private mutating func draw(for instant: Instant, skipped: Int, isOvertaking: Bool) -> Drawn {
        directed?.direct(at: instant)
        return draw(for: instant, skipped, isOvertaking)
    }

    private mutating func draw(for instant: Instant, _ skipped: Int = 0, _ isOvertaking: Bool = false) -> Drawn {
        revision = content.revision
        frame.canvas.clear()
        frame.brightness = brightness
        content.draw(at: instant, into: &frame)
        frame.brightness = min(frame.brightness, brightness)
        change = content.nextChange(after: instant)
        return Drawn(due: instant, next: change, skipped: skipped, isOvertaking: isOvertaking)
    }
}
