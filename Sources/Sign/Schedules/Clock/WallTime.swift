import Timelines

/// A point of civil time: nanoseconds since 1970-01-01T00:00Z, without leap seconds; sums saturate.
///
/// Covers the years 1677 to 2262. It decides what is shown, never where: positions depend on `Instant`.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00Z; may be negative.
    package var nanoseconds: Int64

    /// Creates a time from nanoseconds since 1970-01-01T00:00Z.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time from seconds since 1970-01-01T00:00Z, saturated.
    package init(seconds: Int64) {
        nanoseconds = Nanoseconds.seconds(seconds).count
    }

    /// 1970-01-01T00:00Z.
    package static let epoch = WallTime(nanoseconds: 0)
    /// The latest possible time; means never where a time is required.
    package static let distantFuture = WallTime(nanoseconds: .max)
    /// The earliest possible time.
    package static let distantPast = WallTime(nanoseconds: .min)

    /// The whole seconds since 1970-01-01T00:00Z, rounded down.
    package var seconds: Int64 { nanoseconds.floored(by: 1_000_000_000).quotient }

    /// The nanoseconds since the second began, 0 to 999,999,999.
    package var nanosecond: Int64 { nanoseconds.floored(by: 1_000_000_000).rest }

    /// Whether it is in the years 1678 to 2261, which the calendar has.
    package var isInCalendar: Bool {
        let day = CivilDate.day(ofLocal: seconds)
        return CivilDate.first.dayNumber <= day && day <= CivilDate.last.dayNumber
    }

    /// The time that much later, saturated.
    package static func + (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) + length).count)
    }

    /// The time that much earlier, saturated.
    package static func - (time: WallTime, length: Nanoseconds) -> WallTime {
        WallTime(nanoseconds: (Nanoseconds(time.nanoseconds) - length).count)
    }

    /// The length of time from `start` to `end`, saturated.
    package static func - (end: WallTime, start: WallTime) -> Nanoseconds {
        Nanoseconds(end.nanoseconds) - Nanoseconds(start.nanoseconds)
    }

    /// Orders by time.
    package static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
