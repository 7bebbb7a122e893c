import Marquee
import PixelGraphics
import Timelines

/// Draws content ahead of time: the picture of the next change, a little before it is due.
///
/// Changes for another reason
/// than time are drawn at once.
///
/// A pure state machine, as `Presenter` is: it reads no clock and sleeps nowhere. Every picture is drawn for the
/// instant at which it is due. Of several changes that were missed, only the last is drawn.
package struct FrameSource {
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

    /// The newest picture.
    ///
    /// It may be replaced by another one of its size and format, because it is redrawn each time.
    package var frame: Frame
    /// The brightness that is set; content may only lower it.
    ///
    /// Changing it makes a draw due.
    package var brightness: Brightness {
        didSet { if brightness != oldValue { invalidate() } }
    }
    /// When the content looks different next; nil for never.
    package private(set) var change: Instant?
    /// How long before a change it is drawn at the earliest.
    package let lead: Nanoseconds
    /// How long after the first picture of a batch the last one may be due.
    package let span: Nanoseconds
    private let content: any Content
    private let directed: (any DirectedContent)?
    private var revision: Int?

    /// The maximum number of missed changes that a late draw counts.
    private static let skipSearchLimit = 1_000

    /// Creates a source; the first draw is due at once.
    package init(
        _ content: any Content, size: Size, format: Canvas.Format, brightness: Brightness = .full,
        lead: Nanoseconds = PictureTiming.lead, span: Nanoseconds = .milliseconds(150)
    ) {
        self.content = content
        directed = content as? any DirectedContent
        self.brightness = brightness
        self.lead = lead
        self.span = span
        frame = Frame(size: size, format: format)
    }

    /// Makes a draw due at once.
    package mutating func invalidate() { revision = nil }

    /// Draws the next picture to publish, if there is one already.
    ///
    /// Does not allocate after the first call.
    ///
    /// - Parameters:
    ///   - isPending: whether the picture before it was not taken yet; then only a picture that replaces it is drawn.
    ///   - end: when the sign ends; pictures due then or later are not drawn.
    package mutating func draw(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Drawn? {
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

    /// Draws the picture after the last one, for the same batch: if it is due soon enough after the first, and no
    /// decision is due before it.
    ///
    /// Makes no decisions, so an event in the meantime finds the content as it was for the first picture.
    ///
    /// - Parameters:
    ///   - first: when the first picture of the batch is due.
    ///   - end: when the sign ends; pictures due then or later are not drawn.
    package mutating func drawNext(after first: Instant, before end: Instant = .distantFuture) -> Drawn? {
        guard revision == content.revision, let change, change < end, change - first <= span else { return nil }
        if let decision = directed?.nextDecision, decision <= change { return nil }
        return draw(for: change)
    }

    /// When to call again, unless the picture before is taken sooner or an event comes; nil for never.
    ///
    /// - Parameters:
    ///   - isPending: whether the picture before was not taken yet.
    ///   - end: when the sign ends.
    package func wake(at now: Instant, isPending: Bool, before end: Instant = .distantFuture) -> Instant? {
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
