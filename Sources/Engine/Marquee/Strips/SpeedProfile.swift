import Timelines

/// Speeds of parts of a content, by where these lie along the direction of motion.
struct SpeedProfile: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        /// Its columns (rows if motion is vertical), from the start of the content.
        let range: Range<Int>
        /// How fast the content moves while they come in; not zero.
        let speed: Speed
    }

    /// The parts in their order; they do not overlap.
    private(set) var parts: [Part] = []

    /// Creates a profile; of parts that overlap the first one counts, and empty or still ones do not.
    ///
    /// Without parts the content moves at its own speed.
    init(_ parts: [Part] = []) {
        var end = Int.min
        for part in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where !part.speed.isZero {
            let lower = max(part.range.lowerBound, end)
            guard lower < part.range.upperBound else { continue }
            self.parts.append(Part(range: lower..<part.range.upperBound, speed: part.speed))
            end = part.range.upperBound
        }
    }

    /// Whether everything moves at the content's own speed.
    var isEmpty: Bool { parts.isEmpty }

    /// The profile of content of a length that is seen in a mirror.
    func mirrored(length: Int) -> SpeedProfile {
        SpeedProfile(
            parts.map { Part(range: length - $0.range.upperBound..<length - $0.range.lowerBound, speed: $0.speed) })
    }

    /// Returns what one cycle is travelled at: the speed is that of the column that is coming in at the edge, or the base.
    ///
    /// - Parameter extent: the pixels of the window: moving forward, column `extent` comes in as the cycle starts.
    func pieces(period: Int, extent: Int, isForward: Bool, base: Speed) -> [KnotMotion.Piece] {
        var pieces = whole(period: period, base: base)
        guard isForward else { return pieces.reversed() }
        var shift = extent.floorModulo(max(period, 1))
        var turned: [KnotMotion.Piece] = []
        while shift > 0, let first = pieces.first {
            let taken = min(shift, first.distance)
            turned.append(KnotMotion.Piece(distance: taken, speed: first.speed))
            shift -= taken
            if taken == first.distance {
                pieces.removeFirst()
            } else {
                pieces[0] = KnotMotion.Piece(distance: first.distance - taken, speed: first.speed)
            }
        }
        return pieces + turned
    }

    /// The pieces of a period in the order of the columns.
    private func whole(period: Int, base: Speed) -> [KnotMotion.Piece] {
        var pieces: [KnotMotion.Piece] = []
        var column = 0
        for part in parts where part.range.lowerBound < period && part.range.upperBound > column {
            let start = max(part.range.lowerBound, column)
            if start > column { pieces.append(KnotMotion.Piece(distance: start - column, speed: base)) }
            column = min(part.range.upperBound, period)
            pieces.append(KnotMotion.Piece(distance: column - start, speed: part.speed))
        }
        if column < period { pieces.append(KnotMotion.Piece(distance: period - column, speed: base)) }
        return pieces
    }
}

extension Int {
    /// The smallest multiple of a positive number that is not less than this one.
    func roundedUp(toMultipleOf period: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: period)
        return (remainder > 0 ? quotient + 1 : quotient) * period
    }

    /// The remainder that is always in 0..<period.
    func floorModulo(_ period: Int) -> Int {
        let remainder = self % period
        return remainder < 0 ? remainder + period : remainder
    }
}
