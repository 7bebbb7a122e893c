import LinuxSystem
import Timelines

/// Connects a sign with a thread of its own, such as that of a server: answers the thread's orders, and records in its mailbox
/// what has changed about the sign.
///
/// It does not allocate, lock or wait where nothing has changed and nothing is asked.
package final class MailboxService: SignService {
    /// What the thread has the other end of.
    package let mailbox = SignMailbox()
    package private(set) var problem: String?
    private let failure: String
    private let log: (String) -> Void
    private let start: (SignMailbox) throws(SystemCallError) -> Worker
    private var sign: Sign?
    private var thread: Worker?
    private var recordedProblem: String?
    /// The revision of the sign that the thread knows; nil for none.
    private var revision: Int?
    private var changes: SignChanges?
    /// What the thread knows of what takes pixels.
    private weak var pixels: (any PixelStreamControl)?
    /// The revision of the sources whose topics the thread knows.
    private var sourcesRevision: Int?

    /// - Parameters:
    ///   - failure: what is wrong where the thread cannot be started, such as "the page is not served".
    ///   - log: writes a line for people; must not wait.
    package init(
        failure: String, log: @escaping (String) -> Void,
        start: @escaping (SignMailbox) throws(SystemCallError) -> Worker
    ) {
        (self.failure, self.log, self.start) = (failure, log, start)
    }

    package var descriptors: [Int32] { [mailbox.orders.number] }

    package func begin(_ sign: Sign, at start: Instant) {
        self.sign = sign
        recordTopics(of: sign)
        do throws(SystemCallError) {
            thread = try self.start(mailbox)
        } catch {
            let words = "\(failure): \(error)"
            problem = words
            log(words)
        }
    }

    package func update(problem: String?, at instant: Instant) {
        if problem != recordedProblem {
            recordedProblem = problem
            mailbox.record(problem: problem)
        }
        guard let sign else { return }
        recordChanges(of: sign, at: instant)
        if sign.pixels !== pixels {
            pixels = sign.pixels
            mailbox.record(pixels: pixels)
        }
        if sign.sourcesRevision != sourcesRevision { recordTopics(of: sign) }
    }

    /// Records what has changed while the thread watches.
    private func recordChanges(of sign: Sign, at instant: Instant) {
        guard mailbox.isWatched else {
            revision = nil
            return
        }
        guard revision != sign.revision else { return }
        revision = sign.revision
        let next = sign.changes(at: instant)
        guard next != changes else { return }
        changes = next
        mailbox.record(next)
    }

    /// Says what fields wait for; their messages do not pass through this thread.
    private func recordTopics(of sign: Sign) {
        sourcesRevision = sign.sourcesRevision
        mailbox.record(topics: sign.topics)
    }

    /// Answers one order, and raises the mailbox's signal again where there are more, so that many of them delay no frame.
    package func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        guard case .readable = event else { return true }
        mailbox.orders.lower()
        takeReports()
        problem = mailbox.serverProblem.map { PrintableText.line($0) }
        if let (ticket, order, hasMore) = mailbox.takeOrder() {
            mailbox.answer(ticket, sign?.answer(order, at: instant) ?? .silent)
            if hasMore { mailbox.orders.raise() }
        }
        return true
    }

    private func takeReports() {
        for line in mailbox.takeReports() { log(line) }
    }

    package func close() {
        thread?.end()
        takeReports()
    }
}
