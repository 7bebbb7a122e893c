/// Ticks at a list of offsets that repeats, each offset relative to the tick before (0.2 s, 0.2 s, 0.4 s, 0.2 s and so on).
///
/// The first tick comes one offset after the start.
public struct CyclicTicks: TickSchedule, Hashable {
    /// Where the offsets start to count.
    public let start: Instant
    /// The time from the start to each tick of the first cycle, ascending.
    private let ends: [Nanoseconds]

    /// Creates a schedule.
    ///
    /// Returns nil for an empty list, a negative offset, or offsets that sum up to less than 1 microsecond or more
    /// than a century.
    public init?(start: Instant, offsets: [Nanoseconds]) {
        var ends: [Nanoseconds] = []
        var sum = Nanoseconds.zero
        for offset in offsets {
            guard offset >= .zero else { return nil }
            sum = sum + offset
            ends.append(sum)
        }
        guard sum >= .microseconds(1), sum < .seconds(3_155_760_000) else { return nil }
        self.start = start
        self.ends = ends
    }

    private var length: Int64 { ends[ends.count - 1].count }

    /// Returns the last tick at or before the instant; of ticks that fall together the last one.
    ///
    /// O(log n).
    public func latest(at instant: Instant) -> Tick? {
        let elapsed = (instant - start).count
        guard elapsed >= 0 else { return nil }
        let (cycle, rest) = elapsed.quotientAndRemainder(dividingBy: length)
        let passed = count(notAfter: rest)
        let number = Int(clamping: Int128(cycle) * Int128(ends.count) + Int128(passed) - 1)
        guard number >= 0 else { return nil }
        let time = passed == 0 ? cycle * length : cycle * length + ends[passed - 1].count
        return Tick(instant: start + Nanoseconds(time), number: number)
    }

    /// Returns the first tick after the instant; O(log n).
    public func next(after instant: Instant) -> Instant? {
        let elapsed = (instant - start).count
        guard elapsed >= 0 else { return start + ends[0] }
        let (cycle, rest) = elapsed.quotientAndRemainder(dividingBy: length)
        let next = start + Nanoseconds(cycle * length) + ends[count(notAfter: rest)]
        return next > instant ? next : nil
    }

    /// How many of the ends of a cycle are at or before a time within it; never all of them.
    private func count(notAfter time: Int64) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].count <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
