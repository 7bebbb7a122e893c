import Glibc
import Timelines

/// Converts the readings of a light sensor to a brightness, smoothly and without flicker at an edge.
///
/// A pure state machine: each reading has an instant and is valid until the next one. The eye judges light by ratios,
/// so readings are smoothed and mapped by their logarithm; the result changes only when it differs by more than the
/// hysteresis from the last one. It follows a reading in steps of a tenth of the smoothing time, so that the result at
/// an instant does not depend on how often it was computed before.
package struct AmbientLight: Hashable, Sendable {
    /// The brightness at an illuminance.
    package struct Point: Hashable, Sendable {
        /// The illuminance in lux, 0 to 200,000.
        package var lux: Double
        /// The brightness, 0 to 100.
        package var percent: Int

        /// Creates a point; values are clamped to their ranges, and NaN becomes 0.
        package init(lux: Double, percent: Int) {
            self.lux = lux > 0 ? min(lux, AmbientLight.brightest) : 0
            self.percent = min(max(percent, 0), 100)
        }
    }

    /// The largest illuminance in lux; direct sunlight is half of it.
    package static let brightest = 200_000.0

    /// Night, a lit room, and daylight behind glass.
    package static let defaultPoints = [
        Point(lux: 1, percent: 5), Point(lux: 100, percent: 30), Point(lux: 10_000, percent: 100),
    ]

    /// The points, ascending by lux; between them the brightness is interpolated by the logarithm.
    package let points: [Point]
    /// The time constant: after it, two thirds of a jump of the light are followed.
    package let smoothing: Nanoseconds
    /// The difference in percentage points at which the brightness changes.
    package let hysteresis: Int
    /// The current brightness; nil before the first reading.
    package private(set) var percent: Int?
    /// The smoothed and the last reading, as logarithms; nil before the first reading.
    private var level: Double?
    private var measured = 0.0
    private var last = Instant.zero

    /// The difference of logarithms at which a reading counts as reached: a thousandth of its light.
    private static let reached = 0.0005

    /// Creates a state before the first reading.
    ///
    /// - Parameters:
    ///   - points: if empty, the default points are used.
    ///   - smoothing: zero for none.
    ///   - hysteresis: 0 for none; clamped to 0 to 50.
    package init(
        points: [Point] = defaultPoints, smoothing: Nanoseconds = .seconds(10), hysteresis: Int = 3
    ) {
        self.points = (points.isEmpty ? Self.defaultPoints : points).sorted { $0.lux < $1.lux }
        self.smoothing = max(smoothing, .zero)
        self.hysteresis = min(max(hysteresis, 0), 50)
    }

    /// Adds a reading and returns the brightness; NaN and negative readings are ignored.
    @discardableResult
    package mutating func take(lux: Double, at instant: Instant) -> Int? {
        guard lux >= 0, lux.isFinite else { return percent }
        advance(to: instant)
        follow(until: instant)
        measured = Self.level(min(lux, Self.brightest))
        if level == nil || smoothing == .zero {
            (level, last) = (measured, instant)
            settle()
        }
        return percent
    }

    /// Follows the last reading up to an instant, and returns the brightness then; at most a hundred steps.
    @discardableResult
    package mutating func advance(to instant: Instant) -> Int? {
        while let next = nextStep, next <= instant { follow(until: next) }
        return percent
    }

    /// Returns when the brightness next changes without another reading; nil for never.
    package var nextChange: Instant? {
        var later = self
        while let next = later.nextStep {
            later.follow(until: next)
            if later.percent != percent { return next }
        }
        return nil
    }

    private var nextStep: Instant? {
        guard let level, level != measured else { return nil }
        return last + max(Nanoseconds(smoothing.count / 10), .one)
    }

    private mutating func follow(until instant: Instant) {
        guard let level, instant > last else { return }
        let elapsed = smoothing == .zero ? 100 : Double((instant - last).count) / Double(smoothing.count)
        let rest = (level - measured) * exp(-elapsed)
        self.level = abs(rest) < Self.reached ? measured : measured + rest
        last = instant
        settle()
    }

    /// Adopts the brightness of the current light, unless it is too close to the last one.
    private mutating func settle() {
        guard let level else { return }
        let wanted = Self.percent(at: level, points)
        let isEnd = wanted == points.first?.percent || wanted == points.last?.percent
        // At the ends the last step is taken whatever its size, so that full brightness is reached.
        if let percent, abs(wanted - percent) <= hysteresis, !isEnd { return }
        percent = wanted
    }

    private static func level(_ lux: Double) -> Double { log10(lux + 1) }

    private static func percent(at level: Double, _ points: [Point]) -> Int {
        guard let first = points.first, let last = points.last else { return 100 }
        if level <= Self.level(first.lux) { return first.percent }
        for (low, high) in zip(points, points.dropFirst()) {
            let (from, to) = (Self.level(low.lux), Self.level(high.lux))
            guard level < to else { continue }
            let part = (level - from) / (to - from)
            return Int((Double(low.percent) + part * Double(high.percent - low.percent)).rounded())
        }
        return last.percent
    }
}
