import PixelGraphics
import Timelines

/// Several marquees that begin each cycle together: all pause as long as the slowest one needs.
///
/// It is a matter of arithmetic: none waits for another one. When one of them changes, those that are on their way finish
/// their cycle, and all begin the next one together. What bounces, stands, or goes round a number of times is not in step.
package struct MarqueeStep {
    /// When a cycle began, and how long all of them take; nil before the first one.
    private var start: Instant
    private var cycle: Nanoseconds?
    private var members: [Member] = []

    /// A marquee, and its cycle without the others.
    private struct Member: Equatable {
        let marquee: ObjectIdentifier
        let cycle: KnotMotion
    }

    /// Creates a step whose first cycle begins at an instant.
    package init(start: Instant) { self.start = start }

    /// Brings marquees into step from an instant on; those that are it, and have not changed, are left alone.
    package mutating func keep(_ marquees: [Marquee], at instant: Instant) {
        var going: [(marquee: Marquee, cycle: KnotMotion)] = []
        for marquee in marquees { if let cycle = marquee.ownCycle { going.append((marquee, cycle)) } }
        let members = going.map { Member(marquee: ObjectIdentifier($0.marquee), cycle: $0.cycle) }
        guard members != self.members else { return }
        self.members = members
        guard let maximum = going.map(\.cycle.time).max() else { return }
        let ends = going.compactMap { $0.marquee.cycleEnd(at: instant) }
        if let end = ends.max() {
            start = end - maximum
        } else {
            if let cycle, instant > start {
                start = start + Nanoseconds((instant - start).count / cycle.count * cycle.count)
            }
            // All stand at their beginning: they still do if none should have left it.
            let shortestPause = going.map { maximum - $0.cycle.time + $0.cycle.pause }.min() ?? .zero
            if start + shortestPause < instant { start = instant }
        }
        cycle = maximum
        for (marquee, _) in going { marquee.keepStep(cycle: maximum, next: start + maximum, at: instant) }
    }
}

extension MarqueeState {
    /// One cycle without waiting for others; nil for what does not go round endlessly, or follows something else in.
    var ownCycle: KnotMotion? {
        guard mode == .loop, canTravel, style.repeats == nil, sequence.stretches.count == 1 else { return nil }
        return ownCycles(of: sequence.newest, repeats: nil, start: .zero, from: 0)
    }

    /// How far the current cycle has come, in 1/65536 pixel.
    private func phase(at instant: Instant) -> Int64 {
        let anchor = Subpixel.pixels(sequence.newest.anchor)
        let position = position(at: instant)
        let travelled = sequence.isForward ? position - anchor : anchor - position
        return Int64(Int(travelled).floorModulo(Int(Subpixel.pixels(sequence.newest.period))))
    }

    private var sign: Int64 { sequence.isForward ? 1 : -1 }

    /// When the current cycle ends; nil for what stands at the beginning of one, or is held.
    func cycleEnd(at instant: Instant) -> Instant? {
        let phase = phase(at: instant)
        guard phase != 0, !isHeld, let own = ownCycle else { return nil }
        return instant + (own.time - own.time(toReach: sign * phase))
    }

    /// Takes a time for each cycle, of which the next one begins at an instant; what is on its way finishes its cycle first.
    mutating func keepStep(cycle: Nanoseconds, next: Instant, at instant: Instant) {
        let (position, phase, end) = (position(at: instant), phase(at: instant), cycleEnd(at: instant))
        self.cycle = cycle
        guard !isHeld else { return }
        trajectory.forget(before: instant)
        let stretch = sequence.newest
        guard let end else {
            let motion = cycles(of: stretch, repeats: nil, start: next - cycle, from: position)
            guard next - cycle + motion.pause < instant else { return trajectory.follow(.knots(motion), from: instant) }
            trajectory.follow(.rest(position), from: instant)
            return trajectory.follow(.knots(motion.starting(at: next)), from: next)
        }
        let base = position - sign * phase
        let present = cycles(of: stretch, repeats: nil, start: instant, from: base)
        trajectory.follow(.knots(present.starting(at: instant - present.time(toReach: sign * phase))), from: instant)
        let place = base + sign * Subpixel.pixels(stretch.period)
        if end < next { trajectory.follow(.rest(place), from: end) }
        trajectory.follow(.knots(cycles(of: stretch, repeats: nil, start: next, from: place)), from: next)
    }
}
