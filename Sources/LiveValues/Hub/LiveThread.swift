import CLiveProcess
import Glibc

/// A thread without priority that takes no signals.
enum LiveThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; returns 0, or an error number.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // The new thread inherits that no signal is for it.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, runWork, work.toOpaque())
        guard code == 0 else {
            work.release()
            return code
        }
        pthread_detach(thread)
        return 0
    }

    private static let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        live_thread_name("ledsign-values")
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
    }
}
