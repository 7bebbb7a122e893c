import SignPlayback
import Timelines

/// A pulse of a line for a buzzer, a relay or a lamp (behaviour E6).
package struct CuePulse: Hashable, Sendable {
    /// Which of the lines, from 0.
    package var line: Int
    /// When the line becomes active.
    package var start: Instant
    /// How long it stays active.
    package var width: Nanoseconds

    package init(line: Int, start: Instant, width: Nanoseconds) {
        (self.line, self.start, self.width) = (line, start, width)
    }
}

/// Which lines are active when: a pure state machine without a clock.
///
/// A pulse during another one on its line extends it. A late one keeps its width, and one that is
/// later than `maximumLateness` is left out: a late beat is worse than a missing one.
package struct CueSchedule: Hashable, Sendable {
    /// How late a pulse may begin.
    package static let maximumLateness = Nanoseconds.milliseconds(50)
    /// The maximum number of waiting pulses.
    package static let maximumPending = 64

    /// The counts of pulses.
    package struct Counts: Hashable, Sendable {
        /// The number of started pulses.
        package internal(set) var played = 0
        /// The number of dropped pulses: too late, or too many.
        package internal(set) var skipped = 0
        /// The greatest time between the instant of a pulse and the step that began it.
        package internal(set) var worstLateness = Nanoseconds.zero
    }

    /// The counts so far.
    package private(set) var counts = Counts()
    private var pending: [CuePulse] = []
    /// When each line comes to rest; nil if it is at rest.
    private var ends: [Instant?]

    /// Creates a schedule of some lines, all at rest; at most 64.
    package init(lines: Int) {
        ends = [Instant?](repeating: nil, count: min(max(lines, 0), 64))
        pending.reserveCapacity(Self.maximumPending)
    }

    /// Adds a pulse; one with an unknown line, or without a width, is ignored.
    package mutating func add(_ pulse: CuePulse) {
        guard ends.indices.contains(pulse.line), pulse.width > .zero else { return }
        guard pending.count < Self.maximumPending else {
            counts.skipped += 1
            return
        }
        let place = pending.firstIndex { $0.start > pulse.start } ?? pending.count
        pending.insert(pulse, at: place)
    }

    /// Advances to an instant; returns the lines that are active from then on: bit i is line i.
    package mutating func step(to instant: Instant) -> UInt64 {
        while let first = pending.first, first.start <= instant {
            pending.removeFirst()
            let lateness = instant - first.start
            guard lateness <= Self.maximumLateness else {
                counts.skipped += 1
                continue
            }
            counts.played += 1
            counts.worstLateness = max(counts.worstLateness, lateness)
            let end = instant + first.width
            ends[first.line] = max(ends[first.line] ?? end, end)
        }
        var active: UInt64 = 0
        for line in ends.indices {
            guard let end = ends[line] else { continue }
            if end > instant { active |= 1 << UInt64(line) } else { ends[line] = nil }
        }
        return active
    }

    /// When something changes next; nil for never.
    package var next: Instant? {
        var first = pending.first?.start
        for end in ends { first = first.earlier(end) }
        return first
    }
}

/// Announces cues a little before they are due, each once; a pure value.
///
/// Content knows when its next cue comes, but what new values call comes at once, also before cues that are announced already.
package struct CueAnnouncer: Hashable, Sendable {
    private struct Announced: Hashable {
        let instant: Instant
        let name: String
    }

    /// How long before its instant a cue is announced at the earliest.
    private static let lead = Nanoseconds.milliseconds(50)
    /// The cues that are announced in one step, and remembered.
    private static let maximum = 32

    /// Up to when all cues were announced or are too late.
    private var passed: Instant
    /// The cues after that which were announced.
    private var announced: [Announced] = []

    /// Starts at an instant: cues at or after it are announced.
    package init(from start: Instant) { passed = start - .one }

    /// Announces the cues up to `lead` from now; returns when to ask again, nil for never.
    ///
    /// Cues that are too late are skipped. O(cues of the last and the next 50 ms, at most 64).
    package mutating func step(
        at now: Instant, next: (_ after: Instant) -> PartsContent.CueCall?,
        announce: (_ instant: Instant, _ name: String) -> Void
    ) -> Instant? {
        // A clock that was set back has all cues before it once more.
        if now + Self.lead < passed { (passed, announced) = (now - .one, []) }
        forget(upTo: now - CueSchedule.maximumLateness)
        var (after, count) = (passed, 0)
        while count < Self.maximum {
            guard let (instant, names) = next(after), instant > after else { return nil }
            guard instant - now <= Self.lead else { return instant - Self.lead }
            for name in names {
                let cue = Announced(instant: instant, name: name)
                guard !announced.contains(cue) else { continue }
                announce(instant, name)
                announced.append(cue)
                count += 1
            }
            after = instant
        }
        return now + .one
    }

    private mutating func forget(upTo instant: Instant) {
        passed = max(passed, instant)
        if announced.count > Self.maximum {
            let instants = announced.map(\.instant).sorted()
            passed = max(passed, instants[instants.count - Self.maximum - 1])
        }
        announced.removeAll { $0.instant <= passed }
    }
}
