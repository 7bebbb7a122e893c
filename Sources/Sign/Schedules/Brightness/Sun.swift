import Glibc
import Timelines

/// A location on the earth.
package struct Location: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    package let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package let longitude: Double

    /// Creates a location; nil if a coordinate is out of range.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The events of the sun on a day.
package enum SunEvent: String, CaseIterable, Hashable, Sendable {
    /// The beginning of civil twilight in the morning: the sun's middle is 6 degrees below the horizon.
    case dawn
    /// The sun's upper edge appears: its middle is 50 arc minutes below the horizon, as air bends light.
    case sunrise
    /// The sun is highest.
    case noon
    /// The sun's upper edge disappears.
    case sunset
    /// The end of civil twilight in the evening.
    case dusk
}

/// Sunrise, sunset and twilight at a location.
///
/// Uses the equations of NOAA's solar calculator (after Jean Meeus, Astronomical Algorithms), evaluated a second time
/// at the event. Accurate to a minute or two between the polar circles, for the years 1900 to 2100, at sea level.
extension Location {
    /// Returns the time of an event of the sun on a day of a zone's calendar; some hundred floating-point operations, no
    /// allocation.
    ///
    /// - Returns: the time, to the minute; nil on a day without the event, and then whether the sun stays above its height
    ///   all day (polar day, or a night that does not become dark), or below it (polar night).
    package func time(
        of event: SunEvent, on date: CivilDate, in zone: ZoneRules
    ) -> (time: WallTime?, staysAbove: Bool) {
        let start = meanNoon(on: date, in: zone)
        var time = start
        for _ in 0..<3 {
            let sun = Self.sun(at: time)
            let middle = start - sun.equationOfTime * 60
            guard event != .noon else {
                time = middle
                continue
            }
            let cosine = cosineOfHourAngle(event, declination: sun.declination)
            guard (-1...1).contains(cosine) else { return (nil, cosine < 0) }
            // In degrees between the event and noon.
            let angle = acos(cosine) * 180 / .pi
            let isMorning = event == .dawn || event == .sunrise
            time = middle + (isMorning ? -angle : angle) * 240
        }
        return (Self.minute(time), false)
    }

    /// Returns when the sun is lowest before noon on a day of a zone's calendar, to the minute.
    func midnight(before date: CivilDate, in zone: ZoneRules) -> WallTime {
        let start = meanNoon(on: date, in: zone) - 43_200
        var time = start
        for _ in 0..<3 { time = start - Self.sun(at: time).equationOfTime * 60 }
        return Self.minute(time)
    }

    /// The mean solar noon nearest to 12:00 on the clocks, which may be on another day in UTC.
    private func meanNoon(on date: CivilDate, in zone: ZoneRules) -> Double {
        let noon = Double(zone.utc(ofLocal: Int64(date.dayNumber) * 86_400 + 43_200))
        let meanNoon = 43_200 - longitude * 240
        return ((noon - meanNoon) / 86_400).rounded() * 86_400 + meanNoon
    }

    private static func minute(_ time: Double) -> WallTime { WallTime(seconds: Int64((time / 60).rounded()) * 60) }

    private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
    private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

    /// The cosine of the hour angle at which the sun has the event's height.
    private func cosineOfHourAngle(_ event: SunEvent, declination: Double) -> Double {
        let height = event == .dawn || event == .dusk ? -6.0 : -0.833
        let across = Self.cosine(latitude) * Self.cosine(declination)
        let along = Self.sine(latitude) * Self.sine(declination)
        let difference = Self.sine(height) - along
        // At the poles the sun keeps its height.
        if abs(across) < 1e-9 { return difference < 0 ? -2 : 2 }
        return difference / across
    }

    /// The sun's declination in degrees, and the equation of time in minutes.
    private static func sun(at time: Double) -> (declination: Double, equationOfTime: Double) {
        // Julian centuries since 2000-01-01T12:00.
        let t = (time - 946_728_000) / (86_400 * 36_525)
        let longitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
        let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
        let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
        let first = sine(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014))
        let second = sine(2 * anomaly) * (0.019993 - t * 0.000101)
        let third = sine(3 * anomaly) * 0.000289
        let node = 125.04 - 1_934.136 * t
        let apparent = longitude + first + second + third - 0.00569 - 0.00478 * sine(node)
        let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
        let obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * cosine(node)
        let declination = asin(sine(obliquity) * sine(apparent)) * 180 / .pi
        let tangent = tan(obliquity * .pi / 360)
        let y = tangent * tangent
        var equation = y * sine(2 * longitude) - 2 * eccentricity * sine(anomaly)
        equation += 4 * eccentricity * y * sine(anomaly) * cosine(2 * longitude)
        equation -= 0.5 * y * y * sine(4 * longitude)
        equation -= 1.25 * eccentricity * eccentricity * sine(2 * anomaly)
        return (declination, 4 * equation * 180 / .pi)
    }
}
