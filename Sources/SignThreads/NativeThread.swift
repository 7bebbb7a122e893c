import CSignRuntime
import Timelines

/// A POSIX thread of its own, without Swift's concurrency; it leaves all signals to the others but those of its own faults.
package struct NativeThread: Sendable {
    /// Why there is no thread, as an error number (pthread_create(3)).
    package struct Failure: Error, Hashable {
        /// EAGAIN, ENOMEM or another one.
        package let code: Int32
    }

    private let thread: pthread_t

    /// What a thread does; the box goes over to it whole, so nothing in it is shared.
    private final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: is cut off by the kernel where it is longer than 15 bytes.
    ///   - run: is called on the thread alone, and freed there at its end. Nobody else may use what it holds alone.
    /// - Throws: where the kernel gives no thread; the work is freed then.
    package init(named name: String, run: @escaping () -> Void) throws(Failure) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(run)).toOpaque()
        let code = sign_thread_start(
            &thread, name,
            { context in
                guard let context else { return }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            }, context)
        guard code == 0 else {
            Unmanaged<Work>.fromOpaque(context).release()
            throw Failure(code: code)
        }
        self.thread = thread
    }

    /// Waits for the end of the thread, at most for a time; returns whether it has ended.
    ///
    /// Once it has, nobody may ask again.
    package func join(within time: Nanoseconds) -> Bool {
        sign_thread_join(thread, max(time.count, 0)) == 0
    }
}
