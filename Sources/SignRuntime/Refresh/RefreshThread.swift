import CSignRuntime
import Glibc
import HardwareInterfaces
import Timelines

/// A thread of its own that steps a refresh loop, without Swift's concurrency.
public final class RefreshThread {
    private var thread = pthread_t()
    private var isJoined = false

    /// What a thread does; the box goes over to it whole, so nothing in it is shared.
    private final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Starts the thread of a loop.
    ///
    /// - Parameters:
    ///   - clock: reads CLOCK_MONOTONIC.
    ///   - prepare: runs on the thread before the first step and may allocate: asks for real-time priority, for instance.
    ///     Gets the kernel's number of the thread.
    /// - Throws: where the kernel gives no thread.
    public init<Panel: RefreshedPanel & ~Copyable>(
        _ link: RefreshLink<Panel>, settings: RefreshLoop<Panel>.Settings,
        clock: some MonotonicClock & Sendable, prepare: @escaping @Sendable (Int32) -> Void = { _ in }
    ) throws {
        let work = Work {
            prepare(sign_thread_number())
            var loop = RefreshLoop(link, settings: settings)
            while true {
                switch loop.step(at: clock.now) {
                case .none: continue
                case .sleep(let deadline, let mark): link.exchange.sleep(until: deadline, mark: mark)
                case .finished: return
                }
            }
        }
        let context = Unmanaged.passRetained(work).toOpaque()
        let code = sign_thread_start(
            &thread, "refresh",
            { context in
                guard let context else { return }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            }, context)
        guard code == 0 else {
            Unmanaged<Work>.fromOpaque(context).release()
            throw HardwareError(operation: "start", path: "the refresh thread", code: code)
        }
    }

    /// Waits for the thread to end after it was told to; returns whether it has.
    ///
    /// - Parameter time: how long to wait at most. A thread that is stuck in a call of the kernel does not end.
    public func join(within time: Nanoseconds) -> Bool {
        guard !isJoined else { return true }
        isJoined = sign_thread_join(thread, max(time.count, 0)) == 0
        return isJoined
    }
}
