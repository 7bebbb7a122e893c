/// How a change is spread over its time: from progress in time to progress in value, both with 32 fraction bits.
///
/// The named curves are those of CSS (CSS Easing Functions Level 1). Pure integer arithmetic.
public enum Easing: Hashable, Sendable {
    /// At constant speed.
    case linear
    /// Starts slowly: cubic Bezier (0.42, 0, 1, 1).
    case easeIn
    /// Ends slowly: cubic Bezier (0, 0, 0.58, 1).
    case easeOut
    /// Starts and ends slowly: cubic Bezier (0.42, 0, 0.58, 1).
    case easeInOut
    /// A curve through (0, 0) and (1, 1) with two control points.
    case cubicBezier(CubicBezier)
    /// A spring that swings in; runs in its own time, not stretched to that of the change.
    case spring(Spring)
    /// Stands still and jumps at the end.
    case step

    /// Returns how much of the change is done after `elapsed` of `duration`: 0 before the start, 1 from the end on.
    ///
    /// Springs and steep Beziers go beyond 0...1 in between.
    public func progress(after elapsed: Nanoseconds, of duration: Nanoseconds) -> Int64 {
        guard elapsed < duration else { return FixedPoint.one }
        guard elapsed > .zero else { return 0 }
        if case .spring(let spring) = self { return spring.position(after: elapsed) }
        return value(at: Int64((Int128(elapsed.count) << 32) / Int128(duration.count)))
    }

    /// Returns the value at a progress in time of 0...1; a spring counts the progress as its settling time.
    public func value(at progress: Int64) -> Int64 {
        guard progress > 0 else { return 0 }
        guard progress < FixedPoint.one else { return FixedPoint.one }
        switch self {
        case .linear: return progress
        case .easeIn: return CubicBezier.easeIn.value(at: progress)
        case .easeOut: return CubicBezier.easeOut.value(at: progress)
        case .easeInOut: return CubicBezier.easeInOut.value(at: progress)
        case .cubicBezier(let curve): return curve.value(at: progress)
        case .spring(let spring):
            let elapsed = (Int128(spring.settlingTime.count) * Int128(progress)) >> 32
            return spring.position(after: Nanoseconds(Int64(elapsed)))
        case .step: return 0
        }
    }

    /// Whether the value never leaves its start before the end.
    public var isStep: Bool { self == .step }
}

/// A cubic Bezier from (0, 0) to (1, 1): time on x, value on y, as CSS defines `cubic-bezier()`.
public struct CubicBezier: Hashable, Sendable {
    private let x1: Int64
    private let y1: Int64
    private let x2: Int64
    private let y2: Int64

    /// Creates a curve from its two control points in thousandths (420 is 0.42).
    ///
    /// The x of both is clamped to 0...1000, so that time never runs backwards, the y to -10000...10000.
    public init(thousandths x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
        func fixed(_ thousandths: Int, _ range: ClosedRange<Int>) -> Int64 {
            (Int64(min(max(thousandths, range.lowerBound), range.upperBound)) << 32) / 1000
        }
        self.x1 = fixed(x1, 0...1000)
        self.y1 = fixed(y1, -10000...10000)
        self.x2 = fixed(x2, 0...1000)
        self.y2 = fixed(y2, -10000...10000)
    }

    /// CSS `ease-in`.
    public static let easeIn = CubicBezier(thousandths: 420, 0, 1000, 1000)
    /// CSS `ease-out`.
    public static let easeOut = CubicBezier(thousandths: 0, 0, 580, 1000)
    /// CSS `ease-in-out`.
    public static let easeInOut = CubicBezier(thousandths: 420, 0, 580, 1000)

    /// Returns the value at a progress in time, both with 32 fraction bits; finds the parameter by bisection.
    public func value(at progress: Int64) -> Int64 {
        var low: Int64 = 0
        var high = FixedPoint.one
        while high - low > 1 {
            let middle = (low + high) >> 1
            if CubicBezier.coordinate(x1, x2, at: middle) <= progress { low = middle } else { high = middle }
        }
        return CubicBezier.coordinate(y1, y2, at: low)
    }

    /// 3(1-s)^2 s a + 3(1-s) s^2 b + s^3.
    private static func coordinate(_ a: Int64, _ b: Int64, at s: Int64) -> Int64 {
        let rest = FixedPoint.one - s
        let first = 3 * FixedPoint.multiply(FixedPoint.multiply(FixedPoint.multiply(rest, rest), s), a)
        let second = 3 * FixedPoint.multiply(FixedPoint.multiply(FixedPoint.multiply(rest, s), s), b)
        return first + second + FixedPoint.multiply(FixedPoint.multiply(s, s), s)
    }
}

/// A damped spring that moves from 0 to 1, described by its response and damping fraction.
///
/// With w = 2 pi / response, the position is 1 - exp(-d w t) (cos(w' t) + (d w / w') sin(w' t)), w' = w sqrt(1 - d^2);
/// for d = 1 it is 1 - exp(-w t) (1 + w t). A damping above 1 counts as 1.
public struct Spring: Hashable, Sendable {
    /// The time of one undamped swing.
    public let response: Nanoseconds
    /// The damping fraction with 32 fraction bits: 0 swings forever, 1 does not overshoot.
    public let damping: Int64

    /// Creates a spring; the response is at least 1 ms, the damping (in thousandths) is clamped to 50...1000.
    public init(response: Nanoseconds, dampingThousandths: Int = 825) {
        self.response = max(response, .milliseconds(1))
        damping = (Int64(min(max(dampingThousandths, 50), 1000)) << 32) / 1000
    }

    /// The time after which it is within 1/65536 of its end.
    public var settlingTime: Nanoseconds {
        // ln 65536 / (2 pi) is 1.765; critical damping needs about one swing more.
        let swings = FixedPoint.divide(7_580_617_277, damping) + FixedPoint.one
        return Nanoseconds(Int64(clamping: (Int128(response.count) * Int128(swings)) >> 32))
    }

    /// Returns the position after a time, with 32 fraction bits.
    public func position(after elapsed: Nanoseconds) -> Int64 {
        guard elapsed > .zero else { return 0 }
        guard elapsed < settlingTime else { return FixedPoint.one }
        let turns = Int64((Int128(elapsed.count) << 32) / Int128(response.count))
        let angle = FixedPoint.multiply(turns, 26_986_075_409)  // 2 pi
        let decay = FixedPoint.exponentialDecay(FixedPoint.multiply(damping, angle))
        let quadrature = FixedPoint.squareRoot(FixedPoint.one - FixedPoint.multiply(damping, damping))
        guard quadrature > 1 << 16 else {
            return FixedPoint.one - FixedPoint.multiply(decay, FixedPoint.one + angle)
        }
        let phase = FixedPoint.multiply(turns, quadrature)
        let swing =
            FixedPoint.cosine(turns: phase)
            + FixedPoint.multiply(FixedPoint.divide(damping, quadrature), FixedPoint.sine(turns: phase))
        return FixedPoint.one - FixedPoint.multiply(decay, swing)
    }
}
