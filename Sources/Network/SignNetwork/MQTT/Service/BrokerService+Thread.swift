import CLinuxSystem
import Glibc
import LinuxSystem
import SignHost
import Timelines

/// The thread `mqtt`, which owns the connection to the broker.
extension BrokerService {
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

/// Connecting to a broker once, to see whether it takes the sign.
extension BrokerService {
    /// How long a broker may take to answer, in milliseconds.
    private static var probeTime: Int32 { 3_000 }

    /// Connects, waits for the answer and disconnects; the sign that runs keeps its connection.
    ///
    /// Like the sign, it takes an IPv4 address of the broker's name where it cannot connect to the first address.
    ///
    /// - Throws: why the broker does not take the sign, in words.
    package static func probe(_ configuration: BrokerConfiguration) throws(ConnectionError) {
        guard let error = try attempt(configuration, ipv4: false) else { return }
        guard try attempt(configuration, ipv4: true) != nil else { return }
        throw error
    }

    /// Connects once; returns why there was no connection.
    ///
    /// - Throws: why the broker refuses the sign.
    private static func attempt(
        _ configuration: BrokerConfiguration, ipv4: Bool
    ) throws(ConnectionError) -> ConnectionError? {
        let client: BrokerClient
        do throws(ConnectionError) {
            client = try BrokerClient(
                configuration, name: configuration.identity + "_doctor", will: configuration.topics("doctor"),
                ipv4: ipv4)
        } catch {
            return error
        }
        let step: Int32 = 50
        for _ in 0..<probeTime / step {
            let packet: MQTTReader.Packet?
            do throws(ConnectionError) {
                try client.run(at: .zero)
                packet = try client.next()
            } catch {
                return error
            }
            if case .answer(let code)? = packet {
                guard code == 0 else { throw BrokerClient.refusal(code) }
                client.disconnect()
                return nil
            }
            var waiting = pollfd(fd: client.descriptor, events: client.pollEvents(reads: true), revents: 0)
            poll(&waiting, 1, step)
        }
        return ConnectionError("it accepts the connection and does not answer")
    }
}
