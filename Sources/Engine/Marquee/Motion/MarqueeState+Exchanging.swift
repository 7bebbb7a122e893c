import Timelines

/// How a content takes the place of one that it shares its ends with: a text one of whose values has changed.
///
/// The rule: what is the same before and behind the change is looked at in all copies on the sign, and the longest visible
/// stretch of it stays exactly where it is, in position and in motion; of equal ones that nearest to the start. Everything
/// else moves by as much as the widths differ, which cannot be helped. Where the widths are equal nothing moves at all.
/// A pause at the start of a cycle, the count of finished cycles, a pause and a drag are not disturbed.
extension MarqueeState {
    /// See ``Marquee/exchange(for:swap:at:)``.
    ///
    /// - Parameter kept: what is the same at the ends; found only where that decides what stays in its place, as it takes long.
    mutating func exchange(
        for stretch: Stretch, keeping kept: @autoclosure () -> KeptEnds, swap: Swap = .seam, at instant: Instant
    ) {
        let before = mode
        let window = window(at: instant)
        sequence.forget(window: window)
        let old = sequence.newest
        let new = Stretch(stretch, anchor: old.anchor, spacing: style.spacing)
        var next = self
        next.sequence.exchangeNewest(for: new)
        let goesRound = before == .loop && next.mode == .loop
        if new.length == old.length, goesRound || new.fitting == old.fitting {
            sequence.exchangeNewest(for: new)
            guard mode != before || new.speeds != old.speeds else { return }
            return layUnlessHeld(from: instant, position: position(at: instant))
        }
        // What has not come in yet is not seen to be another one.
        guard !sequence.isNewestUnseen(in: window) else {
            return replace(new, swap: swap, at: instant)
        }
        switch (before, next.mode) {
        case (.loop, .loop):
            let position = position(at: instant)
            let held = holdElapsed(at: instant)
            if sequence.stretches.count == 1 {
                next.anchorNewest(
                    like: old, kept: kept().limited(to: old.length, new.length), position, window, held != nil)
            }
            let isOver = end.map { $0 <= instant } ?? false
            let isUndisturbed = isOver || isSteady && next.isSteady || !canTravel
            self = next
            if !isUndisturbed { layUnlessHeld(from: instant - (held ?? .zero), position: position, present: instant) }
        case (.bounce, .bounce): exchangeBouncing(for: next.sequence.newest, at: instant)
        case (.loop, _): replace(new, swap: swap, at: instant)
        case (.still, .still) where isArriving: exchangeArriving(for: next.sequence.newest, at: instant)
        default: restart(new, at: instant)
        }
    }

    /// Moves on in a window of another extent: what goes round stays where it is from the edge at which positions begin, and a
    /// pause, a drag and the count of finished cycles are not disturbed.
    mutating func resize(to extent: Int, at instant: Instant) {
        let (before, position, held) = (mode, position(at: instant), holdElapsed(at: instant))
        self.extent = min(max(extent, 0), 1 << 24)
        switch (before, mode) {
        case (.loop, .loop):
            // Only the speeds of parts depend on when these come in.
            guard sequence.stretches.contains(where: { !$0.speeds.isEmpty }) else { return }
            layUnlessHeld(from: instant - (held ?? .zero), position: position, present: instant)
        case (.loop, .still) where canTravel:
            // It follows itself in, and stands then.
            sequence.append(sequence.newest, spacing: style.spacing, window: window(at: instant))
            stillStart = arrivalStart
            layUnlessHeld(from: instant, position: position)
        case (.bounce, .bounce): exchangeBouncing(for: sequence.newest, at: instant)
        default: restart(sequence.newest, at: instant)
        }
    }

    // MARK: Going round

    /// How long the pause at the start of the current cycle has lasted; nil if there is none.
    private func holdElapsed(at instant: Instant) -> Nanoseconds? {
        guard case .knots(let motion) = trajectory.motion(at: instant), motion.pause > .zero, instant >= motion.start,
            motion.repeats.map({ motion.cycle(at: instant) < $0 }) ?? true
        else { return nil }
        let cycle = motion.cycle(at: instant)
        guard let start = cycle == 0 ? motion.start : motion.end(ofCycle: cycle - 1) else { return nil }
        let elapsed = instant - start
        return elapsed >= .zero && elapsed < motion.pause ? elapsed : nil
    }

    /// Puts the copies of the newest content where the longest visible stretch of what is kept stays in its place, and
    /// counts as many cycles done as before.
    private mutating func anchorNewest(
        like old: Stretch, kept: KeptEnds, _ position: Int64, _ window: Range<Int>,
        _ isHolding: Bool
    ) {
        let (new, isForward) = (sequence.newest, sequence.isForward)
        // The edge that cycles are counted at, in whole pixels.
        let edge = isForward ? window.lowerBound : Int((position + Subpixel.perPixel - 1) >> Int64(Subpixel.bits))
        func travelled(_ anchor: Int) -> Int { isForward ? edge - anchor : anchor - edge }
        let done = (travelled(old.anchor) - travelled(old.anchor).floorModulo(old.period)) / old.period
        let start: Int
        if isHolding {
            start = edge
        } else if kept.start == 0, kept.end == 0 {
            start = window.lowerBound - (window.lowerBound - old.anchor).floorModulo(old.period) % new.period
        } else {
            start = Self.fixedStart(of: old, kept: kept, window)
        }
        let phase = travelled(start).floorModulo(new.period)
        let anchor = isForward ? edge - phase - done * new.period : edge + phase + done * new.period
        sequence.exchangeNewest(for: .init(new, anchor: anchor, spacing: style.spacing))
    }

    /// Returns where a copy starts that stays where it is together with the end of the copy before it.
    private static func fixedStart(of old: Stretch, kept: KeptEnds, _ window: Range<Int>) -> Int {
        var start = window.lowerBound - (window.lowerBound - old.anchor).floorModulo(old.period)
        var best = (start: start, seen: 0)
        while start - old.period < window.upperBound {
            // The end of the copy before it, and its own start.
            let behind = start - old.period + old.length
            let seen =
                window.clamped(to: behind - kept.end..<behind).count
                + window.clamped(to: start..<start + kept.start).count
            if seen > best.seen { best = (start, seen) }
            start += old.period
        }
        return best.start
    }

    /// Lays the automatic motion as if it had been laid at an earlier instant, from the current one on.
    private mutating func layUnlessHeld(from start: Instant, position: Int64, present: Instant) {
        guard start < present, !isHeld else { return layUnlessHeld(from: present, position: position) }
        layUnlessHeld(from: start, position: position)
        trajectory.forget(before: present)
    }

    // MARK: Other motion

    /// Continues back or forth from the same position, with as many rounds done as before.
    private mutating func exchangeBouncing(for newest: Stretch, at instant: Instant) {
        let position = position(at: instant)
        guard case .knots(let old) = trajectory.motion(at: instant), !isHeld, instant >= old.start else {
            return restart(newest, at: instant)
        }
        let cycle = old.cycle(at: instant)
        let begun = cycle == 0 ? old.start : old.end(ofCycle: cycle - 1) ?? old.start
        let phase = instant - begun
        let oldLength = (old.end(ofCycle: 0) ?? old.start) - old.start
        // Out, a pause, and back, each leg of half of what the pauses leave.
        let turned = Nanoseconds(oldLength.count / 2)
        let isGoingBack = phase > turned + style.hold
        let pausedAtTurn = min(max(phase - turned, .zero), style.hold)
        sequence.exchangeNewest(for: .init(newest, anchor: 0, spacing: style.spacing))
        let distance = bounceDistance
        guard distance != 0, canTravel else { return restart(newest, at: instant) }
        let far = Subpixel.pixels(distance)
        let within = min(max(position, min(far, 0)), max(far, 0))
        let motion = KnotMotion.bounce(
            distance: distance, pace: style.pace, hold: style.hold, easing: style.easing, repeats: style.repeats,
            start: instant)
        let length = (motion.end(ofCycle: 0) ?? instant) - instant
        let reached = motion.time(toReach: within)
        let isAtStart = phase < style.hold
        let inCycle: Nanoseconds
        if isAtStart {
            inCycle = phase
        } else if isGoingBack, style.easing == .linear {
            inCycle = within == 0 ? length : length + style.hold - reached
        } else {
            inCycle = within == far ? reached + pausedAtTurn : reached
        }
        let done = Nanoseconds(Int64(clamping: Int128(length.count) * Int128(cycle)))
        trajectory.forget(before: instant)
        trajectory.follow(.knots(motion.starting(at: instant - inCycle - done)), from: instant)
    }

    /// Continues to its place from its current position.
    private mutating func exchangeArriving(for newest: Stretch, at instant: Instant) {
        let position = position(at: instant)
        sequence.exchangeNewest(for: newest)
        layUnlessHeld(from: instant, position: position)
    }
}
