import LinuxSystem
import Settings
import Timelines

/// The content thread's end of a mailbox: notes in it what has changed about a sign, and answers orders to the sign.
///
/// It does not allocate, lock or wait where nothing has changed and nothing is asked.
package struct MailboxResponder {
    /// What the other thread has the other end of.
    package let mailbox = SignMailbox()
    /// The sign; nil before it began.
    package var source: SignSource?
    private var notedProblem: String?
    /// The number of the news that the other thread knows; nil for none.
    private var newsNumber: Int?
    private var news: SignNews?

    package init() {}

    /// Notes what has changed: the news, while the other thread watches, and what is wrong with the sign.
    package mutating func note(problem: String?, at instant: Instant) {
        noteNews(at: instant)
        guard problem != notedProblem else { return }
        notedProblem = problem
        mailbox.note(problem: problem)
    }

    private mutating func noteNews(at instant: Instant) {
        guard mailbox.isWatched, let source else {
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

    /// Answers one order, and raises the mailbox's signal again where there are more, so that many of them delay no frame.
    ///
    /// - Parameter log: gets the lines that the other thread reports.
    /// - Returns: what is wrong with the other thread's service, as it put it.
    package func answer(at instant: Instant, log: (String) -> Void) -> String? {
        mailbox.orders.lower()
        for line in mailbox.takeReports() { log(line) }
        let problem = mailbox.serverProblem
        if let (ticket, order, hasMore) = mailbox.takeOrder() {
            mailbox.answer(ticket, source?.answer(order, at: instant) ?? .silent)
            if hasMore { mailbox.orders.raise() }
        }
        return problem
    }
}

extension SignSource {
    /// Does what a thread in front of the sign asks for.
    package func answer(_ order: SignOrder, at instant: Instant) -> SignAnswer {
        do throws(ControlError) {
            switch order {
            case .command(let command): return .done(try perform(command, at: instant))
            case .state: return .done(state(at: instant))
            case .overview:
                return .done(
                    state(at: instant) + (try perform(.list, at: instant)) + (try perform(.get(name: nil), at: instant))
                )
            case .counts: return .done(counts(at: instant))
            case .schedule:
                let (subject, time) = forecast(at: instant)
                return .schedule(subject, from: time)
            case .preview(let zone): return .preview(try previewSubject(zone: zone, at: instant))
            case .picture: return .picture(try screenshot(at: instant))
            case .drag(let step):
                try drag(step, at: instant)
                return .done([])
            }
        } catch {
            return .failed(error)
        }
    }
}
