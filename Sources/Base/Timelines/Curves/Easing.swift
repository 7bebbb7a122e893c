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
