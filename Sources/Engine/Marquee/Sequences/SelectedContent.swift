import PixelGraphics
import Timelines

/// One of several contents, another one at every tick: sayings, faces, a story.
///
/// The first one is drawn before any tick. Which one is on is a function of the tick's number and a seed, so that every
/// run shows the same. Each may run on a timeline of its own that starts again whenever it comes on.
public final class SelectedContent: Content {
    private let choices: [(content: any Content, restarts: Bool)]
    private let ticks: any TickSchedule
    private let order: SelectionOrder
    private let path: TimePath
    private var shuffle: SeededShuffle

    /// Creates content; nothing is drawn without choices.
    ///
    /// - Parameters:
    ///   - choices: what is shown, and whether its time starts at zero when it comes on; what shows the time of day has that
    ///     of the sign instead.
    ///   - ticks: when the next one comes on, on the part's own timeline, to which `path` leads.
    public init(
        _ choices: [(content: any Content, restarts: Bool)], ticks: any TickSchedule, order: SelectionOrder = .inTurn,
        path: TimePath = TimePath()
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
        guard choice.restarts else { return next.earlier(choice.content.nextChange(after: instant)) }
        let change = choice.content.nextChange(after: .zero + (local - shown.since))
        return next.earlier(change.flatMap { path.outer(shown.since + ($0 - .zero), after: instant) })
    }
}

/// In which order contents follow each other.
public enum SelectionOrder: Hashable, Sendable {
    /// One after the other, from the first one again after the last one.
    case inTurn
    /// Any of them each time, also the same one again.
    case random(seed: UInt64)
    /// Each of them once in every round, in another order each round, never the same one twice in a row.
    case shuffled(seed: UInt64)

    /// Returns which of `count` things comes after `passed` ticks; the first one before any tick.
    ///
    /// A function of the numbers and the seed; O(1), but O(count) for shuffled ones. Allocates nothing.
    func choice(_ passed: Int64, of count: Int, shuffle: inout SeededShuffle) -> Int {
        guard count > 1 else { return 0 }
        let place = Int(max(passed, 0) % Int64(count))
        let round = UInt64(max(passed, 0) / Int64(count))
        switch self {
        case .inTurn: return place
        case .random(let seed):
            return passed <= 0 ? 0 : seed.random(below: count, at: UInt64(passed))
        case .shuffled(let seed): return shuffle.element(place, round: round, seed: seed)
        }
    }
}

extension UInt64 {
    /// The number with an index of those that look random with this seed (splitmix64).
    func random(at index: UInt64) -> UInt64 {
        var state = self &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        return state ^ (state >> 31)
    }

    /// The same as a number from 0 to `count - 1`.
    func random(below count: Int, at index: UInt64) -> Int {
        Int(random(at: index).multipliedFullWidth(by: UInt64(Swift.max(count, 1))).high)
    }
}

/// The order of one round at a time, kept until another one is asked for.
struct SeededShuffle {
    private var order: [Int]
    private var key: (round: UInt64, seed: UInt64)?

    init(count: Int) {
        order = Array(0..<count)
    }

    /// Returns which one has a place in a round; the first round begins with the first one.
    mutating func element(_ place: Int, round: UInt64, seed: UInt64) -> Int {
        guard order.count > 1 else { return 0 }
        if key == nil || key?.round != round || key?.seed != seed {
            let last = round == 0 ? -1 : lastElement(of: round - 1, seed: seed)
            deal(round, seed: seed)
            if round == 0 {
                bringForward(0)
            } else if order[0] == last {
                // Of three and more, this leaves the last one, on which the next round counts; two never come here.
                exchange(0, 1)
            }
            key = (round, seed)
        }
        return order[place]
    }

    private mutating func lastElement(of round: UInt64, seed: UInt64) -> Int {
        deal(round, seed: seed)
        if round == 0 { bringForward(0) }
        return order[order.count - 1]
    }

    private mutating func bringForward(_ element: Int) {
        for place in order.indices where order[place] == element {
            exchange(0, place)
            return
        }
    }

    /// Unlike `swapAt`, allocates nothing in debug builds either.
    private mutating func exchange(_ first: Int, _ second: Int) {
        let kept = order[first]
        order[first] = order[second]
        order[second] = kept
    }

    private mutating func deal(_ round: UInt64, seed: UInt64) {
        for place in order.indices { order[place] = place }
        let rounds = seed.random(at: round)
        for place in 0..<order.count - 1 {
            let other = place + rounds.random(below: order.count - place, at: UInt64(place))
            exchange(place, other)
        }
        // Two alternate, whatever the seed.
        if order.count == 2 { (order[0], order[1]) = (0, 1) }
    }
}
