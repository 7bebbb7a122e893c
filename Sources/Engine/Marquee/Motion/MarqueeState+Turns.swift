import Timelines

/// When content has had its turn, computed from its future positions.
extension MarqueeState {
    /// Returns the first instant, `earliest` or later, at which `count` copies of the newest content have come in as a
    /// whole, each with the gap behind it.
    ///
    /// What follows at the seam comes right behind them then. A later one if these have come in before `earliest`;
    /// nil if nothing loops, or if that never happens.
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

    /// Returns the first instant, `earliest` or later, at which `count` cycles of the newest content have ended.
    ///
    /// A later one if these have ended before `earliest`; nil if nothing moves, or if that never happens.
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

    /// Returns the first instant, `earliest` or later, at which content that stands still is in its place; nil if it
    /// moves or is held.
    func instant(ofRestNotBefore earliest: Instant) -> Instant? {
        guard mode == .still, !isHeld else { return nil }
        let place = home
        let isLess = position(at: earliest) < place
        return firstSubpixelInstant(notBefore: earliest) { isLess ? $0 >= place : $0 <= place }
    }

    private func boundaryDistance(_ count: Int, _ stretch: StripSequence<Content>.Stretch) -> Int {
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
