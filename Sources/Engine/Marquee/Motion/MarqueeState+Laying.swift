import Timelines

/// How the automatic motion is laid out from a position on.
extension MarqueeState {
    /// The range of a bouncing position in whole pixels: from 0 to this, of either sign.
    var bounceDistance: Int { sequence.newest.fitting.count - extent }

    /// Whether content that is to stand still follows other content in.
    var isArriving: Bool { mode == .still && sequence.stretches.count > 1 }

    /// The position at which content that stands still is in its place.
    var home: Int64 { Subpixel.pixels(stillStart - place(of: sequence.newest)) }

    /// Where content that stands still starts in the window along the direction of motion: what has to fit is aligned,
    /// or starts at the window's start if it is too long.
    func place(of stretch: StripSequence<Content>.Stretch) -> Int {
        let free = extent - stretch.fitting.count
        guard mode == .still else { return 0 }
        let (align, verticalAlign) = (style.align.start(free: free), style.verticalAlign.start(free: free))
        let start = style.direction.isHorizontal ? (isMirrored ? free - align : align) : verticalAlign
        return (free > 0 ? start : 0) - stretch.fitting.lowerBound
    }

    /// Where the newest content has to start to follow the old one in, so that the old one is gone when it stands.
    var arrivalStart: Int {
        let newest = sequence.newest
        let place = place(of: newest)
        if sequence.isForward { return newest.anchor + max(0, place - style.spacing) }
        let behind = extent - place - newest.length
        return newest.anchor - newest.length - max(style.spacing, behind)
    }

    /// Whether a seam can ever come in.
    var canTravel: Bool {
        if case .speed(let speed) = style.pace { return !speed.isZero }
        return true
    }

    /// The mean speed of the automatic motion, with its direction.
    var automaticSpeed: Speed {
        let forward: Speed
        switch style.pace {
        case .speed(let speed): forward = speed.numerator < 0 ? speed.reversed : speed
        case .cycle(let whole):
            let travel = max((whole - style.hold).count, 1_000_000)
            let thousandths = Int128(sequence.newest.period) * 1_000_000_000_000 / Int128(travel)
            forward = Speed(Int64(clamping: min(thousandths, 1_000_000_000)), over: 1000)
        }
        return sequence.isForward ? forward : forward.reversed
    }

    /// Where content that is not looping comes to rest after a release at a velocity.
    func restingPlace(from position: Int64, velocity: Int64) -> Int64? {
        switch mode {
        case .still: return home
        case .loop: return nil
        case .bounce:
            let coasted = Int128(position) + Int128(velocity) * Int128(style.releaseTime.count) / 1_000_000_000
            let far = Int128(Subpixel.pixels(bounceDistance))
            return Int64(clamping: min(max(coasted, min(far, 0)), max(far, 0)))
        }
    }

    /// Replaces the motion from an instant on by the automatic one, which starts at a position.
    mutating func lay(from instant: Instant, position: Int64) {
        switch mode {
        case .still: layArrival(from: instant, position: position)
        case .bounce: layBounce(from: instant, position: position)
        case .loop where !canTravel: trajectory.follow(.rest(position), from: instant)
        case .loop where isSteady:
            let motion = SteadyMotion(start: instant, from: position, speed: automaticSpeed)
            trajectory.follow(.steady(motion), from: instant)
        case .loop: layCycles(from: instant, position: position)
        }
    }

    /// Whether cycles do not matter: endless motion without pauses at one speed.
    var isSteady: Bool {
        guard case .speed = style.pace, sequence.stretches.allSatisfy(\.speeds.isEmpty) else { return false }
        return style.hold <= .zero && style.easing == .linear && style.repeats == nil
    }

    /// Moves content that is to stand still to its place, if it follows other content in.
    private mutating func layArrival(from instant: Instant, position: Int64) {
        guard isArriving, position != home, canTravel else { return trajectory.follow(.rest(home), from: instant) }
        let arrival = KnotMotion.travel(from: position, to: home, speed: automaticSpeed, start: instant)
        trajectory.follow(.knots(arrival), from: instant)
        if let end = arrival.end { trajectory.follow(.rest(home), from: end) }
    }

    private mutating func layBounce(from instant: Instant, position: Int64) {
        guard bounceDistance != 0, canTravel else { return trajectory.follow(.rest(position), from: instant) }
        let motion = KnotMotion.bounce(
            distance: bounceDistance, pace: style.pace, hold: style.hold, easing: style.easing, repeats: style.repeats,
            start: instant)
        let shifted = motion.starting(at: instant - motion.time(toReach: position))
        trajectory.follow(.knots(shifted), from: instant)
    }

    /// Lays the cycles of each stretch of the sequence one after the other; a seam is always the end of a cycle.
    private mutating func layCycles(from instant: Instant, position: Int64) {
        var (instant, position) = (instant, position)
        let first = sequence.stretchNumber(at: Int(MotionStep.pixel.index(of: position)))
        for number in first..<sequence.stretches.count {
            let stretch = sequence.stretches[number]
            let anchor = Subpixel.pixels(stretch.anchor)
            let travelled = sequence.isForward ? position - anchor : anchor - position
            let period = Subpixel.pixels(stretch.period)
            let phase = Int64(Int(travelled).floorModulo(Int(period)))
            let done = (travelled - phase) / period
            let base = sequence.isForward ? position - phase : position + phase
            let sign = sequence.isForward ? 1 : -1
            let left = style.repeats.map { max(0, $0 - Int(clamping: max(done, 0))) }
            guard left != 0 else { return trajectory.follow(.rest(position), from: instant) }
            let cycles = cycles(of: stretch, repeats: left, start: instant, from: base)
            let motion = cycles.starting(at: instant - cycles.time(toReach: Int64(sign) * phase))
            trajectory.follow(.knots(motion), from: instant)
            guard number + 1 < sequence.stretches.count else { return }
            let seam = Subpixel.pixels(sequence.stretches[number + 1].anchor)
            let count = Int(((seam - base) * Int64(sign)) / period)
            guard count >= 1, left.map({ count <= $0 }) ?? true, let end = motion.end(ofCycle: count - 1) else {
                return
            }
            (instant, position) = (end, seam)
        }
    }
}

extension MarqueeState {
    /// The cycles of one stretch; speeds of parts count if the pace is a speed and nothing eases it.
    private func cycles(
        of stretch: StripSequence<Content>.Stretch, repeats: Int?, start: Instant, from: Int64
    ) -> KnotMotion {
        if case .speed(let speed) = style.pace, style.easing == .linear, !stretch.speeds.isEmpty {
            let pieces = stretch.speeds.pieces(
                period: stretch.period, extent: extent, isForward: sequence.isForward, base: speed)
            return .loop(
                pieces: pieces, isForward: sequence.isForward, hold: style.hold, repeats: repeats, start: start,
                from: from)
        }
        return .loop(
            distance: sequence.isForward ? stretch.period : -stretch.period, pace: style.pace, hold: style.hold,
            easing: style.easing, repeats: repeats, start: start, from: from)
    }

    /// Whether the picture is the same wherever it stands: an empty sequence, or copies at every pixel.
    var isUniform: Bool {
        for number in sequence.stretches.indices {
            let stretch = sequence.stretches[number]
            guard stretch.length == 0 || (stretch.period == 1 && mode == .loop) else { return false }
        }
        return mode != .loop || sequence.stretches.count == 1
    }
}
