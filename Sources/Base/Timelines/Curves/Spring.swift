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
