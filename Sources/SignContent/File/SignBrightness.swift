import LiveValues
import Schedules
import Timelines

/// How bright a sign is: always the same, by the time of day and the sun, or by the light around it.
///
/// Where both are given the lower of the two counts: times say how bright the sign may be at most.
public struct SignBrightness: Equatable, Sendable {
    /// The brightness by the time of day; without entries it is always the same.
    public var schedule: BrightnessSchedule
    /// The brightness while the time of day is not known, 0 to 100.
    public var percentOfUnknownTime: Int
    /// The sensor of the light around the sign; nil for none.
    public var light: SignLight?

    /// Describes a brightness that is always the same, 0 to 100.
    public init(percent: Int) {
        self.init(BrightnessSchedule(usual: percent))
    }

    /// Describes a brightness by the time of day.
    ///
    /// - Parameter percentOfUnknownTime: nil for the highest of the schedule: a sign that is too dim by day cannot be read.
    public init(_ schedule: BrightnessSchedule, percentOfUnknownTime: Int? = nil, light: SignLight? = nil) {
        self.schedule = schedule
        self.percentOfUnknownTime = min(max(percentOfUnknownTime ?? Self.highest(of: schedule), 0), 100)
        self.light = light
    }

    /// The highest brightness of all times of day.
    var highest: Int { Self.highest(of: schedule) }

    private static func highest(of schedule: BrightnessSchedule) -> Int {
        schedule.entries.map(\.percent).max() ?? schedule.usual
    }

    /// The brightness by the time of day alone.
    public func percent(at reading: WallReading, in zone: ZoneRules) -> Int {
        guard !schedule.entries.isEmpty else { return schedule.usual }
        return reading.isSynchronized ? schedule.percent(at: reading.wall, in: zone) : percentOfUnknownTime
    }
}

extension SignBrightness: ExpressibleByIntegerLiteral {
    /// A brightness that is always the same.
    public init(integerLiteral value: Int) { self.init(percent: value) }
}

/// A sensor of the light around a sign, and what is made of it.
public struct SignLight: Equatable, Sendable {
    /// The sensor, which is asked like the sources of fields.
    public var source: LiveSource
    /// The brightness at some illuminances.
    public var points = AmbientLight.usualPoints
    /// The time after which a jump of the light is followed by two thirds.
    public var smoothing = Nanoseconds.seconds(10)
    /// The percentage points below which nothing changes.
    public var hysteresis = 3

    /// The name under which the sensor is asked, which no field has.
    public static let sourceName = "light of brightness"

    /// Describes a sensor of the kernel (IIO): a file with lux in it, or one whose name ends in `_raw` and whose factor
    /// stands in a file beside it.
    ///
    /// - Parameter interval: from one look to the next.
    public init(_ file: LiveFile, interval: Nanoseconds = .seconds(2)) {
        var file = file
        file.isScaledBeside = true
        source = LiveSource(Self.sourceName, .file(file), form: .number(LiveScale()))
        source.interval = interval
        // A sensor that has come off says nothing of the light there is.
        source.keep = max(.seconds(30), interval + interval + interval)
    }

    /// The state that follows it, before the first reading.
    var state: AmbientLight { AmbientLight(points: points, smoothing: smoothing, hysteresis: hysteresis) }
}
