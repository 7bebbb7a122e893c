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
    public static func seconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count, times: 1_000_000_000) }
    /// That many milliseconds, saturated.
    public static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count, times: 1_000_000) }
    /// That many microseconds, saturated.
    public static func microseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(count, times: 1_000) }

    private init(_ count: Int64, times unit: Int64) {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        self.init(overflow ? (count < 0 ? .min : .max) : product)
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
