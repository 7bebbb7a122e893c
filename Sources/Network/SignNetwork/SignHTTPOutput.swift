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
    private var responder = MailboxResponder()
    private let frames: LiveFrames
    private let clock: Clock
    private let log: (String) -> Void
    private var thread: StoppableThread?
    private var number: UInt32 = 0
    private var next = Instant.zero
    package private(set) var problem: String?
    /// What the server knows of what takes pixels.
    private weak var pixels: (any PixelStreamControl)?

    /// The time between two frames of the live picture.
    private static var interval: Nanoseconds { Nanoseconds(1_000_000_000 / 30) }

    /// - Parameter log: writes a line for people; must not wait.
    package init(_ configuration: ServerConfiguration, board: Board, clock: Clock, log: @escaping (String) -> Void) {
        (self.configuration, self.clock, self.log) = (configuration, clock, log)
        self.configuration.board = board
        frames = LiveFrames(size: board.size, isMono: board.format == .mono)
    }

    var mailbox: SignMailbox { responder.mailbox }
    package var showsProblems: Bool { false }
    package var descriptors: [Int32] { [mailbox.orders.number] }
    package var due: Instant? { nil }

    package func wish(at instant: Instant) -> FrameWish {
        guard mailbox.isWatched else { return .never }
        return next <= instant ? .now : .from(next)
    }

    package func begin(_ source: SignSource, at start: Instant) {
        responder.source = source
        do throws(SystemCallError) {
            thread = try HTTPServerThread.start(configuration, mailbox: mailbox, frames: frames, clock: clock)
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
        responder.note(problem: problem, at: instant)
        if responder.source?.pixels !== pixels {
            pixels = responder.source?.pixels
            mailbox.note(pixels: pixels)
        }
    }

    package func handle(_ event: SignOutputEvent, at instant: Instant) -> Bool {
        guard case .readable = event else { return true }
        problem = responder.answer(at: instant, log: log).map { PrintableText.line("the page is not served: \($0)") }
        return true
    }

    package func stop() {}

    package func close() {
        thread?.end()
        for line in mailbox.takeReports() { log(line) }
    }
}
