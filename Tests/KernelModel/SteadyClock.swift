import Glibc
import Synchronization
import Timelines

/// CLOCK_MONOTONIC of a machine that is never busy: advances by at most 2 ms from one reading to the next.
///
/// So a real thread that is stopped for a while is never late by this clock, and nothing is left out for that. Timers are the
/// kernel's: one that fires ahead of this clock is set again at once. Thread safe.
public final class SteadyClock: MonotonicClock, Sendable {
    private let last = Mutex(SteadyClock.kernelTime)

    /// Starts at the kernel's time.
    public init() {}

    /// The time, no later than 2 ms after the time of the last reading.
    public var now: Instant {
        last.withLock { last in
            last = min(Self.kernelTime, last + .milliseconds(2))
            return last
        }
    }

    /// What the kernel says.
    public static var kernelTime: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
