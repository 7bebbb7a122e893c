import LinuxSystem
import Timelines

/// Asks sources in the background and passes on what they say; its clients never wait.
///
/// A thread of its own starts programs, reads files and keeps time. `take` looks into a mailbox, which is locked only for
/// moments, and returns nothing if it is locked just then: `descriptor` stays readable until everything has been taken.
package final class LiveService: Sendable {
    let mailbox: Mailbox<LiveMail>
    private let news: EventDescriptor
    private let settled: EventDescriptor
    private let worker: Worker

    /// Starts to ask sources; all of them are due at once.
    ///
    /// - Parameters:
    ///   - sources: what to ask; of several with one name the first counts for `set`.
    ///   - cacheFolder: where the last good copies of servers' documents are kept; nil keeps no copies.
    ///   - reader: decodes documents before they are passed on; nil passes on only their bytes.
    ///   - connector: connects to servers whose pictures come over WebSockets; nil where no source does.
    ///   - seed: a number that differs between machines, so that many signs do not ask a server at the same time.
    /// - Throws: if the kernel has no descriptors or threads left.
    package init(
        _ sources: [LiveSource], cacheFolder: String? = nil, reader: LiveDocumentReader? = nil,
        connector: LiveConnector? = nil, seed: UInt64 = 0, clock: some MonotonicClock & Sendable
    ) throws(WordedError) {
        var mail = LiveMail()
        mail.add(.sources(sources))
        (news, settled) = (mail.news, mail.settled)
        guard news.number >= 0 else { throw Self.failure(SystemCallError("eventfd")) }
        mailbox = Mailbox(mail)
        let cache = cacheFolder.map { DocumentCache(folder: $0) }
        do throws(SystemCallError) {
            worker = try Worker(named: "ledsign-values", mailbox) { mailbox in
                let jobs = LiveJobs(cache: cache, reader: reader, connector: connector)
                var worker = LiveWorker(mailbox, jobs, seed: seed, clock: clock)
                worker.run()
            }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: SystemCallError) -> WordedError {
        WordedError("live fields cannot be read: \(error.reason)")
    }

    /// Becomes readable when there is something to take; for poll(2).
    package var descriptor: Int32 { news.number }

    /// Takes what is new, at most one of every source; never waits.
    package func take() -> [LiveChange] {
        // Lowered first, so that a change in between raises it again.
        news.lower()
        guard let changes = mailbox.lookIfFree({ $0.takeChanges() }) else {
            news.raise()
            return []
        }
        return changes
    }

    /// Sets a variable, or removes its value with nil.
    ///
    /// A name that is not a variable's changes nothing.
    package func set(_ name: String, to value: LiveValue?) { mailbox.post { $0.add(.set(name, value)) } }

    /// Takes a message at a topic, for the sources that wait for it; of several that come at once the newest counts.
    package func arrive(_ message: [UInt8], topic: String) { mailbox.post { $0.add(message, topic: topic) } }

    /// Asks other sources from now on; those that are the same keep what they said and continue undisturbed, and all report
    /// once more.
    package func replace(_ sources: [LiveSource]) { mailbox.post { $0.add(.sources(sources)) } }

    /// Asks a source now, or all of them.
    package func refresh(_ name: String? = nil) { mailbox.post { $0.add(.refresh(name)) } }

    /// How all sources are doing, in their order; for reports.
    ///
    /// Waits for the mailbox.
    package var statuses: [LiveStatus] { mailbox.look { $0.statuses } }

    /// Whether every source has answered or failed once.
    package var isSettled: Bool { mailbox.look { $0.isSettled } }

    /// Waits until every source has answered or failed once, for single pictures; not for running signs.
    package func settle(within timeout: Nanoseconds) {
        guard !isSettled else { return }
        settled.wait(milliseconds: Int32(clamping: timeout.count / 1_000_000))
    }

    /// Ends all programs; nothing new comes afterwards.
    ///
    /// Waits until they have ended, for a second at most.
    package func close() { worker.end() }
}
