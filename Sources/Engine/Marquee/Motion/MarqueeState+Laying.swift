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
    func place(of stretch: Stretch) -> Int {
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
        guard cycle == nil, case .speed = style.pace, sequence.stretches.allSatisfy(\.speeds.isEmpty) else {
            return false
        }
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

    /// The cycles of one stretch; speeds of parts count if the pace is a speed and nothing eases it.
    func cycles(of stretch: Stretch, repeats: Int?, start: Instant, from: Int64) -> KnotMotion {
        let own = ownCycles(of: stretch, repeats: repeats, start: start, from: from)
        return cycle.map { own.pausing(toFill: $0) } ?? own
    }

    /// The same without waiting for others.
    func ownCycles(of stretch: Stretch, repeats: Int?, start: Instant, from: Int64) -> KnotMotion {
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

/// When content has had its turn, computed from its future positions.
extension MarqueeState {
    /// See ``Marquee/instant(ofCopiesIn:notBefore:)``; each copy with the gap behind it.
    func instant(ofCopiesIn count: Int, notBefore earliest: Instant) -> Instant? {
        guard mode == .loop else { return nil }
        let newest = sequence.newest
        let window = window(at: earliest)
        if sequence.isForward {
            let present = (window.upperBound - newest.anchor).roundedUp(toMultipleOf: newest.period)
            let boundary = newest.anchor + max(present, boundaryDistance(count, newest))
            return firstInstant(notBefore: earliest) { boundary <= $0 + extent }
        }
        // The first content has a copy at its anchor; the copies of what follows lie beyond the seam.
        let anchor = sequence.stretches.count > 1 ? newest.anchor : newest.anchor + newest.period
        let present = (anchor - window.lowerBound).roundedUp(toMultipleOf: newest.period)
        let boundary = anchor - max(present, boundaryDistance(count, newest))
        return firstInstant(notBefore: earliest) { $0 <= boundary }
    }

    /// See ``Marquee/instant(ofCyclesDone:notBefore:)``.
    func instant(ofCyclesDone count: Int, notBefore earliest: Instant) -> Instant? {
        switch mode {
        case .still: return nil
        case .bounce:
            guard !isHeld, case .knots(let motion) = trajectory.motion(at: earliest) else { return nil }
            return motion.end(ofCycle: max(count - 1, motion.cycle(at: earliest))).map { max($0, earliest) }
        case .loop:
            let newest = sequence.newest
            let travelled = (window(at: earliest).lowerBound - newest.anchor) * (sequence.isForward ? 1 : -1)
            let distance = max(travelled.roundedUp(toMultipleOf: newest.period), boundaryDistance(count, newest))
            // To the pixel a cycle to the right, or down, would end with its last picture unseen.
            if sequence.isForward {
                let end = Subpixel.pixels(newest.anchor + distance)
                return firstSubpixelInstant(notBefore: earliest) { $0 >= end }
            }
            let end = Subpixel.pixels(newest.anchor - distance)
            return firstSubpixelInstant(notBefore: earliest) { $0 <= end }
        }
    }

    /// See ``Marquee/instant(ofRestNotBefore:)``.
    func instant(ofRestNotBefore earliest: Instant) -> Instant? {
        guard mode == .still, !isHeld else { return nil }
        let place = home
        let isLess = position(at: earliest) < place
        return firstSubpixelInstant(notBefore: earliest) { isLess ? $0 >= place : $0 <= place }
    }

    private func boundaryDistance(_ count: Int, _ stretch: Stretch) -> Int {
        let (product, overflow) = max(count, 1).multipliedReportingOverflow(by: stretch.period)
        return overflow ? 1 << 40 : min(product, 1 << 40)
    }

    /// Finds the first instant at which a position in whole pixels is such as asked for; positions go one way.
    private func firstInstant(notBefore earliest: Instant, _ isReached: (Int) -> Bool) -> Instant? {
        firstSubpixelInstant(notBefore: earliest) { isReached(Int(MotionStep.pixel.index(of: $0))) }
    }

    private func firstSubpixelInstant(notBefore earliest: Instant, _ isReached: (Int64) -> Bool) -> Instant? {
        guard !isReached(position(at: earliest)) else { return earliest }
        var low = Int64(0)
        var high = Int64(1) << 30
        while !isReached(position(at: earliest + Nanoseconds(high))) {
            // Beyond thirty years there is no turn to wait for.
            guard high < 1 << 60 else { return nil }
            (low, high) = (high, high << 1)
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isReached(position(at: earliest + Nanoseconds(middle))) { high = middle } else { low = middle }
        }
        return earliest + Nanoseconds(high)
    }
}
