import Marquee
import PixelGraphics
import Schedules
import SignFiles
import Timelines

/// How bright a running sign is: by an override, or by its file, the time of day and the light around it.
///
/// A state machine that decides like all else: at instants that it says before, and when something is measured or set.
struct BrightnessController {
    /// The brightness since the last decision, 0 to 100.
    var percent: Int { min(isAwake ? max(own, settings.highest) : own, limit ?? 100) }
    /// The brightness without messages that wake the sign.
    private var own: Int { isLit ? automatic : given ?? automatic }
    private var isAwake = false
    /// What the server says of the picture that is shown; nil for no limit.
    private var limit: Int?
    /// The brightness by the file, the time of day and the light.
    private var automatic: Int
    /// Whether a stream has found the sign switched off, and the brightness has not been set since.
    private var isToBeLit = false
    /// Whether that stream is seen.
    private var isLit = false
    /// When it next changes by itself, as far as is known; nil for never.
    var nextDecision: Instant? { given == nil || isLit ? nextChange : nil }
    private var nextChange: Instant?
    private var settings: SignBrightness
    private var zone: ZoneRules
    private var given: Int?
    private var light: AmbientLight?
    private var hasLight = false
    /// What the schedule said, from when, and until when.
    private var known: (from: WallTime, percent: Int, until: WallTime?)?

    init(_ file: SignFile) {
        (settings, zone) = (file.brightness, file.zone)
        light = file.brightness.light?.state
        automatic = file.brightness.schedule.defaultPercent
    }

    /// Goes by another file from the next decision on; a sensor that is the same is still followed.
    mutating func show(_ file: SignFile) {
        if file.brightness.light != settings.light {
            light = file.brightness.light?.state
            hasLight = false
        }
        (settings, zone) = (file.brightness, file.zone)
        known = nil
    }

    /// Whether nothing overrides it.
    var isAutomatic: Bool { given == nil }

    /// Overrides it, 0 to 100, or ends the override with nil; takes effect at the next decision.
    mutating func set(_ percent: Int?) {
        given = percent.map { min(max($0, 0), 100) }
        (isToBeLit, isLit) = (false, false)
    }

    /// Takes that a stream has begun that lights the sign if it was switched off: to the brightness of the file, the time
    /// of day and the light, which may be 0.
    mutating func streamBegan() { isToBeLit = given == 0 }

    /// Takes that the stream has ended.
    mutating func streamEnded() { (isToBeLit, isLit) = (false, false) }

    /// Takes whether the stream is seen; returns whether that changes the brightness.
    mutating func light(_ isSeen: Bool) -> Bool {
        let isLit = isToBeLit && isSeen
        defer { self.isLit = isLit }
        return isLit != self.isLit
    }

    /// Takes whether a message is shown that wakes the sign: it is as bright as the file ever has it then, whatever the time,
    /// the light and the override say; returns whether that is new.
    mutating func wake(_ isAwake: Bool) -> Bool {
        defer { self.isAwake = isAwake }
        return isAwake != self.isAwake
    }

    /// Takes how bright the sign is at most because of what it shows, nil for no limit; returns whether that is new.
    mutating func limit(_ percent: Int?) -> Bool {
        defer { limit = percent }
        return percent != limit
    }

    /// Takes what the sensor measures; nil if it measures nothing any more.
    mutating func take(lux: Double?, at instant: Instant) {
        hasLight = lux != nil
        if let lux { light?.take(lux: lux, at: instant) }
    }

    /// Decides for a reading of the clock, not before the last one.
    mutating func decide(_ reading: WallReading) {
        nextChange = nil
        let maximum = byTime(reading)
        let measured = byLight(reading.monotonic)
        automatic = min(maximum, measured)
    }

    private mutating func byTime(_ reading: WallReading) -> Int {
        guard !settings.schedule.entries.isEmpty else { return settings.schedule.defaultPercent }
        guard reading.isSynchronized else {
            known = nil
            nextChange = reading.monotonic + synchronizationInterval
            return settings.percentOfUnknownTime
        }
        let (percent, until) = schedule(at: reading.wall)
        nextChange = until.map(reading.upcoming)
        return percent
    }

    /// What the schedule says, which takes a while to find out in polar nights.
    private mutating func schedule(at wall: WallTime) -> (percent: Int, until: WallTime?) {
        if let known, known.from <= wall, known.until.map({ wall < $0 }) ?? true {
            return (known.percent, known.until)
        }
        let percent = settings.schedule.percent(at: wall, in: zone)
        let until = settings.schedule.nextChange(after: wall, in: zone)
        known = (wall, percent, until)
        return (percent, until)
    }

    private mutating func byLight(_ instant: Instant) -> Int {
        guard hasLight, let percent = light?.advance(to: instant) else { return 100 }
        nextChange = nextChange.earlier(light?.nextChange.map { max($0, instant + .one) })
        return percent
    }
}

extension SignBrightness {
    /// The brightness by the time of day alone.
    package func percent(at reading: WallReading, in zone: ZoneRules) -> Int {
        guard !schedule.entries.isEmpty else { return schedule.defaultPercent }
        return reading.isSynchronized ? schedule.percent(at: reading.wall, in: zone) : percentOfUnknownTime
    }
}

extension SignLight {
    /// The state that follows it, before the first reading.
    var state: AmbientLight { AmbientLight(points: points, smoothing: smoothing, hysteresis: hysteresis) }
}

extension Cadence {
    /// How often clocks and parts of a sign are updated (behaviour E2); they hide what would be out of date.
    init(brightness: Brightness, saving: PowerSaving) {
        switch saving {
        case .auto where brightness.percent == 0: self = .minutes
        case .auto: self = brightness.percent < 20 ? .seconds : .live
        case .always: self = .minutes
        case .never: self = .live
        }
    }
}
