import CLinuxSystem
import Glibc
import LinuxSystem
import PanelDrivers
import Timelines

/// A POSIX thread that steps a refresh loop, without Swift's concurrency.
package final class RefreshThread {
    private let thread: NativeThread
    private var isJoined = false
    private let hasEnded: () -> Bool
    private let news: Int32
    private let release: () -> Void

    /// The kernel's number of the thread.
    package let number: Int32

    /// Starts the thread of a loop; returns when it is prepared.
    ///
    /// - Parameter prepare: runs on the thread before the first step and may allocate: asks for real-time priority, for
    ///   instance.
    package init<Panel: RefreshedPanel & ~Copyable>(
        _ link: RefreshLink<Panel>, settings: RefreshLoop<Panel>.Settings,
        clock: some MonotonicClock & Sendable, prepare: @escaping @Sendable () -> Void = {}
    ) throws {
        let prepared = FrameExchange<Preparation> { (0, false) }
        (hasEnded, news, release) = ({ link.hasEnded }, link.news, { link.release() })
        let work = {
            prepared.publish(due: .zero) { $0 = (sign_thread_number(), false) }
            prepare()
            prepared.publish(due: .zero) { $0 = (sign_thread_number(), true) }
            var loop = RefreshLoop(link, settings: settings)
            loop.run(clock: clock)
            link.waitForRelease()
        }
        do throws(SystemCallError) {
            thread = try NativeThread(named: "refresh", run: work)
        } catch {
            throw HardwareError(operation: "start", path: "the refresh thread", code: error.code)
        }
        do {
            number = try Self.waitForPreparation(prepared, clock: clock)
        } catch {
            thread.finish(within: .seconds(1))
            throw error
        }
    }

    /// How far a thread has come before its first step.
    private typealias Preparation = (thread: Int32, isDone: Bool)

    /// Waits until a thread is prepared; one that dies before that is an error, and not waited for.
    private static func waitForPreparation(
        _ prepared: FrameExchange<Preparation>, clock: some MonotonicClock
    ) throws -> Int32 {
        while true {
            let mark = prepared.mark
            _ = prepared.take(at: .zero)
            let known = prepared.taken.pointee
            if known.isDone { return known.thread }
            if known.thread != 0, sign_thread_exists(known.thread) == 0 {
                throw HardwareError(
                    operation: "start", path: "the refresh thread", code: ESRCH, reason: "it ended at once")
            }
            prepared.sleep(until: clock.now + lookInterval, mark: mark)
        }
    }

    /// How often a wait checks whether the thread exists: its death wakes no other thread.
    private static var lookInterval: Nanoseconds { .milliseconds(50) }

    /// Whether the thread is there, for a call of the kernel; false also after it was joined.
    package var exists: Bool { !isJoined && sign_thread_exists(number) != 0 }

    /// Waits until the refresh has ended, after that was requested; returns whether it has.
    ///
    /// The thread still exists then, for its watchers, until it is joined.
    ///
    /// - Parameter time: how long to wait at most. A thread that is stuck in a call of the kernel does not end, and one
    ///   that has died without ending the refresh is not waited for.
    package func waitForEnd(within time: Nanoseconds, clock: some MonotonicClock) -> Bool {
        let deadline = clock.now + time
        while !hasEnded() {
            let rest = min(deadline - clock.now, Self.lookInterval)
            guard rest > .zero, exists || hasEnded() else { return false }
            var descriptor = pollfd(fd: news, events: Int16(POLLIN), revents: 0)
            // The event may be raised already for something else, and no other thread clears it any more.
            sign_event_clear(news)
            if hasEnded() { return true }
            poll(&descriptor, 1, Int32(clamping: rest.count / 1_000_000 + 1))
        }
        return true
    }

    /// Lets the thread go when the refresh has ended, and waits for it; returns whether it is gone.
    package func join(within time: Nanoseconds) -> Bool {
        guard !isJoined else { return true }
        release()
        isJoined = thread.join(within: time)
        return isJoined
    }
}
