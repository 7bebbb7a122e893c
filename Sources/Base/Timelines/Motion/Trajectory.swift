/// Where something is at every instant: one motion after another, each from an instant on.
///
/// Positions are in 1/65536 pixel (``Subpixel``). Reading allocates nothing and costs a few divisions.
public struct Trajectory: Hashable, Sendable {
    /// One kind of motion.
    public enum Motion: Hashable, Sendable {
        /// Stands still at a position.
        case rest(Int64)
        /// Moves at a constant speed.
        case steady(SteadyMotion)
        /// Moves through knots, once or in cycles.
        case knots(KnotMotion)

        /// Returns the position in 1/65536 pixel.
        public func position(at instant: Instant) -> Int64 {
            switch self {
            case .rest(let position): return position
            case .steady(let motion): return motion.position(at: instant)
            case .knots(let motion): return motion.position(at: instant)
            }
        }

        /// Returns the same motion that much later.
        func delayed(by time: Nanoseconds) -> Motion {
            switch self {
            case .rest: return self
            case .steady(let motion):
                return .steady(SteadyMotion(start: motion.start + time, from: motion.from, speed: motion.speed))
            case .knots(let motion): return .knots(motion.starting(at: motion.start + time))
            }
        }

        /// Returns the first instant, `earliest` or later, at which the step index is another than `index`.
        func departure(from index: Int64, step: MotionStep, notBefore earliest: Instant) -> Instant? {
            switch self {
            case .rest(let position): return step.index(of: position) == index ? nil : earliest
            case .steady(let motion): return motion.departure(from: index, step: step, notBefore: earliest)
            case .knots(let motion): return motion.departure(from: index, step: step, notBefore: earliest)
            }
        }
    }

    /// A motion and the instant from which it holds.
    struct Leg: Hashable, Sendable {
        let from: Instant
        let motion: Motion
    }

    /// The legs in order of time; the first one also holds before its instant.
    private(set) var legs: [Leg]

    /// Creates a trajectory of one motion.
    public init(_ motion: Motion) {
        legs = [Leg(from: Instant(nanoseconds: .min), motion: motion)]
    }

    /// Replaces everything from an instant on by another motion.
    public mutating func follow(_ motion: Motion, from instant: Instant) {
        legs.removeAll { $0.from >= instant }
        legs.append(Leg(from: instant, motion: motion))
    }

    /// Forgets what was before an instant: positions at earlier instants become those of the motion that holds at it.
    public mutating func forget(before instant: Instant) {
        let current = legNumber(at: instant)
        if current > 0 { legs.removeFirst(current) }
    }

    /// The motion that holds in the end.
    public var last: Motion { legs[legs.count - 1].motion }

    /// Forgets the last motions whose starting positions are past a place that has changed; the first one stays.
    public mutating func removeLast(while isPast: (_ startingPosition: Int64) -> Bool) {
        while legs.count > 1, isPast(legs[legs.count - 1].motion.position(at: legs[legs.count - 1].from)) {
            legs.removeLast()
        }
    }

    /// The motion that holds at an instant.
    public func motion(at instant: Instant) -> Motion {
        legs[legNumber(at: instant)].motion
    }

    /// Returns the position in 1/65536 pixel.
    public func position(at instant: Instant) -> Int64 {
        let last = legs.count - 1
        return legs[last].from <= instant
            ? legs[last].motion.position(at: instant) : legs[legNumber(at: instant)].motion.position(at: instant)
    }

    /// Returns the first instant after `instant` at which the step index differs, or nil for never.
    public func nextChange(after instant: Instant, step: MotionStep) -> Instant? {
        guard instant < .distantFuture else { return nil }
        var number = legNumber(at: instant)
        let index = step.index(of: legs[number].motion.position(at: instant))
        var earliest = instant + .one
        while true {
            let end = number + 1 < legs.count ? legs[number + 1].from : nil
            if end.map({ earliest < $0 }) ?? true {
                let departure = legs[number].motion.departure(from: index, step: step, notBefore: earliest)
                if let departure, end.map({ departure < $0 }) ?? true { return departure }
            }
            guard let end else { return nil }
            earliest = max(earliest, end)
            number += 1
        }
    }

    /// Returns the same motions that much later, from an instant on; before it, it stays at the position at that instant.
    public func delayed(by time: Nanoseconds, from instant: Instant) -> Trajectory {
        var delayed = Trajectory(.rest(position(at: instant - time)))
        let first = legNumber(at: instant - time)
        for (number, leg) in legs.enumerated() where number >= first {
            delayed.follow(leg.motion.delayed(by: time), from: number == first ? instant : leg.from + time)
        }
        return delayed
    }

    private func legNumber(at instant: Instant) -> Int {
        var number = legs.count - 1
        while number > 0, legs[number].from > instant { number -= 1 }
        return number
    }
}

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

    /// Subpixels travelled per `divisor` nanoseconds; the limits of speeds keep both below 2^57.
    private var dividend: Int64 { speed.numerator << 16 }
    private var divisor: Int64 { speed.denominator &* 1_000_000_000 }

    /// Returns the position in 1/65536 pixel.
    public func position(at instant: Instant) -> Int64 {
        let elapsed = instant - start
        guard elapsed > .zero else { return from }
        let distance = (Int128(elapsed.count) * Int128(dividend)).flooredQuotient(by: Int128(divisor))
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
            time = (distance * Int128(divisor)).ceiledQuotient(by: Int128(dividend))
        } else {
            time = ((Int128(from) - lower) * Int128(divisor)).flooredQuotient(by: Int128(-dividend)) + 1
        }
        // A saturated position stays: what would have been its change has passed.
        guard let change = Int64(exactly: Int128(start.nanoseconds) + time), change >= earliest.nanoseconds else {
            return nil
        }
        return Instant(nanoseconds: change)
    }
}
