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
        let distance = clamped(distance)
        var builder = CycleBuilder(distance: distance, pace: pace, holds: 1, hold: hold, legs: 1, easing: easing)
        builder.hold(at: 0)
        builder.travel(from: 0, to: Subpixel.pixels(distance))
        return KnotMotion(start: start, from: from, repeats: repeats, scale: builder.scale, knots: builder.knots)
    }

    /// Creates the cycle that goes back and forth over `distance` pixels and holds at both ends.
    ///
    /// - Parameter pace: a speed, or the time of going forth and back with both holds.
    public static func bounce(
        distance: Int, pace: Pace, hold: Nanoseconds = .zero, easing: Easing = .linear, repeats: Int? = nil,
        start: Instant, from: Int64 = 0
    ) -> KnotMotion {
        let distance = clamped(distance)
        var builder = CycleBuilder(distance: distance, pace: pace, holds: 2, hold: hold, legs: 2, easing: easing)
        let far = Subpixel.pixels(distance)
        builder.hold(at: 0)
        builder.travel(from: 0, to: far)
        builder.hold(at: far)
        builder.travel(from: far, to: 0)
        return KnotMotion(start: start, from: from, repeats: repeats, scale: builder.scale, knots: builder.knots)
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

    /// Returns when a cycle (counted from 0) ends; nil beyond the end of all time.
    public func end(ofCycle cycle: Int) -> Instant? {
        instant(ofUnits: units(ofCycles: Int128(cycle) + 1))
    }
}

/// Collects the knots of a cycle in the finest unit of time that its pace needs.
private struct CycleBuilder {
    let scale: Int64
    private let holdUnits: Int128
    private let travelUnits: Int128
    private let easing: Easing
    private let pieces: Int
    private(set) var knots: [KnotMotion.Knot] = []
    private var time: Int128 = 0

    init(distance: Int, pace: Pace, holds: Int, hold: Nanoseconds, legs: Int, easing: Easing) {
        let pixels = Int128(distance.magnitude)
        pieces = easing == .linear ? 1 : CycleBuilder.pieces(forPixels: distance.magnitude)
        self.easing = easing
        let hold = max(hold, .zero)
        switch pace {
        case .speed(let speed):
            let numerator = max(Int64(speed.numerator.magnitude), 1)
            scale = numerator * Int64(pieces)
            travelUnits = pixels * Int128(speed.denominator) * 1_000_000_000 * Int128(pieces)
        case .cycle(let whole):
            scale = Int64(pieces)
            let rest = Int64(clamping: max(Int128(whole.count) - Int128(hold.count) * Int128(holds), 1_000_000))
            travelUnits = Int128(rest / Int64(legs)) * Int128(pieces)
        }
        holdUnits = Int128(hold.count) * Int128(scale)
        knots.append(KnotMotion.Knot(time: 0, position: 0))
    }

    /// The number of linear pieces that keeps the error of a curve under 0.001 px: chords err by p y''/(8 n^2), and the
    /// second derivative of the named curves stays below 8.
    private static func pieces(forPixels pixels: UInt) -> Int {
        var pieces = 64
        while pieces < 8192, UInt(pieces) * UInt(pieces) < min(pixels, 1 << 20) * 1000 { pieces *= 2 }
        return pieces
    }

    mutating func hold(at position: Int64) {
        guard holdUnits > 0 else { return }
        time += holdUnits
        knots.append(KnotMotion.Knot(time: time, position: position))
    }

    mutating func travel(from: Int64, to: Int64) {
        for piece in 1...pieces {
            let progress = easing.value(at: (Int64(piece) << 32) / Int64(pieces))
            let distance = ((Int128(to) - Int128(from)) * Int128(progress)) >> 32
            let position = piece == pieces ? to : Int64(clamping: Int128(from) + distance)
            knots.append(
                KnotMotion.Knot(time: time + travelUnits * Int128(piece) / Int128(pieces), position: position))
        }
        time += travelUnits
    }
}
