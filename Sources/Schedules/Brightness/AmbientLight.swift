import Glibc
import Timelines

/// Turns what a light sensor measures into a brightness: smoothly, and without flicker at an edge.
///
/// A pure state machine: readings come with their instants. The eye judges light by ratios, so readings are smoothed and
/// mapped by their logarithm; the answer changes only when it is more than the hysteresis away from the last one.
public struct AmbientLight: Hashable, Sendable {
    /// The brightness at an illuminance.
    public struct Point: Hashable, Sendable {
        /// The illuminance in lux, 0 to 200,000.
        public var lux: Double
        /// The brightness, 0 to 100.
        public var percent: Int

        /// Creates a point; values are kept within their ranges, and what is no number is 0.
        public init(lux: Double, percent: Int) {
            self.lux = lux > 0 ? min(lux, 200_000) : 0
            self.percent = min(max(percent, 0), 100)
        }
    }

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
    private var level: Double?
    private var last = Instant.zero

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
        let reading = Self.level(min(lux, 200_000))
        if let level, smoothing > .zero {
            let elapsed = Double(max((instant - last).count, 0)) / Double(smoothing.count)
            self.level = reading + (level - reading) * exp(-elapsed)
        } else {
            level = reading
        }
        last = max(last, instant)
        let wanted = Self.percent(at: level ?? reading, points)
        let isEnd = wanted == points.first?.percent || wanted == points.last?.percent
        // At the ends the last step is taken whatever its size, so that full brightness is reached.
        if let percent, abs(wanted - percent) <= hysteresis, !isEnd { return percent }
        percent = wanted
        return wanted
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
