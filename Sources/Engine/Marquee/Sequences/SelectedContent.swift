import PixelGraphics
import Timelines

/// One of several contents, another one at every tick: sayings, faces, a story.
///
/// The first one is drawn before any tick. Which one is on is a function of the tick's number and a seed, so that every
/// run shows the same. Each may run on a timeline of its own that starts again whenever it comes on.
public final class SelectedContent: Content {
    /// One of the contents.
    public struct Choice {
        /// What is shown.
        public var content: any Content
        /// Whether its time starts at zero when it comes on; what shows the time of day has that of the sign instead.
        public var restarts: Bool

        /// Creates a choice that starts again whenever it comes on.
        public init(_ content: any Content, restarts: Bool = true) {
            self.content = content
            self.restarts = restarts
        }
    }

    private let choices: [Choice]
    private let ticks: any TickSchedule
    private let order: SelectionOrder
    private let path: TimePath
    private var shuffle: SeededShuffle

    /// Creates content; nothing is drawn without choices.
    ///
    /// - Parameters:
    ///   - ticks: when the next one comes on, on the part's own timeline.
    ///   - path: the way to that timeline.
    public init(
        _ choices: [Choice], ticks: any TickSchedule, order: SelectionOrder = .inTurn, path: TimePath = TimePath()
    ) {
        self.choices = choices
        self.ticks = ticks
        self.order = order
        self.path = path
        shuffle = SeededShuffle(count: choices.count)
    }

    /// The sum of the contents' revisions.
    public var revision: Int {
        var sum = path.revision
        for number in choices.indices { sum += choices[number].content.revision }
        return sum
    }

    /// What is on, and since when on the part's own timeline.
    private func selection(at local: Instant) -> (number: Int, since: Instant)? {
        guard !choices.isEmpty else { return nil }
        let tick = ticks.latest(at: local)
        let passed = tick.map { Int64(clamping: Int128($0.number) + 1) } ?? 0
        let number = order.choice(passed, of: choices.count, shuffle: &shuffle)
        return (number, tick?.instant ?? path.start)
    }

    /// Draws the content that is on.
    public func draw(at instant: Instant, into frame: inout Frame) {
        let local = path.inner(instant)
        guard let shown = selection(at: local) else { return }
        let choice = choices[shown.number]
        choice.content.draw(at: choice.restarts ? .zero + (local - shown.since) : instant, into: &frame)
    }

    /// Returns the next tick, or an earlier change of the content that is on.
    public func nextChange(after instant: Instant) -> Instant? {
        let local = path.inner(instant)
        guard let shown = selection(at: local) else { return nil }
        let choice = choices[shown.number]
        let next = ticks.next(after: local).flatMap { path.outer($0, after: instant) }
        guard
            let change = choice.content.nextChange(after: choice.restarts ? .zero + (local - shown.since) : instant),
            let own = choice.restarts ? path.outer(shown.since + (change - .zero), after: instant) : change
        else { return next }
        return next.map { min($0, own) } ?? own
    }
}
