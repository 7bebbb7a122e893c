import Foundation
import Schedules

/// How high the sun stands, by the low-precision formulas of the Astronomical Almanac: right within 0.01 degrees from 1950 to 2050.
///
/// A plain second implementation, without any event that would have to be found.
struct SunHeight {
    let location: Location

    /// Degrees above the horizon without the air's bending, and degrees since noon, from -180 to 180.
    func at(_ time: WallTime) -> (height: Double, hourAngle: Double) {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        // Days since 2000-01-01T12:00 of UTC.
        let days = Double(time.seconds - 946_728_000) / 86_400
        let mean = 280.460 + 0.9856474 * days
        let anomaly = radians(357.528 + 0.9856003 * days)
        let longitude = radians(mean + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly))
        let obliquity = radians(23.439 - 0.0000004 * days)
        let ascension = atan2(cos(obliquity) * sin(longitude), cos(longitude)) * 180 / .pi
        let declination = asin(sin(obliquity) * sin(longitude))
        let sidereal = 280.46061837 + 360.98564736629 * days
        let angle = (sidereal + location.longitude - ascension).remainder(dividingBy: 360)
        let latitude = radians(location.latitude)
        let across = cos(latitude) * cos(declination) * cos(radians(angle))
        let height = asin(sin(latitude) * sin(declination) + across) * 180 / .pi
        return (height, angle)
    }
}
