import Timelines

/// A pulse of a line for a buzzer, a relay or a lamp (behaviour E6).
public struct CuePulse: Hashable, Sendable {
    /// Which of the lines, from 0.
    public var line: Int
    /// When the line becomes active.
    public var start: Instant
    /// How long it stays so.
    public var width: Nanoseconds

    /// Describes a pulse.
    public init(line: Int, start: Instant, width: Nanoseconds) {
        self.line = line
        self.start = start
        self.width = width
    }
}

/// Which lines are active when: a pure state machine without a clock.
///
/// A pulse that comes while its line is active makes it last longer. One that is late keeps its width, and one that is
/// later than `greatestLateness` is left out: a beat that comes after its time is worse than none.
public struct CueSchedule: Hashable, Sendable {
    /// How late a pulse may begin.
    public static let greatestLateness = Nanoseconds.milliseconds(50)
    /// How many pulses may wait.
    public static let mostPending = 64

    /// How many pulses have begun.
    public private(set) var played = 0
    /// How many were left out: too late, or more than may wait.
    public private(set) var skipped = 0
    private var pending: [CuePulse] = []
    /// When each line comes to rest; nil where it is at rest.
    private var ends: [Instant?]

    /// Creates a schedule of some lines, all at rest; at most 64.
    public init(lines: Int) {
        ends = [Instant?](repeating: nil, count: min(max(lines, 0), 64))
        pending.reserveCapacity(Self.mostPending)
    }

    /// Adds a pulse; one of a line that there is not, or of no width, is none.
    public mutating func add(_ pulse: CuePulse) {
        guard ends.indices.contains(pulse.line), pulse.width > .zero else { return }
        guard pending.count < Self.mostPending else {
            skipped += 1
            return
        }
        let place = pending.firstIndex { $0.start > pulse.start } ?? pending.count
        pending.insert(pulse, at: place)
    }

    /// Forgets the pulses that have not begun.
    public mutating func removePending() { pending.removeAll(keepingCapacity: true) }

    /// Comes to an instant; returns which lines are active from then on: bit i is line i.
    public mutating func step(to instant: Instant) -> UInt64 {
        while let first = pending.first, first.start <= instant {
            pending.removeFirst()
            guard instant - first.start <= Self.greatestLateness else {
                skipped += 1
                continue
            }
            played += 1
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
    public var next: Instant? {
        var first = pending.first?.start
        for case .some(let end) in ends { first = first.map { min($0, end) } ?? end }
        return first
    }
}
