import Schedules
import SignFiles

extension SignBrightness {
    /// The brightness by the time of day alone.
    package func percent(at reading: WallReading, in zone: ZoneRules) -> Int {
        guard !schedule.entries.isEmpty else { return schedule.usual }
        return reading.isSynchronized ? schedule.percent(at: reading.wall, in: zone) : percentOfUnknownTime
    }
}

extension SignLight {
    /// The state that follows it, before the first reading.
    var state: AmbientLight { AmbientLight(points: points, smoothing: smoothing, hysteresis: hysteresis) }
}
