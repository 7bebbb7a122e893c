import Glibc
import Timelines

/// Turns what a light sensor measures into a brightness: smoothly, and without flicker at an edge.
///
/// A pure state machine: readings come with their instants, and each holds until the next. The eye judges light by ratios,
/// so readings are smoothed and mapped by their logarithm; the answer changes only when it is more than the hysteresis away
/// from the last one. It follows a reading in steps of a tenth of the smoothing time, so that what it answers at an instant
/// does not depend on how often it was asked before.
public struct AmbientLight: Hashable, Sendable {
    /// The brightness at an illuminance.
    public struct Point: Hashable, Sendable {
        /// The illuminance in lux, 0 to 200,000.
        public var lux: Double
        /// The brightness, 0 to 100.
        public var percent: Int

        /// Creates a point; values are kept within their ranges, and what is no number is 0.
        public init(lux: Double, percent: Int) {
            self.lux = lux > 0 ? min(lux, AmbientLight.brightest) : 0
            self.percent = min(max(percent, 0), 100)
        }
    }

    /// The lux that are told apart: direct sunlight is half of it.
    public static let brightest = 200_000.0

    /// Night, a lit room, and daylight behind glass.
    public static let usualPoints = [
        Point(lux: 1, percent: 5), Point(lux: 100, percent: 30), Point(lux: 10_000, percent: 100),
    ]

    /// The points, ascending by lux; between them the brightness goes along the logarithm.
    public let points: [Point]
    /// The time after which a jump of the light is followed by two thirds.
    public let smoothing: Nanoseconds
    /// The percentage points that the brightness has to be off before it changes.
    public let hysteresis: Int
    /// The brightness now; nil before the first reading.
    public private(set) var percent: Int?
    /// What is followed, and what was measured last, on the logarithm; nil before the first reading.
    private var level: Double?
    private var measured = 0.0
    private var last = Instant.zero

    /// The difference on the logarithm at which a reading is reached: a thousandth of its light.
    private static let reached = 0.0005

    /// Creates a state before the first reading.
    ///
    /// - Parameters:
    ///   - points: one at least; without any the usual ones are taken.
    ///   - smoothing: zero for none.
    ///   - hysteresis: 0 for none, kept within 0 to 50.
    public init(
        points: [Point] = usualPoints, smoothing: Nanoseconds = .seconds(10), hysteresis: Int = 3
    ) {
        self.points = (points.isEmpty ? Self.usualPoints : points).sorted { $0.lux < $1.lux }
        self.smoothing = max(smoothing, .zero)
        self.hysteresis = min(max(hysteresis, 0), 50)
    }

    /// Takes a reading, and returns the brightness; what is no number, or negative, changes nothing.
    @discardableResult
    public mutating func take(lux: Double, at instant: Instant) -> Int? {
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
    public mutating func advance(to instant: Instant) -> Int? {
        while let next = nextStep, next <= instant { follow(until: next) }
        return percent
    }

    /// Returns when the brightness next changes if nothing else is measured; nil for never.
    public var nextChange: Instant? {
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

    /// Takes the brightness of the present light, unless it is too near to the one before.
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
