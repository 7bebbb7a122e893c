import Glibc
import Synchronization
import Timelines

/// Asks sources in the background, and hands over what they say without ever making anybody wait.
///
/// A thread of its own starts programs, reads files and keeps time. `take` looks into a box that is locked for as long
/// as a few words take to be exchanged, and comes back with nothing if it is locked just then: `descriptor` stays
/// readable until everything has been taken.
public final class LiveHub: Sendable {
    /// Becomes readable when there is something to take; for poll(2).
    public let descriptor: Int32
    let box: LiveBox

    /// Starts to ask sources; all of them are due at once.
    ///
    /// - Parameters:
    ///   - sources: what to ask; of several of one name the first counts for `set`.
    ///   - cacheFolder: where the last good copies of documents of servers are kept; nil keeps none.
    ///   - reader: makes something of documents before they are handed over; nil hands over their bytes alone.
    ///   - seed: a number that differs between machines, so that many signs do not ask a server at the same time.
    ///   - clock: tells the thread the time.
    /// - Throws: the kernel's words, where there are no descriptors or threads left.
    public init(
        _ sources: [LiveSource], cacheFolder: String? = nil, reader: LiveDocumentReader? = nil, seed: UInt64 = 0,
        clock: some MonotonicClock & Sendable
    ) throws(LiveHubError) {
        let box = LiveBox()
        self.box = box
        descriptor = box.news.number
        guard box.news.number >= 0, box.wake.number >= 0 else { throw LiveHubError(words: FileFetch.words(errno)) }
        box.send(.sources(sources))
        let cache = cacheFolder.map { DocumentCache(folder: $0) }
        let code = LiveThread.start {
            var worker = LiveWorker(box, cache: cache, reader: reader, seed: seed, clock: clock)
            worker.run()
        }
        guard code == 0 else { throw LiveHubError(words: FileFetch.words(code)) }
    }

    /// Takes what is new, at most one of every source; never waits.
    public func take() -> [LiveChange] { box.take() }

    /// Sets a variable, or takes its value away with nil.
    ///
    /// What names no variable changes nothing.
    public func set(_ name: String, to value: LiveValue?) { box.send(.set(name, value)) }

    /// Asks other sources from now on; those that are the same keep what they said and go on undisturbed, and all are
    /// told once more.
    public func replace(_ sources: [LiveSource]) { box.send(.sources(sources)) }

    /// Asks a source now, or all of them.
    public func refresh(_ name: String? = nil) { box.send(.refresh(name)) }

    /// How all sources do, in their order; for reports.
    ///
    /// Waits for a few words to be exchanged.
    public var statuses: [LiveStatus] { box.statuses }

    /// Whether every source has answered or failed once.
    public var isSettled: Bool { box.isSettled }

    /// Waits until every source has answered or failed once, for pictures that are made once; not for running signs.
    ///
    /// - Parameter timeOut: the longest time to wait.
    public func settle(within timeOut: Nanoseconds) { box.waitUntilSettled(timeOut) }

    /// Ends all programs; nothing new comes afterwards.
    ///
    /// Waits until the kernel has taken them, for a second at most.
    public func close() {
        box.send(.end)
        box.ended.wait(milliseconds: 1_000)
    }

    deinit { box.send(.end) }
}

/// Why there is no hub.
public struct LiveHubError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel's words.
    let words: String

    /// What is wrong.
    public var description: String { "live fields cannot be read: \(words)" }
}
