import Boards
import LinuxSystem
import PixelGraphics
import Settings
import SignFiles
import SignHost
import Timelines

/// Serves a sign over HTTP: passes orders from the server's thread to the sign, and frames back while there is a viewer.
package final class SignHTTPOutput<Clock: MonotonicClock & Sendable>: SignOutput {
    private var configuration: ServerConfiguration
    let mailbox = SignMailbox()
    private let frames: LiveFrames
    private let clock: Clock
    private let log: (String) -> Void
    private var thread: HTTPServerThread?
    private var source: SignSource?
    private var number: UInt32 = 0
    private var next = Instant.zero
    private var shownProblem: String?
    package private(set) var problem: String?
    /// The number of the news that viewers know; nil for none.
    private var newsNumber: Int?
    private var news: SignNews?

    /// The time between two frames of the live picture.
    private static var interval: Nanoseconds { Nanoseconds(1_000_000_000 / 30) }

    /// - Parameter log: writes a line for people; must not wait.
    package init(_ configuration: ServerConfiguration, board: Board, clock: Clock, log: @escaping (String) -> Void) {
        (self.configuration, self.clock, self.log) = (configuration, clock, log)
        self.configuration.board = board
        frames = LiveFrames(size: board.size, isMono: board.format == .mono)
    }

    package var showsProblems: Bool { false }
    package var descriptors: [Int32] { [mailbox.orders.number] }
    package var due: Instant? { nil }

    package func wish(at instant: Instant) -> FrameWish {
        guard mailbox.isWatched else { return .never }
        return next <= instant ? .now : .from(next)
    }

    package func begin(_ source: SignSource, at start: Instant) {
        self.source = source
        do throws(SystemCallError) {
            thread = try HTTPServerThread(configuration, mailbox: mailbox, frames: frames, clock: clock)
        } catch {
            problem = "the page is not served: \(error)"
            if let problem { log(problem) }
        }
    }

    package func show(_ frame: Frame, at instant: Instant) {
        number &+= 1
        next = instant + Self.interval
        frames.publish(frame, number: number, at: instant)
        mailbox.news.raise()
    }

    package func update(problem: String?, at instant: Instant) {
        noteNews(at: instant)
        guard problem != shownProblem else { return }
        shownProblem = problem
        mailbox.note(problem: problem)
    }

    /// Passes on what has changed about the messages and the state of the sign, while there is a viewer.
    private func noteNews(at instant: Instant) {
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

    package func handle(_ event: SignOutputEvent, at instant: Instant) -> Bool {
        guard case .readable = event else { return true }
        mailbox.orders.lower()
        for line in mailbox.takeReports() { log(line) }
        problem = mailbox.serverProblem.map { PrintableText.line("the page is not served: \($0)") }
        // One at a time, so that many of them delay no frame.
        guard let (ticket, order, hasMore) = mailbox.takeOrder() else { return true }
        mailbox.answer(ticket, perform(order, at: instant))
        if hasMore { mailbox.orders.raise() }
        return true
    }

    package func stop() {}

    package func close() {
        thread?.end()
        for line in mailbox.takeReports() { log(line) }
    }

    // MARK: Orders

    private func perform(_ order: SignOrder, at instant: Instant) -> SignAnswer {
        guard let source else { return .silent }
        do throws(ControlError) {
            switch order {
            case .command(let command): return .done(try source.perform(command, at: instant))
            case .state: return .done(source.state(at: instant))
            case .counts: return .done(source.counts(at: instant))
            case .schedule:
                let (subject, time) = source.forecast(at: instant)
                return .schedule(subject, from: time)
            case .preview(let zone):
                return .preview(
                    try source.steer { source throws(SignControlError) in
                        try source.previewSubject(zone: zone, at: instant)
                    })
            case .picture:
                return .picture(
                    try source.steer { source throws(SignControlError) in try source.screenshot(at: instant) })
            case .hand(let steering):
                try source.steer { source throws(SignControlError) in
                    try Self.perform(steering, source, at: instant)
                }
                return .done([])
            }
        } catch {
            return .failed(error)
        }
    }

    private static func perform(
        _ steering: LiveHands.Steering, _ source: SignSource, at instant: Instant
    ) throws(SignControlError) {
        switch steering {
        case .begin(let zone): try source.beginDrag(zone: zone, at: instant)
        case .move(let zone, let pixels): try source.drag(by: pixels, zone: zone, at: instant)
        case .release(let zone, let velocity): try source.release(velocity: velocity, zone: zone, at: instant)
        }
    }
}

extension SignSource {
    /// Does something that the sign may refuse.
    fileprivate func steer<Result>(
        _ body: (SignSource) throws(SignControlError) -> Result
    ) throws(ControlError) -> Result {
        do throws(SignControlError) {
            return try body(self)
        } catch {
            throw ControlError(.refused(error))
        }
    }
}
