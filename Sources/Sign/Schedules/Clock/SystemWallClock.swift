import CLinuxSystem
import Glibc
import Synchronization
import Timelines

/// The kernel's CLOCK_REALTIME (clock_gettime(2)), set by a time service, a person or a battery clock.
///
/// Several threads may read it.
package final class SystemWallClock: WallClock, Sendable {
    private let isTrusted: Atomic<Bool>

    /// Creates a reader of the clock.
    package init(trust: ClockTrust = .synchronised) { isTrusted = Atomic(trust == .trusted) }

    /// Whether a clock that no time service has set counts as right, for readings from now on.
    package var trust: ClockTrust {
        get { isTrusted.load(ordering: .relaxed) ? .trusted : .synchronised }
        set { isTrusted.store(newValue == .trusted, ordering: .relaxed) }
    }

    /// Whether a time service has set the clock of this machine.
    ///
    /// The kernel says so (STA_UNSYNC of adjtimex(2) is off), or systemd-timesyncd does
    /// (`/run/systemd/timesync/synchronized`). If the kernel does not answer, as under a filter of system
    /// calls, the clock does not count as set.
    package static var isSynchronized: Bool { wall_clock_is_synchronized() != 0 }

    /// Returns what the clock shows at an instant near now; some system calls, no allocation.
    ///
    /// The reading is synchronised if a time service has set the clock, or if the clock is trusted, and if it shows one of
    /// the years 1678 to 2261.
    package func reading(at instant: Instant) -> WallReading {
        let before = Self.time(CLOCK_MONOTONIC)
        let wall = Self.time(CLOCK_REALTIME)
        let after = Self.time(CLOCK_MONOTONIC)
        let middle = Instant(nanoseconds: before.nanoseconds) + Nanoseconds((after - before).count / 2)
        let now = WallReading(
            monotonic: middle, wall: wall,
            isSynchronized: wall.isInCalendar && (trust == .trusted || Self.isSynchronized))
        return WallReading(
            monotonic: instant, wall: now.wall(at: instant), isSynchronized: now.isSynchronized)
    }

    private static func time(_ clock: clockid_t) -> WallTime {
        var time = timespec()
        clock_gettime(clock, &time)
        return WallTime(time)
    }
}

extension WallTime {
    /// Creates a time from what the kernel says, saturated.
    package init(_ time: timespec) {
        self = WallTime(seconds: Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))
    }
}

/// Reports when the system's wall clock is set, through a descriptor to poll.
///
/// The kernel cancels a timer of CLOCK_REALTIME when the clock is set (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
/// Slewing is not a step and is not noticed.
package final class WallClockSteps: Sendable {
    /// Becomes readable when the clock is set; for poll(2).
    package let descriptor: Int32

    /// Opens a descriptor; nil if the kernel has none, and then steps are only noticed at the next reading.
    package init?() {
        descriptor = wall_clock_open_steps()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether the clock was set since the last call, and makes the descriptor unreadable again.
    package func take() -> Bool { wall_clock_take_step(descriptor) == 1 }
}
