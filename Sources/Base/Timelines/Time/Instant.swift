/// A point on a monotonic timeline, in nanoseconds since the clock's own zero; sums saturate.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's zero; may be negative.
    public let nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's zero.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's zero.
    public static let zero = Instant(nanoseconds: 0)
    /// The last instant; means never.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// The instant that much later, saturated.
    public static func + (instant: Instant, time: Nanoseconds) -> Instant {
        Instant(nanoseconds: (Nanoseconds(instant.nanoseconds) + time).count)
    }

    /// The instant that much earlier, saturated.
    public static func - (instant: Instant, time: Nanoseconds) -> Instant {
        Instant(nanoseconds: (Nanoseconds(instant.nanoseconds) - time).count)
    }

    /// The time from `start` to `end`, saturated.
    public static func - (end: Instant, start: Instant) -> Nanoseconds {
        Nanoseconds(end.nanoseconds) - Nanoseconds(start.nanoseconds)
    }

    /// Orders by time.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension Instant? {
    /// The earlier of two instants, of which either may be never.
    @inlinable
    package func earlier(_ other: Instant?) -> Instant? {
        guard let self, let other else { return self ?? other }
        return Swift.min(self, other)
    }
}

/// A clock that never steps: reads the time since its own zero.
public protocol MonotonicClock {
    /// The time since the zero of the clock.
    var now: Instant { get }
}

/// A clock that does not move by itself: for tests and offline rendering.
public struct ManualClock: MonotonicClock, Sendable {
    /// The current instant.
    public private(set) var now: Instant

    /// Creates a clock that shows `now`.
    public init(now: Instant = .zero) {
        self.now = now
    }

    /// Moves the clock forward; a monotonic clock does not go back, so earlier instants change nothing.
    public mutating func advance(to instant: Instant) {
        now = max(now, instant)
    }

    /// Moves the clock forward by a length of time.
    public mutating func advance(by time: Nanoseconds) {
        advance(to: now + time)
    }
}

/// The instants at which smooth motion may change: an epoch and a fixed interval, 60 Hz by default.
public struct RefreshGrid: Hashable, Sendable {
    /// One line of the grid.
    public let epoch: Instant
    /// The time between two lines, at least 1 microsecond.
    public let interval: Nanoseconds

    /// Creates a grid; the interval is at least 1 microsecond.
    public init(epoch: Instant = .zero, interval: Nanoseconds = Nanoseconds(16_666_667)) {
        self.epoch = epoch
        self.interval = max(interval, .microseconds(1))
    }

    /// Returns the last line at or before the instant.
    public func line(atOrBefore instant: Instant) -> Instant {
        line(number: 0, from: instant)
    }

    /// Returns the first line after the instant.
    public func line(after instant: Instant) -> Instant {
        line(number: 1, from: instant)
    }

    /// Returns the first line at or after the instant.
    public func line(atOrAfter instant: Instant) -> Instant {
        let before = line(atOrBefore: instant)
        return before == instant ? instant : line(after: instant)
    }

    /// The line that comes so many lines after the last one at or before an instant; saturates.
    private func line(number: Int128, from instant: Instant) -> Instant {
        let distance = Int128(instant.nanoseconds) - Int128(epoch.nanoseconds)
        let lines = distance.flooredQuotient(by: Int128(interval.count)) + number
        return Instant(nanoseconds: Int64(clamping: Int128(epoch.nanoseconds) + lines * Int128(interval.count)))
    }
}

/// A length of time in whole nanoseconds, about 292 years at most; sums saturate instead of trapping.
public struct Nanoseconds: Hashable, Comparable, Sendable {
    /// The number of nanoseconds; may be negative.
    public let count: Int64

    /// Creates a length of time from nanoseconds.
    public init(_ count: Int64) {
        self.count = count
    }

    /// No time.
    public static let zero = Nanoseconds(0)
    /// One nanosecond.
    public static let one = Nanoseconds(1)
    /// The longest time.
    public static let max = Nanoseconds(.max)

    /// That many seconds, saturated.
    public static func seconds(_ count: Int64) -> Nanoseconds { Nanoseconds(1_000_000_000).times(count) }
    /// That many milliseconds, saturated.
    public static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(1_000_000).times(count) }
    /// That many microseconds, saturated.
    public static func microseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(1_000).times(count) }

    /// That many times this length, saturated.
    package func times(_ factor: Int64) -> Nanoseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return Nanoseconds(overflow ? ((count < 0) != (factor < 0) ? .min : .max) : product)
    }

    /// The sum, saturated.
    public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        let (sum, overflow) = left.count.addingReportingOverflow(right.count)
        return Nanoseconds(overflow ? (right.count < 0 ? .min : .max) : sum)
    }

    /// The difference, saturated.
    public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        let (difference, overflow) = left.count.subtractingReportingOverflow(right.count)
        return Nanoseconds(overflow ? (right.count < 0 ? .max : .min) : difference)
    }

    /// Orders by length.
    public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }
}

extension Nanoseconds {
    /// Reads a length of time such as `1.5s`, `300ms`, `20us`, `2m`, `1h`, or `90` (seconds); never negative.
    ///
    /// Returns nil if the text is something else, finer than a nanosecond, or longer than 292 years.
    public init?(parsing text: some StringProtocol) {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let units: [String: Int64] = [
            "": 1_000_000_000, "s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1, "m": 60_000_000_000,
            "min": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000,
        ]
        guard let unit = units[text[number.endIndex...].lowercased()] else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), number.utf8.contains(where: { (48...57).contains($0) }),
            number.utf8.allSatisfy({ $0 == 46 || (48...57).contains($0) })
        else { return nil }
        var total = Int128(0)
        if !parts[0].isEmpty {
            guard let whole = Int64(parts[0]) else { return nil }
            total = Int128(whole) * Int128(unit)
        }
        if parts.count == 2 {
            var scaled = Int128(unit)
            for digit in parts[1].utf8 {
                guard scaled % 10 == 0 else { return nil }
                scaled /= 10
                total += scaled * Int128(digit - 48)
            }
        }
        guard let count = Int64(exactly: total) else { return nil }
        self.init(count)
    }

    /// The time in the unit that suits it, such as `1.5s`, `300ms` or `2h`; `init(parsing:)` reads it back.
    public var text: String {
        guard count != 0 else { return "0s" }
        let units: [(String, Int64)] = [
            ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
            ("ms", 1_000_000), ("us", 1_000),
        ]
        for (name, unit) in units where count % (unit / 10 > 0 ? unit / 10 : unit) == 0 {
            guard count.magnitude >= unit.magnitude else { continue }
            let tenths = (count % unit) / (unit / 10)
            return tenths == 0 ? "\(count / unit)\(name)" : "\(count / unit).\(tenths.magnitude)\(name)"
        }
        return "\(count)ns"
    }
}

extension Int64 {
    /// The quotient rounded down, and the rest, which is not negative; for a positive divisor.
    @inline(__always)
    package func floored(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}

extension Int128 {
    /// The quotient rounded down, for a positive divisor.
    @inline(__always)
    func flooredQuotient(by divisor: Int128) -> Int128 {
        // Several times cheaper than a division in 128 bits, if both numbers fit.
        if let small = Int64(exactly: self), let divisor = Int64(exactly: divisor), small != .min {
            return Int128(small.floored(by: divisor).quotient)
        }
        let quotient = self / divisor
        return quotient * divisor > self ? quotient - 1 : quotient
    }

    /// The quotient rounded up, for a positive divisor.
    @inline(__always)
    func ceiledQuotient(by divisor: Int128) -> Int128 {
        -(-self).flooredQuotient(by: divisor)
    }
}
