import Boards
import CLinuxSystem
import Glibc
import LinuxSystem
import SignHost
import Timelines

/// The thread `http`, which owns everything of the network.
package enum HTTPServerThread {
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
    ///
    /// - Throws: if the kernel gives no thread.
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
