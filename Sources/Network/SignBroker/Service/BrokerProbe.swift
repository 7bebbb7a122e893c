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
        var setup = MosquittoClient.Setup(
            broker: configuration.settings.broker, name: name, will: configuration.topics("doctor"))
        setup.user = configuration.settings.user
        setup.password = try configuration.passwordPath.map(BrokerSecret.read)
        setup.authority = configuration.authorityPath
        let client = try MosquittoClient(setup)
        do throws(BrokerError) {
            try client.connect(to: configuration.settings.broker, ipv4: ipv4)
        } catch {
            return error
        }
        let step: Int32 = 50
        for _ in 0..<answerTime / step {
            do throws(BrokerError) {
                try client.run()
            } catch {
                // A refusal is a better reason than the end of the connection after it.
                return try isTaken(client) ? nil : error
            }
            if try isTaken(client) { return nil }
            var waiting = pollfd(fd: client.descriptor, events: client.pollEvents, revents: 0)
            poll(&waiting, 1, step)
        }
        return BrokerError("it accepts the connection and does not answer")
    }

    /// Whether the broker has taken the sign, which says goodbye then.
    ///
    /// - Throws: why the broker refuses it.
    private static func isTaken(_ client: MosquittoClient) throws(BrokerError) -> Bool {
        for case .answered(let code) in client.takeEvents() {
            guard code == 0 else { throw MosquittoClient.refusal(code) }
            client.disconnect()
            return true
        }
        return false
    }
}
