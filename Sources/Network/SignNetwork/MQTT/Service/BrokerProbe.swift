import Glibc

/// Connects to a broker once, to see whether it takes the sign.
package enum BrokerProbe {
    /// How long a broker may take to answer, in milliseconds.
    static let answerTime: Int32 = 3_000

    /// Connects, waits for the answer and disconnects; the sign that runs keeps its connection.
    ///
    /// Like the sign, it takes an IPv4 address of the broker's name where it cannot connect to the first address.
    ///
    /// - Throws: why the broker does not take the sign, in words.
    package static func connect(_ configuration: BrokerConfiguration) throws {
        guard let error = try attempt(configuration, ipv4: false) else { return }
        guard try attempt(configuration, ipv4: true) != nil else { return }
        throw error
    }

    /// Connects once; returns why there was no connection.
    ///
    /// - Throws: why the broker refuses the sign, or what is wrong with the setup.
    private static func attempt(_ configuration: BrokerConfiguration, ipv4: Bool) throws -> BrokerError? {
        let name = configuration.identity.name + "_doctor"
        var setup = BrokerClient.Setup(
            broker: configuration.settings.broker, name: name, will: configuration.topics("doctor"))
        setup.user = configuration.settings.user
        setup.password = try configuration.passwordPath.map(BrokerSecret.read)
        setup.authority = configuration.authorityPath
        let client: BrokerClient
        do throws(BrokerError) {
            client = try BrokerClient(setup, ipv4: ipv4)
        } catch {
            return error
        }
        let step: Int32 = 50
        for _ in 0..<answerTime / step {
            let event: BrokerClient.Event?
            do throws(BrokerError) {
                try client.run(at: .zero)
                event = try client.next()
            } catch {
                return error
            }
            if case .answered(let code)? = event {
                guard code == 0 else { throw BrokerClient.refusal(code) }
                client.disconnect()
                return nil
            }
            var waiting = pollfd(fd: client.descriptor, events: client.pollEvents(reads: true), revents: 0)
            poll(&waiting, 1, step)
        }
        return BrokerError("it accepts the connection and does not answer")
    }
}
