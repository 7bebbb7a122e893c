/// The motions after a drag is released.
extension KnotMotion {
    /// Creates the motion that goes on from velocity u and eases to the automatic velocity v:
    /// x(t) = x0 + v t + (u - v) tau (1 - exp(-t / tau)), until the rest of the exponential is below 1/65536 pixel.
    ///
    /// - Parameters:
    ///   - velocity: u in 1/65536 pixel per second, clamped to 20,000 px/s either way.
    ///   - automatic: v.
    ///   - timeConstant: tau, clamped to 10 ms ... 10 s.
    public static func flick(
        start: Instant, from: Int64, velocity: Int64, automatic: Speed, timeConstant: Nanoseconds = .milliseconds(500)
    ) -> KnotMotion {
        let tau = min(max(timeConstant, .milliseconds(10)), .seconds(10)).count
        let limit = 20_000 * Subpixel.perPixel
        let excess = min(max(velocity, -limit), limit) - automatic.subpixelsPerSecond
        let amplitude = Int128(excess) * Int128(tau) / 1_000_000_000  // (u - v) tau in subpixels
        let drift = SteadyMotion(start: .zero, speed: automatic)
        return KnotMotion.through(start: start, from: from, tau: tau, amplitude: amplitude) { time, decay in
            drift.position(at: Instant(nanoseconds: time)) + Int64(clamping: amplitude - ((amplitude * decay) >> 60))
        }
    }

    /// Creates the motion of a critically damped spring that returns to `target`: continuous in position and speed.
    ///
    /// x(t) = target + (d + (u + d / tau) t) exp(-t / tau) with d = x0 - target.
    public static func settle(
        start: Instant, from: Int64, target: Int64, velocity: Int64,
        timeConstant: Nanoseconds = .milliseconds(120)
    ) -> KnotMotion {
        let tau = min(max(timeConstant, .milliseconds(10)), .seconds(10)).count
        let limit = 20_000 * Subpixel.perPixel
        let displacement = Int128(from) - Int128(target)
        let pull = Int128(min(max(velocity, -limit), limit)) * Int128(tau) / 1_000_000_000 + displacement
        let amplitude = Int128(max(displacement.magnitude, pull.magnitude)) * 4
        let motion = KnotMotion.through(start: start, from: from, tau: tau, amplitude: amplitude) { time, decay in
            let swing = displacement + pull * Int128(time) / Int128(tau)
            return Int64(clamping: ((swing * decay) >> 60) - displacement)
        }
        let last = Knot(time: motion.length, position: Int64(clamping: -displacement))
        return KnotMotion(start: start, from: from, repeats: 1, scale: 1, knots: motion.knots.dropLast() + [last])
    }

    /// Lays knots along a curve that settles like exp(-t / tau), closely enough for chords to err by less than
    /// 0.001 px, rounding included: they err by A h^2 / (8 tau^2) while A is left of the amplitude.
    private static func through(
        start: Instant, from: Int64, tau: Int64, amplitude: Int128,
        position: (_ time: Int64, _ decay: Int128) -> Int64
    ) -> KnotMotion {
        var knots = [Knot(time: 0, position: 0)]
        var left = amplitude.magnitude
        var blockStart: Int64 = 0
        repeat {
            var pieces: Int64 = 16
            while pieces < 8192, UInt128(pieces * pieces) < ((left >> 16) + 1) * 140 { pieces *= 2 }
            for piece in 1...pieces {
                let time = blockStart + tau * piece / pieces
                let decay = FixedPoint.exponentialDecay60(Int64((Int128(time) << 32) / Int128(tau)))
                knots.append(Knot(time: Int128(time), position: position(time, decay)))
            }
            blockStart += tau
            left = left * 3 / 8  // a little more than 1/e
        } while left > 0
        return KnotMotion(start: start, from: from, repeats: 1, scale: 1, knots: knots)
    }
}
