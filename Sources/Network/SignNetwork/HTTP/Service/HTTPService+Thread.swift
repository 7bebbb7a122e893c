import Boards
import CLinuxSystem
import Glibc
import LinuxSystem
import PixelGraphics
import SignHost
import Timelines

/// The thread `http`, which owns everything of the network.
extension HTTPService {
    /// What connects a server with the sign of a board.
    ///
    /// - Parameter log: writes a line for people; must not wait.
    package static func connections(
        _ configuration: ServerConfiguration, board: Board, clock: some MonotonicClock & Sendable,
        log: @escaping (String) -> Void
    ) -> SignConnections {
        var configuration = configuration
        configuration.board = board
        let frames = LiveFrames(size: board.size, isMono: board.format == .mono)
        let service = MailboxService(failure: "the page is not served", log: log) {
            [configuration] mailbox throws(SystemCallError) in
            try start(configuration, mailbox: mailbox, frames: frames, clock: clock)
        }
        return SignConnections(outputs: [LivePictureOutput(frames, service.mailbox)], services: [service])
    }

    /// Starts to serve; what goes wrong is reported through the mailbox.
    package static func start(
        _ configuration: ServerConfiguration, mailbox: SignMailbox, frames: LiveFrames,
        clock: some MonotonicClock & Sendable
    ) throws(SystemCallError) -> Worker {
        try Worker(named: "http", stop: mailbox.end) {
            do {
                let service = try HTTPService(configuration, mailbox: mailbox, frames: frames, at: clock.now)
                run(service, mailbox, clock)
            } catch {
                mailbox.report("the page is not served: \(error)")
            }
        }
    }

    private static func run(_ service: HTTPService, _ mailbox: SignMailbox, _ clock: some MonotonicClock) {
        var ready: [Int32] = []
        while !mailbox.isOver {
            let due = service.step(at: clock.now, ready: ready)
            service.polls.wake(at: due == .distantFuture ? nil : due)
            var waiting = pollfd(fd: service.polls.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, -1)
            ready = service.polls.take()
        }
        service.close()
    }
}

/// Passes the frames of a sign on to the viewers of its page, while there are some.
package final class LivePictureOutput: FrameOutput {
    private let frames: LiveFrames
    private let mailbox: SignMailbox
    private var number: UInt32 = 0
    private var next = Instant.zero

    /// The time between two frames.
    private static let interval = Nanoseconds(1_000_000_000 / 30)

    /// - Parameter mailbox: that of the server, which says whether there are viewers and learns of each frame.
    package init(_ frames: LiveFrames, _ mailbox: SignMailbox) {
        (self.frames, self.mailbox) = (frames, mailbox)
    }

    package func demand(at instant: Instant) -> Instant? { mailbox.isWatched ? max(next, instant) : nil }

    package func show(_ frame: Frame, at instant: Instant) {
        number &+= 1
        next = instant + Self.interval
        frames.publish(frame, number: number, at: instant)
        mailbox.news.raise()
    }
}

/// Carries frames from the content thread to the server thread: the newest one wins, and neither waits.
package typealias LiveFrames = FrameExchange<LivePicture>

extension FrameExchange where Picture == LivePicture {
    /// Makes the buffers for signs of a size.
    package convenience init(size: Size, isMono: Bool) {
        self.init { LivePicture(size: size, isMono: isMono) }
    }

    /// Passes a frame on, without allocating.
    package func publish(_ frame: Frame, number: UInt32, at instant: Instant) {
        publish(due: instant) { $0.fill(from: frame, due: instant, number: number) }
    }
}
