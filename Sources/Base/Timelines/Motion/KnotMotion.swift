/// Motion through integer knots, linear between them, once or in cycles that join without a jump.
///
/// Time inside a cycle is counted in `scale` units per nanosecond, so that cycles whose length in nanoseconds is a
/// fraction (1000 px at 37.3 px/s) repeat without drift.
public struct KnotMotion: Hashable, Sendable {
    /// A position at a time.
    struct Knot: Hashable, Sendable {
        /// Time since the start of the cycle, in `scale` units per nanosecond.
        let time: Int128
        /// Position since the start of the cycle, in 1/65536 pixel.
        let position: Int64
    }

    /// When the first cycle starts; at earlier instants it stays at its start.
    public let start: Instant
    /// Where the first cycle starts, in 1/65536 pixel.
    public let from: Int64
    /// How many cycles there are; nil: forever.
    public let repeats: Int?
    /// Units of time per nanosecond.
    let scale: Int64
    /// The knots of one cycle in order of time, the first at time 0; the last one ends the cycle.
    let knots: [Knot]

    init(start: Instant, from: Int64, repeats: Int?, scale: Int64, knots: [Knot]) {
        precondition(scale > 0 && knots.count >= 2 && knots[0].time == 0, "a motion needs two knots, from time 0 on")
        self.start = start
        self.from = from
        self.repeats = repeats.map { max(0, $0) }
        self.scale = scale
        self.knots = knots
    }

    /// The length of one cycle in units of time, at least 1.
    var length: Int128 { max(knots[knots.count - 1].time, 1) }
    /// How far one cycle gets, in 1/65536 pixel.
    public var advance: Int64 { knots[knots.count - 1].position }

    /// When the last cycle ends; nil for never.
    public var end: Instant? {
        guard let repeats else { return nil }
        return instant(ofUnits: units(ofCycles: Int128(repeats)))
    }

    /// Returns the position in 1/65536 pixel.
    public func position(at instant: Instant) -> Int64 {
        guard let place = place(at: instant) else { return finalPosition(at: instant) }
        let (base, inner) = (base(ofCycle: place.cycle), position(at: place.time, in: piece(at: place.time)))
        let (sum, overflow) = base.addingReportingOverflow(inner)
        return overflow ? (inner < 0 ? .min : .max) : sum
    }

    /// Returns the number of the cycle that is under way, counted from 0; the last one at its end and after it.
    public func cycle(at instant: Instant) -> Int {
        place(at: instant)?.cycle ?? (instant < start ? 0 : max(0, (repeats ?? 1) - 1))
    }

    /// Returns the first instant, `earliest` or later, at which the step index is another than `index`.
    func departure(from index: Int64, step: MotionStep, notBefore earliest: Instant) -> Instant? {
        guard step.index(of: position(at: earliest)) == index else { return earliest }
        guard var place = place(at: max(earliest, start)) else { return nil }
        var number = piece(at: place.time)
        // A whole cycle without a departure means that there is none.
        for _ in 0...knots.count {
            if let time = departure(from: index, step: step, in: number, cycle: place.cycle, after: place.time) {
                let found = instant(ofUnits: Int128(place.cycle) * length + time)
                return found.flatMap { $0 < earliest ? nil : $0 }
            }
            number += 1
            if number == knots.count - 1 {
                number = 0
                if place.cycle == .max || repeats.map({ place.cycle + 1 >= $0 }) ?? false { return nil }
                place = (place.cycle + 1, 0)
            }
            place.time = knots[number].time
        }
        return nil
    }

    /// The cycle and the time in it; nil before the start and after the last cycle.
    private func place(at instant: Instant) -> (cycle: Int, time: Int128)? {
        let elapsed = instant - start
        guard elapsed >= .zero else { return nil }
        let units = Int128(elapsed.count) * Int128(scale)
        let cycle = units.flooredQuotient(by: length)
        if let repeats, cycle >= Int128(repeats) { return nil }
        return (Int(clamping: cycle), units - cycle * length)
    }

    private func finalPosition(at instant: Instant) -> Int64 {
        instant < start ? from : base(ofCycle: repeats ?? 0)
    }

    private func base(ofCycle cycle: Int) -> Int64 {
        Int64(clamping: Int128(from) + Int128(advance) * Int128(cycle))
    }

    /// The number of the piece between two knots that a time lies in.
    private func piece(at time: Int128) -> Int {
        var low = 0
        var high = knots.count - 1
        while high - low > 1 {
            let middle = (low + high) >> 1
            if knots[middle].time <= time { low = middle } else { high = middle }
        }
        return low
    }

    private func position(at time: Int128, in piece: Int) -> Int64 {
        let (left, right) = (knots[piece], knots[piece + 1])
        let rise = Int128(right.position) - Int128(left.position)
        guard rise != 0, right.time > left.time else { return left.position }
        return left.position + Int64(((time - left.time) * rise).flooredQuotient(by: right.time - left.time))
    }

    /// The first time in a piece, after `time` or at its end, at which the step index is another than `index`.
    private func departure(
        from index: Int64, step: MotionStep, in piece: Int, cycle: Int, after time: Int128
    ) -> Int128? {
        let (left, right) = (knots[piece], knots[piece + 1])
        let rise = Int128(right.position) - Int128(left.position)
        let run = right.time - left.time
        guard rise != 0, run > 0 else { return nil }
        let origin = Int128(base(ofCycle: cycle)) + Int128(left.position)
        let lower = Int128(index) << Int128(step.rawValue)
        let offset: Int128
        if rise > 0 {
            offset = ((lower + (1 << Int128(step.rawValue)) - origin) * run).ceiledQuotient(by: rise)
        } else {
            offset = ((origin - lower) * run).flooredQuotient(by: -rise) + 1
        }
        return offset <= run ? max(left.time + offset, time) : nil
    }

    /// The length of so many cycles in units of time; saturates far beyond the end of all time.
    func units(ofCycles cycles: Int128) -> Int128 {
        let (product, overflow) = cycles.multipliedReportingOverflow(by: length)
        return overflow ? Int128.max >> 1 : product
    }

    /// The first instant at or after a time in units since the start; nil beyond the end of all time.
    func instant(ofUnits units: Int128) -> Instant? {
        let nanoseconds = units.ceiledQuotient(by: Int128(scale)) + Int128(start.nanoseconds)
        return Int64(exactly: nanoseconds).map { Instant(nanoseconds: $0) }
    }
}

/// Cycles whose speed changes on the way.
extension KnotMotion {
    /// A part of a cycle at one speed.
    public struct Piece: Hashable, Sendable {
        /// How many pixels it takes, from 1.
        public let distance: Int
        /// How fast it is; only the magnitude counts, and zero counts as the slowest speed of its denominator.
        public let speed: Speed

        /// Creates a piece; a distance below one pixel counts as one.
        public init(distance: Int, speed: Speed) {
            self.distance = max(distance, 1)
            self.speed = speed
        }
    }

    /// Creates the endless loop's cycle in pieces: holds, then travels each piece at its own speed.
    ///
    /// Times are exact fractions of a nanosecond, unless the speeds have so many different numerators, or are so slow, that
    /// these do not fit; then every piece is rounded to 1/1024 ns or to 1 ns, in every cycle to the same.
    ///
    /// - Parameters:
    ///   - pieces: the parts of a cycle in their order, together at most 16,777,216 pixels; an empty list makes a cycle of one pixel
    ///     in a second.
    ///   - isForward: whether positions grow.
    public static func loop(
        pieces: [Piece], isForward: Bool, hold: Nanoseconds = .zero, repeats: Int? = nil, start: Instant,
        from: Int64 = 0
    ) -> KnotMotion {
        var pieces = pieces
        if pieces.isEmpty { pieces = [Piece(distance: 1, speed: Speed(1))] }
        var scale = commonScale(of: pieces)
        let limit = Int128(1) << 80
        if pieces.contains(where: { units(of: $0.distance, at: $0.speed, scale: scale) >= limit }) { scale = 1 }
        var time = Int128(max(hold, .zero).count) * Int128(scale)
        var position: Int64 = 0
        var knots = [Knot(time: 0, position: 0)]
        if time > 0 { knots.append(Knot(time: time, position: 0)) }
        var room = 1 << 24
        for piece in pieces where room > 0 {
            let distance = min(piece.distance, room)
            room -= distance
            time += max(units(of: distance, at: piece.speed, scale: scale), 1)
            position += Subpixel.pixels(isForward ? distance : -distance)
            knots.append(Knot(time: time, position: position))
        }
        return KnotMotion(start: start, from: from, repeats: repeats, scale: scale, knots: knots)
    }

    private static func units(of distance: Int, at speed: Speed, scale: Int64) -> Int128 {
        let whole = Int128(min(distance, 1 << 24)) * Int128(speed.denominator) * 1_000_000_000 * Int128(scale)
        return whole / Int128(max(speed.numerator.magnitude, 1))
    }

    /// The least common multiple of the numerators, so that every piece takes a whole number of units; 1024 if that is
    /// so large that products with it do not stay far within 128 bits.
    private static func commonScale(of pieces: [Piece]) -> Int64 {
        var scale: Int64 = 1
        for piece in pieces {
            let numerator = Int64(max(piece.speed.numerator.magnitude, 1))
            let divisor = Int64(Speed.greatestCommonDivisor(scale.magnitude, numerator.magnitude))
            let (product, overflow) = (scale / divisor).multipliedReportingOverflow(by: numerator)
            guard !overflow, product <= 1 << 26 else { return 1024 }
            scale = product
        }
        return scale
    }
}

/// The motions after a drag is released.
extension KnotMotion {
    /// Creates the motion that continues at velocity u and eases to the automatic velocity v:
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
