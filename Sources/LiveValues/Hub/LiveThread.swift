import CLiveProcess
import Glibc

/// A thread without priority that takes no signals but those of its own faults.
package enum LiveThread {
    private final class Work {
        let name: StaticString
        let body: @Sendable () -> Void
        init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
    }

    /// Starts a thread of a name of at most 15 letters; returns 0, or an error number.
    package static func start(_ name: StaticString = "ledsign-values", _ body: @escaping @Sendable () -> Void) -> Int32
    {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // Its own faults go to their handlers, which make the panel dark.
        for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { sigdelset(&all, fault) }
        // The new thread inherits that no other signal is for it.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(name, body))
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
        guard let pointer else { return nil }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        work.name.withUTF8Buffer { live_thread_name(String(decoding: $0, as: UTF8.self)) }
        work.body()
        return nil
    }
}
