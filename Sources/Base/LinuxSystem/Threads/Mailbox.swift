import Synchronization

/// What a thread and those who give it work share: content behind a lock that is held for moments, and an event that wakes the
/// thread.
///
///     let mailbox = Mailbox([String]())
///     let worker = try Worker(named: "printer", mailbox) { mailbox in
///         mailbox.serve { _ in
///             for line in mailbox.look({ lines in defer { lines = [] }; return lines }) { print(line) }
///         }
///     }
///     mailbox.post { $0.append("hello") }
///     worker.end()    // what was posted before is printed
package final class Mailbox<Content: Sendable>: Sendable {
    /// Nil within `init` alone: Swift 6.0 does not compile an initializer that makes a mutex of a generic value without optimization.
    private let state = Mutex<(content: Content, isEnding: Bool)?>(nil)
    /// Raised by `post` and `end`; a worker that waits for other descriptors, too, polls it among them.
    package let wake = EventDescriptor()

    /// Creates a mailbox; its event is raised by nothing yet.
    package init(_ content: Content) { state.withLock { $0 = (content, false) } }

    /// Reads or changes the content, and lets the worker sleep.
    ///
    /// - Parameter body: must not wait.
    package func look<Result: Sendable>(_ body: (inout Content) -> Result) -> Result {
        state.withLock { body(&$0!.content) }
    }

    /// Does the same, or returns nil while another thread is looking; never waits.
    package func lookIfFree<Result: Sendable>(_ body: (inout Content) -> Result) -> Result? {
        state.withLockIfAvailable { body(&$0!.content) }
    }

    /// Changes the content and wakes the worker; returns at once.
    ///
    /// - Parameter change: must not wait.
    @discardableResult
    package func post<Result: Sendable>(_ change: (inout Content) -> Result) -> Result {
        defer { wake.raise() }
        return look(change)
    }

    /// Whether the worker was asked to end.
    package var isEnding: Bool { state.withLock { $0!.isEnding } }

    /// Asks the worker to end; returns at once.
    package func end() {
        state.withLock { $0!.isEnding = true }
        wake.raise()
    }

    /// The loop of a worker that waits for nothing else: calls a closure at the start and whenever the mailbox was woken, the last
    /// time after `end`.
    ///
    /// - Parameters:
    ///   - timeout: the milliseconds after which it continues by itself; -1 for never.
    ///   - step: gets whether the worker ends; everything that was posted before the end is there then.
    package func serve(timeout: () -> Int32 = { -1 }, _ step: (_ isEnding: Bool) -> Void) {
        while true {
            wake.lower()
            // Before the step, which then finds all that was posted before the end.
            let isEnding = isEnding
            step(isEnding)
            if isEnding { return }
            wake.wait(milliseconds: timeout())
        }
    }
}
