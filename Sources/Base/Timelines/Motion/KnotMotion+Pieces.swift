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
    ///   - pieces: the parts of a cycle in their order, together at most 16,777,216 pixels; none is a cycle of one pixel
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
            var (larger, smaller) = (max(scale, numerator), min(scale, numerator))
            while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
            let (product, overflow) = (scale / larger).multipliedReportingOverflow(by: numerator)
            guard !overflow, product <= 1 << 26 else { return 1024 }
            scale = product
        }
        return scale
    }
}
