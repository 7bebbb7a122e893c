import CLinuxSystem
import Glibc
import LinuxSystem
import SignHost
import Timelines

/// The thread `http`, which owns everything of the network.
package final class HTTPServerThread {
    private let mailbox: SignMailbox
    private let thread: NativeThread
    private var isOver = false

    /// How long the end of a sign waits for the thread.
    package static let farewell = Nanoseconds.seconds(1)

    /// Starts to serve; what goes wrong is reported through the mailbox.
    ///
    /// - Throws: if the kernel gives no thread.
    package init(
        _ configuration: ServerConfiguration, mailbox: SignMailbox, frames: LiveFrames,
        clock: some MonotonicClock & Sendable
    ) throws(SystemCallError) {
        self.mailbox = mailbox
        thread = try NativeThread(named: "http") {
            do {
                let service = try HTTPService(configuration, mailbox: mailbox, frames: frames, at: clock.now)
                Self.run(service, mailbox, clock)
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

    /// Ends the thread, and returns whether it has ended; one that hangs is left alone after a second.
    @discardableResult
    package func end() -> Bool {
        guard !isOver else { return true }
        isOver = true
        mailbox.end()
        let hasEnded = thread.join(within: Self.farewell)
        if !hasEnded { thread.detach() }
        return hasEnded
    }
}
