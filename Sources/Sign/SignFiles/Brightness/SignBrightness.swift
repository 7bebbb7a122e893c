import Schedules

/// How bright a sign is: always the same, by the time of day and the sun, or by the light around it.
///
/// Where both are given the lower of the two counts: times say how bright the sign may be at most.
package struct SignBrightness: Equatable, Sendable {
    /// The brightness by the time of day; without entries it is always the same.
    package var schedule: BrightnessSchedule
    /// The brightness while the time of day is not known, 0 to 100.
    package var percentOfUnknownTime: Int
    /// The sensor of the light around the sign; nil for none.
    package var light: SignLight?

    /// Describes a brightness that is always the same, 0 to 100.
    package init(percent: Int) {
        self.init(BrightnessSchedule(usual: percent))
    }

    /// Describes a brightness by the time of day.
    ///
    /// - Parameter percentOfUnknownTime: nil for the highest of the schedule: a sign that is too dim by day cannot be read.
    package init(_ schedule: BrightnessSchedule, percentOfUnknownTime: Int? = nil, light: SignLight? = nil) {
        self.schedule = schedule
        self.percentOfUnknownTime = min(max(percentOfUnknownTime ?? Self.highest(of: schedule), 0), 100)
        self.light = light
    }

    /// The highest brightness of all times of day.
    package var highest: Int { Self.highest(of: schedule) }

    private static func highest(of schedule: BrightnessSchedule) -> Int {
        schedule.entries.map(\.percent).max() ?? schedule.usual
    }
}

extension SignBrightness: ExpressibleByIntegerLiteral {
    /// A brightness that is always the same.
    package init(integerLiteral value: Int) { self.init(percent: value) }
}
