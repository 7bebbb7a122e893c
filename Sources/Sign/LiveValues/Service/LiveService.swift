import LinuxSystem
import Synchronization
import Timelines

/// Asks sources in the background and passes on what they say; its clients never wait.
///
/// A thread of its own starts programs, reads files and keeps time. `take` looks into a mailbox, which is locked only for
/// moments, and returns nothing if it is locked just then: `descriptor` stays readable until everything has been taken.
package final class LiveService: Sendable {
    /// Becomes readable when there is something to take; for poll(2).
    package let descriptor: Int32
    let box: LiveMailbox
    /// The thread; nil after the end.
    private let thread: Mutex<NativeThread?>

    /// Starts to ask sources; all of them are due at once.
    ///
    /// - Parameters:
    ///   - sources: what to ask; of several with one name the first counts for `set`.
    ///   - cacheFolder: where the last good copies of servers' documents are kept; nil keeps no copies.
    ///   - reader: decodes documents before they are passed on; nil passes on only their bytes.
    ///   - seed: a number that differs between machines, so that many signs do not ask a server at the same time.
    ///   - clock: the thread's clock.
    /// - Throws: if the kernel has no descriptors or threads left.
    package init(
        _ sources: [LiveSource], cacheFolder: String? = nil, reader: LiveDocumentReader? = nil, seed: UInt64 = 0,
        clock: some MonotonicClock & Sendable
    ) throws(LiveServiceError) {
        let box = LiveMailbox()
        self.box = box
        descriptor = box.news.number
        guard box.news.number >= 0, box.wake.number >= 0 else {
            throw LiveServiceError(cause: SystemCallError("eventfd"))
        }
        box.send(.sources(sources))
        let cache = cacheFolder.map { DocumentCache(folder: $0) }
        do throws(SystemCallError) {
            let thread = try NativeThread(named: "ledsign-values") {
                var worker = LiveWorker(box, cache: cache, reader: reader, seed: seed, clock: clock)
                worker.run()
            }
            self.thread = Mutex(thread)
        } catch {
            throw LiveServiceError(cause: error)
        }
    }

    /// Takes what is new, at most one of every source; never waits.
    package func take() -> [LiveChange] { box.take() }

    /// Sets a variable, or takes its value away with nil.
    ///
    /// A name that is not a variable's changes nothing.
    package func set(_ name: String, to value: LiveValue?) { box.send(.set(name, value)) }

    /// Takes a message at a topic, for the sources that wait for it; of several that come at once the newest counts.
    package func arrive(_ message: [UInt8], topic: String) { box.send(message, topic: topic) }

    /// Asks other sources from now on; those that are the same keep what they said and go on undisturbed, and all report
    /// once more.
    package func replace(_ sources: [LiveSource]) { box.send(.sources(sources)) }

    /// Asks a source now, or all of them.
    package func refresh(_ name: String? = nil) { box.send(.refresh(name)) }

    /// How all sources are doing, in their order; for reports.
    ///
    /// Waits for the mailbox.
    package var statuses: [LiveStatus] { box.statuses }

    /// Whether every source has answered or failed once.
    package var isSettled: Bool { box.isSettled }

    /// Waits until every source has answered or failed once, for single pictures; not for running signs.
    ///
    /// - Parameter timeOut: the longest time to wait.
    package func settle(within timeOut: Nanoseconds) { box.waitUntilSettled(timeOut) }

    /// Ends all programs; nothing new comes afterwards.
    ///
    /// Waits until they have ended, for a second at most.
    package func close() {
        box.send(.end)
        takeThread()?.finish(within: .seconds(1))
    }

    private func takeThread() -> NativeThread? {
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
    }

    deinit {
        box.send(.end)
        takeThread()?.detach()
    }
}

/// Why the service cannot start.
package struct LiveServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed.
    let cause: SystemCallError

    /// What is wrong.
    package var description: String { "live fields cannot be read: \(cause.reason)" }
}
