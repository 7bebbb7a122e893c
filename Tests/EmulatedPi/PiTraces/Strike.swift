/// One event that has to make a panel dark, and what the wires did after it.
public struct Strike: Hashable, Sendable {
    /// Its number in the scenario.
    public let number: Int
    /// When it happened.
    public let time: Int64
    /// Until when the panel has to be dark: until the program continues, is started again, or the scenario ends.
    public let end: Int64
    /// Whether the panel was lit, or a transfer under way, when it happened.
    public let wasBusy: Bool
    /// How long the panel was lit afterwards, in nanoseconds; nil where it still was at the end.
    public let litFor: Int64?

    /// For how long the emulator itself stood still meanwhile, in nanoseconds.
    public let stoodStill: Int64

    /// Whether the panel was dark in time, and stayed so.
    ///
    /// - Parameter limit: nanoseconds, to which twice those are added for which the emulator stood still: what follows a
    ///   cause passes from one processor to another, and each stands still at times of its own. More than a second is
    ///   without an excuse.
    public func isDark(within limit: Int64) -> Bool {
        litFor.map { $0 <= limit + min(2 * stoodStill, Strike.maximumExcused) } ?? false
    }

    /// The most by which a limit is extended, in nanoseconds.
    private static let maximumExcused: Int64 = 1_000_000_000

    /// Finds the strikes among marks, in the order of time.
    ///
    /// - Parameters:
    ///   - marks: with their times, in order; a strike without a mark after it is left out.
    ///   - lit: when the panel was lit.
    ///   - busy: when a strike counts as one in the middle of something.
    public static func find(in marks: [(time: Int64, mark: Mark)], lit: LitSpans, busy: LitSpans) -> [Strike] {
        var strikes: [Strike] = []
        for (index, item) in marks.enumerated() where item.mark.kind == .cause {
            guard let next = marks[(index + 1)...].first(where: { $0.mark.kind != .cause }) else { continue }
            let last = lit.last(after: item.time, before: next.time)
            strikes.append(
                Strike(
                    number: item.mark.number, time: item.time, end: next.time, wasBusy: busy.contains(item.time),
                    litFor: last == next.time ? nil : max((last ?? item.time) - item.time, 0),
                    stoodStill: next.mark.kind == .stoodStill ? Int64(next.mark.number) * 100_000 : 0))
        }
        return strikes
    }
}
