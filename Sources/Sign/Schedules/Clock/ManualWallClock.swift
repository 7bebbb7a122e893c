import Timelines

/// A wall clock that runs with the monotonic clock until it is set, for tests and offline rendering.
package struct ManualWallClock: WallClock, Hashable, Sendable {
    private var known: WallReading

    /// Creates a clock that shows `wall` at a monotonic instant.
    package init(wall: WallTime, at instant: Instant = .zero, isSynchronized: Bool = true) {
        known = WallReading(monotonic: instant, wall: wall, isSynchronized: isSynchronized)
    }

    /// Whether the clock is known to be right.
    package var isSynchronized: Bool {
        get { known.isSynchronized }
        set { known.isSynchronized = newValue }
    }

    /// Returns what the clock shows at any instant.
    package func reading(at instant: Instant) -> WallReading {
        WallReading(monotonic: instant, wall: known.wall(at: instant), isSynchronized: known.isSynchronized)
    }

    /// Sets the clock to `wall` at an instant; it runs on from there.
    package mutating func set(_ wall: WallTime, at instant: Instant) {
        known.monotonic = instant
        known.wall = wall
    }

    /// Sets the clock forward, or back by a negative length.
    package mutating func step(by length: Nanoseconds) {
        known.wall = known.wall + length
    }
}
