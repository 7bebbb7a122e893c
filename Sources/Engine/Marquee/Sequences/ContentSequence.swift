import PixelGraphics
import Timelines

/// Contents shown one after the other, each for its time: pages, a list of sayings, a story.
///
/// Every content runs on a timeline of its own that starts when it comes on, in every round; a single one just
/// runs on.
public final class ContentSequence: Content {
    private let parts: [(content: any Content, time: Nanoseconds)]
    private let ticks: CyclicTicks?
    private let start: Instant
    private let repeats: Int?

    /// Creates a sequence of contents, each shown for at least 1 ms.
    ///
    /// - Parameter repeats: how many rounds; the last part stays. Nil: forever.
    public init(_ parts: [(content: any Content, time: Nanoseconds)], start: Instant = .zero, repeats: Int? = nil) {
        // All times together stay below a century, the longest cycle of ticks.
        let maximumTime = Nanoseconds(3_000_000_000_000_000_000 / Int64(max(parts.count, 1)))
        self.parts = parts.map { ($0.content, min(max($0.time, .milliseconds(1)), maximumTime)) }
        ticks = CyclicTicks(start: start, offsets: self.parts.map(\.time))
        self.start = start
        self.repeats = repeats
    }

    /// The time of one round, less than a century.
    public var round: Nanoseconds { parts.reduce(.zero) { $0 + $1.time } }

    /// When the last round ends; nil for never.
    public var end: Instant? {
        guard let repeats else { return nil }
        return start + Nanoseconds(Int64(clamping: Int128(round.count) * Int128(max(0, repeats))))
    }

    /// Returns the same parts on the timeline of another sequence: the part that is on, by its number, has been on for
    /// as long, in as late a round; one that is no longer there makes way for the first.
    func takingOver(from other: ContentSequence, at instant: Instant) -> ContentSequence {
        guard ticks != nil, let shown = other.shown(at: instant), shown.number < parts.count, instant >= other.start
        else {
            return ContentSequence(parts, start: instant, repeats: repeats)
        }
        let before = parts.prefix(shown.number).reduce(Nanoseconds.zero) { $0 + $1.time }
        let rounds = other.ticks?.latest(at: instant).map { ($0.number + 1) / other.parts.count } ?? 0
        let done = parts.reduce(Int128(0)) { $0 + Int128($1.time.count) } * Int128(rounds)
        return ContentSequence(
            parts, start: shown.since - before - Nanoseconds(Int64(clamping: done)), repeats: repeats)
    }

    /// The sum of the parts' revisions.
    public var revision: Int {
        var sum = 0
        for number in parts.indices { sum += parts[number].content.revision }
        return sum
    }

    /// Draws the part that is on.
    public func draw(at instant: Instant, into frame: inout Frame) {
        guard let shown = shown(at: instant) else { return }
        parts[shown.number].content.draw(at: .zero + (instant - shown.since), into: &frame)
    }

    /// Returns when the part on looks different, or the next one comes.
    public func nextChange(after instant: Instant) -> Instant? {
        guard let shown = shown(at: instant) else { return nil }
        let inner = parts[shown.number].content.nextChange(after: .zero + (instant - shown.since))
        return inner.map { shown.since + ($0 - .zero) }.earlier(nextPart(after: instant))
    }

    private func nextPart(after instant: Instant) -> Instant? {
        guard let ticks, parts.count > 1 else { return nil }
        let next = instant < start ? start + parts[0].time : ticks.next(after: instant)
        // The end of the last round changes nothing: its last part stays.
        guard let next, let end else { return next }
        return next < end ? next : nil
    }

    private func shown(at instant: Instant) -> (number: Int, since: Instant)? {
        guard let ticks else { return nil }
        guard parts.count > 1 else { return (0, start) }
        let last = end.map { min(instant, $0 - .one) } ?? instant
        guard let tick = ticks.latest(at: last) else { return (0, start) }
        return ((tick.number + 1) % parts.count, tick.instant)
    }
}
