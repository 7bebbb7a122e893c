import CWallClock
import Glibc
import Timelines

/// The kernel's CLOCK_REALTIME (clock_gettime(2)), which a time service, a person or a battery clock sets.
public struct SystemWallClock: WallClock, Sendable {
    private let trustsUnsynchronized: Bool

    /// Creates a reader of the clock.
    ///
    /// - Parameter trustsUnsynchronized: for machines whose clock is right without a time service that tells the kernel.
    public init(trustsUnsynchronized: Bool = false) {
        self.trustsUnsynchronized = trustsUnsynchronized
    }

    /// Returns what the clock shows at an instant near now; two or three system calls, no allocation.
    ///
    /// The clock is synchronised when the kernel's STA_UNSYNC is off (adjtimex(2)); a kernel that does not say is believed.
    public func reading(at instant: Instant) -> WallReading {
        let before = Self.nanoseconds(CLOCK_MONOTONIC)
        let wall = Self.nanoseconds(CLOCK_REALTIME)
        let after = Self.nanoseconds(CLOCK_MONOTONIC)
        let now = WallReading(
            monotonic: Instant(nanoseconds: before + (after - before) / 2), wall: WallTime(nanoseconds: wall),
            isSynchronized: trustsUnsynchronized || wall_clock_is_synchronized() != 0)
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
