/// A time of the day in whole seconds, 00:00:00 to 24:00:00.
package struct CivilTime: Hashable, Comparable, Sendable {
    /// Seconds since midnight, 0 to 86,400; the last is the end of the day.
    package let secondOfDay: Int

    /// The beginning of the day.
    package static let midnight = CivilTime(checked: 0)
    /// The end of the day, 24:00.
    package static let endOfDay = CivilTime(checked: 86_400)

    private init(checked: Int) {
        secondOfDay = checked
    }

    /// Creates a time of the day; nil beyond 0 to 86,400.
    package init?(secondOfDay: Int) {
        guard (0...86_400).contains(secondOfDay) else { return nil }
        self.secondOfDay = secondOfDay
    }

    /// Creates a time of the day; nil for a time that no clock shows, but 24:00:00 is the end of the day.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(secondOfDay: hour * 3_600 + minute * 60 + second)
    }

    /// Orders by time.
    package static func < (left: CivilTime, right: CivilTime) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension CivilTime: CustomStringConvertible {
    /// The time as `08:30`, or `08:30:15` if it has seconds.
    package var description: String {
        let (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
        let text = CivilDate.padded(hour) + ":" + CivilDate.padded(minute)
        return second == 0 ? text : text + ":" + CivilDate.padded(second)
    }
}
