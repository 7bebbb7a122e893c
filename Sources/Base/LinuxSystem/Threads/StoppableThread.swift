import Timelines

/// A thread that ends when it is asked to; one that hangs is left alone.
///
/// One thread creates and ends it.
package final class StoppableThread {
    private let thread: NativeThread
    private let stop: () -> Void
    private var isOver = false

    /// How long `end` waits for the thread.
    package static let farewell = Nanoseconds.seconds(1)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: the kernel cuts off what is longer than 15 bytes.
    ///   - stop: asks the thread to end; must not wait. Called once, by the thread that calls `end`.
    ///   - run: what the thread does until it is asked to end.
    /// - Throws: if the kernel gives no thread.
    package init(
        named name: String, stop: @escaping () -> Void, run: @escaping () -> Void
    ) throws(SystemCallError) {
        self.stop = stop
        thread = try NativeThread(named: name, run: run)
    }

    /// Asks the thread to end, and returns whether it has ended within a second; true without another attempt after the first call.
    @discardableResult
    package func end() -> Bool {
        guard !isOver else { return true }
        isOver = true
        stop()
        return thread.finish(within: Self.farewell)
    }
}
