import CWallClock
import Glibc
import Synchronization
import Timelines

/// The kernel's CLOCK_REALTIME (clock_gettime(2)), which a time service, a person or a battery clock sets.
///
/// It may be read by several threads.
public final class SystemWallClock: WallClock, Sendable {
    private let isTrusted: Atomic<Bool>

    /// Creates a reader of the clock.
    public init(trust: ClockTrust = .synchronised) { isTrusted = Atomic(trust == .trusted) }

    /// Whether a clock that no time service has set counts as right; readings from now on go by it.
    public var trust: ClockTrust {
        get { isTrusted.load(ordering: .relaxed) ? .trusted : .synchronised }
        set { isTrusted.store(newValue == .trusted, ordering: .relaxed) }
    }

    /// Whether a time service has set the clock of this machine.
    ///
    /// The kernel says so (STA_UNSYNC of adjtimex(2) is off), or systemd-timesyncd does
    /// (`/run/systemd/timesync/synchronized`). A kernel that does not answer, as under a filter of system calls, is no
    /// reason to believe it.
    public static var isSynchronized: Bool { wall_clock_is_synchronized() != 0 }

    /// Returns what the clock shows at an instant near now; some system calls, no allocation.
    ///
    /// The reading is synchronised where a time service has set the clock, or where it is trusted.
    public func reading(at instant: Instant) -> WallReading {
        let before = Self.nanoseconds(CLOCK_MONOTONIC)
        let wall = Self.nanoseconds(CLOCK_REALTIME)
        let after = Self.nanoseconds(CLOCK_MONOTONIC)
        let now = WallReading(
            monotonic: Instant(nanoseconds: before + (after - before) / 2), wall: WallTime(nanoseconds: wall),
            isSynchronized: trust == .trusted || Self.isSynchronized)
        return WallReading(
            monotonic: instant, wall: now.wall(at: instant), isSynchronized: now.isSynchronized)
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Nanoseconds.seconds(Int64(time.tv_sec)).count &+ Int64(time.tv_nsec)
    }
}

/// Tells when the system's wall clock is set: a descriptor to poll.
///
/// The kernel cancels a timer of CLOCK_REALTIME when the clock is set (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
/// Slewing is no step and is not told.
public final class WallClockSteps: Sendable {
    /// Readable once the clock was set; for poll(2).
    public let descriptor: Int32

    /// Opens a descriptor; nil where the kernel has none to give, and then steps are only seen by looking.
    public init?() {
        descriptor = wall_clock_open_steps()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether the clock was set since the last call, and makes the descriptor unreadable again.
    public func take() -> Bool { wall_clock_take_step(descriptor) == 1 }
}
