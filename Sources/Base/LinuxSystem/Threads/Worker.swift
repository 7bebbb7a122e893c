import CLinuxSystem
import Synchronization
import Timelines

/// A thread that ends when it is asked to, or with its last reference; one that hangs is left alone.
package final class Worker: Sendable {
    /// nil after the end.
    private let thread: Mutex<NativeThread?>
    private let stop: @Sendable () -> Void

    /// Starts the thread, which `stop` asks to end: it is called once, and must not wait.
    ///
    /// - Parameter run: what the thread does until then; it must not hold the worker.
    /// - Throws: if the kernel gives no thread.
    package init(
        named name: String, stop: @escaping @Sendable () -> Void, run: @escaping () -> Void
    ) throws(SystemCallError) {
        let started: NativeThread? = try NativeThread(named: name, run: run)
        thread = Mutex(started)
        self.stop = stop
    }

    /// Starts a thread that works for a mailbox, and ends when the mailbox says so.
    ///
    /// - Throws: if the kernel gives no thread, or gave the mailbox no event.
    package convenience init<Content>(
        named name: String, _ mailbox: Mailbox<Content>, run: @escaping (Mailbox<Content>) -> Void
    ) throws(SystemCallError) {
        guard mailbox.wake.number >= 0 else { throw SystemCallError("eventfd") }
        try self.init(named: name, stop: { mailbox.end() }, run: { run(mailbox) })
    }

    /// Asks the thread to end, and returns whether it has ended within a time; later calls return true at once.
    @discardableResult
    package func end(within time: Nanoseconds = .seconds(1)) -> Bool {
        guard let thread = take() else { return true }
        stop()
        return thread.finish(within: time)
    }

    private func take() -> NativeThread? {
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
    }

    deinit {
        guard let thread = take() else { return }
        stop()
        thread.detach()
    }
}

/// A POSIX thread, without Swift's concurrency; it leaves all signals to other threads, except those of its own faults.
///
/// Either `join`, `finish` or `detach` is called, once.
package struct NativeThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread; the kernel cuts off what is longer than 15 bytes of its name.
    ///
    /// - Parameter run: is called on the new thread and freed there at its end; no other thread may use what it alone holds.
    /// - Throws: if the kernel gives no thread; `run` is freed then.
    package init(named name: String, run: @escaping () -> Void) throws(SystemCallError) {
        var thread = pthread_t()
        // The thread alone owns it.
        let work = UnsafeMutablePointer<() -> Void>.allocate(capacity: 1)
        work.initialize(to: run)
        let code = sign_thread_start(
            &thread, name,
            { context in
                guard let work = context?.assumingMemoryBound(to: (() -> Void).self) else { return }
                let run = work.move()
                work.deallocate()
                run()
            }, work)
        guard code == 0 else {
            work.deinitialize(count: 1)
            work.deallocate()
            throw SystemCallError("pthread_create", code: code)
        }
        self.thread = thread
    }

    /// Waits for the end of the thread, at most for a time; returns whether it has ended.
    ///
    /// Not to be called again once it has.
    package func join(within time: Nanoseconds) -> Bool {
        sign_thread_join(thread, max(time.count, 0)) == 0
    }

    /// Waits for the end of the thread, at most for a time, and lets it free itself where that takes longer; returns whether
    /// it has ended.
    ///
    /// Called in place of `join` and `detach`, once.
    @discardableResult
    package func finish(within time: Nanoseconds) -> Bool {
        let hasEnded = join(within: time)
        if !hasEnded { detach() }
        return hasEnded
    }

    /// Lets the thread free itself at its end.
    package func detach() { pthread_detach(thread) }
}
