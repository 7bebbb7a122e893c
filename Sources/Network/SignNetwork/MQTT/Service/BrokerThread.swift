import CLinuxSystem
import Glibc
import LinuxSystem
import SignHost
import Timelines

/// The thread `mqtt`, which owns the connection to the broker.
package enum BrokerThread {
    /// What connects a sign to a broker.
    ///
    /// - Parameter log: writes a line for people; must not wait.
    package static func service(
        _ configuration: BrokerConfiguration, clock: some MonotonicClock & Sendable, log: @escaping (String) -> Void
    ) -> MailboxService {
        MailboxService(failure: "the sign is not connected to its broker", log: log) {
            mailbox throws(SystemCallError) in
            try start(configuration, mailbox: mailbox, clock: clock)
        }
    }

    /// Starts to connect; what goes wrong is reported through the mailbox.
    ///
    /// - Throws: if the kernel gives no thread.
    package static func start(
        _ configuration: BrokerConfiguration, mailbox: SignMailbox, clock: some MonotonicClock & Sendable
    ) throws(SystemCallError) -> Worker {
        // Its end may have to wait for the resolver of names.
        try Worker(named: "mqtt", stop: mailbox.end) {
            run(BrokerService(configuration, mailbox: mailbox, at: clock.now), mailbox, clock)
        }
    }

    private static func run(_ service: BrokerService, _ mailbox: SignMailbox, _ clock: some MonotonicClock) {
        while !mailbox.isOver {
            let due = service.step(at: clock.now)
            var waiting = [pollfd(fd: mailbox.news.number, events: Int16(POLLIN), revents: 0)]
            if let connection = service.connection { waiting.append(connection) }
            let left = due - clock.now
            // Rounded up, so that it does not wake a moment early again and again.
            let milliseconds = due == .distantFuture ? -1 : min(left.count / 1_000_000 + 1, 60_000)
            poll(&waiting, nfds_t(waiting.count), Int32(clamping: max(milliseconds, left.count <= 0 ? 0 : -1)))
        }
        service.close()
    }
}
