/// The cycles that content moves in: a pause, then a travel, forever or a number of times.
extension KnotMotion {
    /// Creates the endless loop's cycle: holds, then travels `distance` pixels; the next cycle continues from there.
    ///
    /// - Parameters:
    ///   - distance: pixels per cycle, of either sign; at most 16,777,216 count.
    ///   - pace: a speed (only its magnitude counts, not zero) or the time of a cycle, which is at least 1 ms longer
    ///     than the hold.
    public static func loop(
        distance: Int, pace: Pace, hold: Nanoseconds = .zero, easing: Easing = .linear, repeats: Int? = nil,
        start: Instant, from: Int64 = 0
    ) -> KnotMotion {
        let (scale, knots) = cycle(through: [clamped(distance)], pace: pace, hold: hold, easing: easing)
        return KnotMotion(start: start, from: from, repeats: repeats, scale: scale, knots: knots)
    }

    /// Creates the cycle that goes back and forth over `distance` pixels and holds at both ends.
    ///
    /// - Parameter pace: a speed, or the time of going forth and back with both holds.
    public static func bounce(
        distance: Int, pace: Pace, hold: Nanoseconds = .zero, easing: Easing = .linear, repeats: Int? = nil,
        start: Instant, from: Int64 = 0
    ) -> KnotMotion {
        let (scale, knots) = cycle(through: [clamped(distance), 0], pace: pace, hold: hold, easing: easing)
        return KnotMotion(start: start, from: from, repeats: repeats, scale: scale, knots: knots)
    }

    /// Creates the motion from one position to another at a speed, of which only the magnitude counts.
    ///
    /// Takes a nanosecond at least; speed zero counts as the slowest one, one pixel in `denominator` seconds.
    public static func travel(from: Int64, to: Int64, speed: Speed, start: Instant) -> KnotMotion {
        let distance = Int128(to) - Int128(from)
        let time = Int128(distance.magnitude) * Int128(speed.denominator) * 1_000_000_000
        let scale = Int128(max(speed.numerator.magnitude, 1)) << Int128(Subpixel.bits)
        return KnotMotion(
            start: start, from: from, repeats: 1, scale: Int64(clamping: scale),
            knots: [Knot(time: 0, position: 0), Knot(time: max(time, 1), position: Int64(clamping: distance))])
    }

    /// Returns how long after the start of a cycle it first gets to a position (relative to the cycle's start), rounded
    /// up to a nanosecond; zero if it never gets there.
    public func time(toReach position: Int64) -> Nanoseconds {
        guard position != 0 else { return .zero }
        for (left, right) in zip(knots, knots.dropFirst()) {
            let span = min(left.position, right.position)...max(left.position, right.position)
            guard span.contains(position), left.position != right.position else { continue }
            let run = right.time - left.time
            let rise = (Int128(right.position) - Int128(left.position)).magnitude
            let distance = (Int128(position) - Int128(left.position)).magnitude
            let time = left.time + (Int128(distance) * run).ceiledQuotient(by: Int128(rise))
            return Nanoseconds(Int64(clamping: time.ceiledQuotient(by: Int128(scale))))
        }
        return .zero
    }

    /// Distances whose products with the finest units of time stay far within 128 bits.
    private static func clamped(_ distance: Int) -> Int { min(max(distance, -1 << 24), 1 << 24) }

    /// Returns the same motion with another start.
    public func starting(at instant: Instant) -> KnotMotion {
        KnotMotion(start: instant, from: from, repeats: repeats, scale: scale, knots: knots)
    }

    /// The time of one cycle, rounded up to a nanosecond.
    public var time: Nanoseconds { Nanoseconds(Int64(clamping: length.ceiledQuotient(by: Int128(scale)))) }

    /// How long it stands at the start of each cycle, rounded down to a nanosecond.
    public var pause: Nanoseconds {
        let last = knots.prefix { $0.position == 0 }.last?.time ?? 0
        return Nanoseconds(Int64(clamping: last.flooredQuotient(by: Int128(scale))))
    }

    /// Returns the same motion with a longer pause at the start of each cycle, so that one takes a time exactly; the same for
    /// one that takes as long already.
    public func pausing(toFill cycle: Nanoseconds) -> KnotMotion {
        let rest = Int128(cycle.count) * Int128(scale) - length
        guard rest > 0 else { return self }
        let later = knots.dropFirst().map { Knot(time: $0.time + rest, position: $0.position) }
        return KnotMotion(
            start: start, from: from, repeats: repeats, scale: scale,
            knots: [knots[0], Knot(time: rest, position: 0)] + later)
    }

    /// Returns when a cycle (counted from 0) ends; nil beyond the end of all time.
    public func end(ofCycle cycle: Int) -> Instant? {
        instant(ofUnits: units(ofCycles: Int128(cycle) + 1))
    }

    /// The knots of a cycle that travels from 0 to some pixels and holds before each way, in the finest unit of time that its
    /// pace needs.
    private static func cycle(
        through places: [Int], pace: Pace, hold: Nanoseconds, easing: Easing
    ) -> (scale: Int64, knots: [Knot]) {
        let distance = places[0].magnitude
        let pieces = easing == .linear ? 1 : pieces(forPixels: distance)
        let hold = max(hold, .zero)
        let (scale, travelUnits): (Int64, Int128)
        switch pace {
        case .speed(let speed):
            scale = max(Int64(speed.numerator.magnitude), 1) * Int64(pieces)
            travelUnits = Int128(distance) * Int128(speed.denominator) * 1_000_000_000 * Int128(pieces)
        case .cycle(let whole):
            scale = Int64(pieces)
            let holds = Int128(hold.count) * Int128(places.count)
            let rest = Int64(clamping: max(Int128(whole.count) - holds, 1_000_000))
            travelUnits = Int128(rest / Int64(places.count)) * Int128(pieces)
        }
        var knots = [Knot(time: 0, position: 0)]
        var (time, from) = (Int128(0), Int64(0))
        for target in places.map(Subpixel.pixels) {
            if hold > .zero {
                time += Int128(hold.count) * Int128(scale)
                knots.append(Knot(time: time, position: from))
            }
            for piece in 1...pieces {
                let progress = easing.value(at: (Int64(piece) << 32) / Int64(pieces))
                let way = ((Int128(target) - Int128(from)) * Int128(progress)) >> 32
                let position = piece == pieces ? target : Int64(clamping: Int128(from) + way)
                knots.append(Knot(time: time + travelUnits * Int128(piece) / Int128(pieces), position: position))
            }
            time += travelUnits
            from = target
        }
        return (scale, knots)
    }

    /// The number of linear pieces that keeps the error of a curve under 0.001 px: chords err by p y''/(8 n^2), and the
    /// second derivative of the named curves stays below 8.
    private static func pieces(forPixels pixels: UInt) -> Int {
        var pieces = 64
        while pieces < 8192, UInt(pieces) * UInt(pieces) < min(pixels, 1 << 20) * 1000 { pieces *= 2 }
        return pieces
    }
}
