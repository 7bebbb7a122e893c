import Synchronization
import Timelines

/// A thread that ends when it is asked to, or with its last reference; one that hangs is left alone.
package final class Worker: Sendable {
    /// nil after the end.
    private let thread: Mutex<NativeThread?>
    private let stop: @Sendable () -> Void

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: the kernel cuts off what is longer than 15 bytes.
    ///   - stop: asks the thread to end; must not wait. Called once.
    ///   - run: what the thread does until it is asked to end; it must not hold the worker.
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
