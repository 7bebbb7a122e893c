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
            return passed <= 0 ? 0 : SeededHash.number(below: count, seed: seed, index: UInt64(passed))
        case .shuffled(let seed): return shuffle.element(place, round: round, seed: seed)
        }
    }
}

/// Numbers that look random and are a function of a seed and an index (the finalizer of splitmix64).
enum SeededHash {
    static func value(seed: UInt64, index: UInt64) -> UInt64 {
        var state = seed &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        return state ^ (state >> 31)
    }

    /// A number from 0 to `count - 1`.
    static func number(below count: Int, seed: UInt64, index: UInt64) -> Int {
        Int(value(seed: seed, index: index).multipliedFullWidth(by: UInt64(max(count, 1))).high)
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
        let rounds = SeededHash.value(seed: seed, index: round)
        for place in 0..<order.count - 1 {
            let other = place + SeededHash.number(below: order.count - place, seed: rounds, index: UInt64(place))
            exchange(place, other)
        }
        // Two alternate, whatever the seed.
        if order.count == 2 { (order[0], order[1]) = (0, 1) }
    }
}
