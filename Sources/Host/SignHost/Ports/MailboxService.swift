import LinuxSystem
import Timelines

/// Connects a sign with a thread of its own, such as that of a server: answers the thread's orders, and notes in its mailbox
/// what has changed about the sign.
///
/// It does not allocate, lock or wait where nothing has changed and nothing is asked.
package final class MailboxService: SignService {
    /// What the thread has the other end of.
    package let mailbox = SignMailbox()
    package private(set) var problem: String?
    private let failure: String
    private let log: (String) -> Void
    private let start: (SignMailbox) throws(SystemCallError) -> StoppableThread
    private var source: SignSource?
    private var thread: StoppableThread?
    private var notedProblem: String?
    /// The number of the news that the thread knows; nil for none.
    private var newsNumber: Int?
    private var news: SignNews?
    /// What the thread knows of what takes pixels.
    private weak var pixels: (any PixelStreamControl)?
    /// The number of the sources whose topics the thread knows.
    private var sourcesNumber: Int?

    /// - Parameters:
    ///   - failure: what is wrong where the thread cannot be started, such as "the page is not served".
    ///   - log: writes a line for people; must not wait.
    ///   - start: starts the thread.
    package init(
        failure: String, log: @escaping (String) -> Void,
        start: @escaping (SignMailbox) throws(SystemCallError) -> StoppableThread
    ) {
        (self.failure, self.log, self.start) = (failure, log, start)
    }

    package var descriptors: [Int32] { [mailbox.orders.number] }

    package func begin(_ source: SignSource, at start: Instant) {
        self.source = source
        noteTopics(of: source)
        do throws(SystemCallError) {
            thread = try self.start(mailbox)
        } catch {
            let words = "\(failure): \(error)"
            problem = words
            log(words)
        }
    }

    package func update(problem: String?, at instant: Instant) {
        if problem != notedProblem {
            notedProblem = problem
            mailbox.note(problem: problem)
        }
        guard let source else { return }
        noteNews(of: source, at: instant)
        if source.pixels !== pixels {
            pixels = source.pixels
            mailbox.note(pixels: pixels)
        }
        if source.sourcesNumber != sourcesNumber { noteTopics(of: source) }
    }

    /// Notes news while the thread watches.
    private func noteNews(of source: SignSource, at instant: Instant) {
        guard mailbox.isWatched else {
            newsNumber = nil
            return
        }
        guard newsNumber != source.newsNumber else { return }
        newsNumber = source.newsNumber
        let next = source.news(at: instant)
        guard next != news else { return }
        news = next
        mailbox.note(next)
    }

    /// Says what fields wait for; their messages do not pass through this thread.
    private func noteTopics(of source: SignSource) {
        sourcesNumber = source.sourcesNumber
        mailbox.note(topics: source.topics)
    }

    /// Answers one order, and raises the mailbox's signal again where there are more, so that many of them delay no frame.
    package func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        guard case .readable = event else { return true }
        mailbox.orders.lower()
        takeReports()
        problem = mailbox.serverProblem.map { PrintableText.line($0) }
        if let (ticket, order, hasMore) = mailbox.takeOrder() {
            mailbox.answer(ticket, source?.answer(order, at: instant) ?? .silent)
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
