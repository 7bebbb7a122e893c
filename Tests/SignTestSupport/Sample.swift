import Foundation

/// Whether tests of many cases try all of them: with `EXHAUSTIVE=1` in the environment, as a long run does.
public let isExhaustive = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1"

/// The cases of a test: all of them where tests are exhaustive, a representative few otherwise.
///
/// The few are evenly spread over all, with the first and the last one among them, and the same in every run.
///
/// - Parameters:
///   - all: all cases; not none.
///   - few: the most cases of a usual run, at least one.
///   - exhaustive: whether to return all.
/// - Complexity: linear in the number of cases that are returned.
public func sample<Cases: RandomAccessCollection>(
    _ all: Cases, _ few: Int, exhaustive: Bool = isExhaustive
) -> [Cases.Element] {
    precondition(!all.isEmpty && few >= 1, "a test that tries no case shows nothing")
    guard !exhaustive, all.count > few else { return Array(all) }
    return (0..<few).map { number in
        all[all.index(all.startIndex, offsetBy: few == 1 ? 0 : number * (all.count - 1) / (few - 1))]
    }
}

/// One in so many of the cases that are numbered on: those that a usual run tries.
///
/// For cases of nested loops, which are in no collection; the number should have no factor in common with those of the loops.
public struct SampledCases {
    private let stride: Int
    private var number = 0
    /// How many cases were tried.
    public private(set) var tried = 0

    /// Starts before the first case.
    ///
    /// - Parameters:
    ///   - stride: one in how many.
    ///   - first: the number of the first case that is tried, so that several loops try different ones.
    ///   - exhaustive: whether to try all.
    public init(oneIn stride: Int, from first: Int = 0, exhaustive: Bool = isExhaustive) {
        precondition(stride >= 1, "one in at least one case is tried")
        self.stride = exhaustive ? 1 : stride
        number = self.stride - first % self.stride
    }

    /// Whether to try the next case.
    public mutating func next() -> Bool {
        defer { number += 1 }
        guard number % stride == 0 else { return false }
        tried += 1
        return true
    }
}
