/// Motion at a constant speed that starts somewhere and never ends.
///
/// position(t) = from + floor(speed * (t - start)), computed with 128-bit intermediates, so it never drifts.
public struct SteadyMotion: Hashable, Sendable {
    /// When it starts; at earlier instants it stays at its start.
    public let start: Instant
    /// Where it starts, in 1/65536 pixel.
    public let from: Int64
    /// How fast it is.
    public let speed: Speed

    /// Creates a motion.
    public init(start: Instant, from: Int64 = 0, speed: Speed) {
        self.start = start
        self.from = from
        self.speed = speed
    }

    /// Subpixels travelled per `divisor` nanoseconds.
    private var dividend: Int128 { Int128(speed.numerator) << 16 }
    private var divisor: Int128 { Int128(speed.denominator) * 1_000_000_000 }

    /// Returns the position in 1/65536 pixel.
    public func position(at instant: Instant) -> Int64 {
        let elapsed = instant - start
        guard elapsed > .zero else { return from }
        let distance = (Int128(elapsed.count) * dividend).flooredQuotient(by: divisor)
        return Int64(clamping: Int128(from) + distance)
    }

    /// Returns the first instant, `earliest` or later, at which the step index is another than `index`.
    ///
    /// For whole pixels from zero at v = n/d px/s that is ceil((index + 1) d / n), and floor(index d / n) + 1 when v < 0.
    func departure(from index: Int64, step: MotionStep, notBefore earliest: Instant) -> Instant? {
        guard step.index(of: position(at: earliest)) == index else { return earliest }
        guard !speed.isZero else { return nil }
        let lower = Int128(index) << Int128(step.rawValue)
        let time: Int128
        if dividend > 0 {
            let distance = lower + (1 << Int128(step.rawValue)) - Int128(from)
            time = (distance * divisor).ceiledQuotient(by: dividend)
        } else {
            time = ((Int128(from) - lower) * divisor).flooredQuotient(by: -dividend) + 1
        }
        // A saturated position stays: what would have been its change has passed.
        guard let change = Int64(exactly: Int128(start.nanoseconds) + time), change >= earliest.nanoseconds else {
            return nil
        }
        return Instant(nanoseconds: change)
    }
}
