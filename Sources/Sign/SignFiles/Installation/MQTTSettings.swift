import Settings
import Timelines

/// The broker to which a sign tells its state, and what the broker's other clients may do.
package struct MQTTSettings: Equatable, Sendable {
    /// What commands may do.
    package enum Permission: String, Hashable, Sendable, CaseIterable {
        /// Push and remove messages.
        case show
        /// Set variables.
        case set
        /// Change the brightness.
        case brightness
        /// Pause, skip, acknowledge, drag, pulse cues.
        case steer
    }

    /// A broker: the server of MQTT.
    package struct Broker: Hashable, Sendable, CustomStringConvertible {
        /// A name or a numeric address, IPv6 without brackets.
        package let host: String
        package let port: UInt16
        /// Whether the connection is encrypted with TLS.
        package let isEncrypted: Bool

        package init(host: String, port: UInt16, isEncrypted: Bool = false) {
            (self.host, self.port, self.isEncrypted) = (host, port, isEncrypted)
        }

        /// As the sign file has it.
        package var description: String {
            "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    package var broker: Broker
    /// The file with the certificates that sign the broker's; nil for those of the system.
    package var authority: String?
    package internal(set) var authorityPlace = FilePlace()
    /// The name for the broker; nil for none.
    package var user: String?
    /// The file with the password; nil for none.
    package var password: String?
    package internal(set) var passwordPlace = FilePlace()
    /// What all topics of the sign begin with; nil for `ledsign/` and the name of the machine.
    package var topic: TopicName?
    /// The groups at whose topics it listens, too.
    package var groups: [String] = []
    /// What the topics of Home Assistant's discovery begin with; nil for no discovery.
    package var discovery: TopicName? = MQTTSettings.usualDiscovery
    /// What commands may do; nothing if it only tells.
    package var allow = Set(Permission.allCases)
    /// The least time between two pictures; nil for no pictures.
    package var picture: Nanoseconds?
    /// What AWTRIX's topics begin with; nil where they are not understood.
    package var awtrix: TopicName?

    /// A broker without a password, with the usual topics.
    package init(_ broker: Broker) { self.broker = broker }

    /// What the topics of discovery usually begin with.
    package static let usualDiscovery = TopicName(level: "homeassistant")
    /// How many groups there may be.
    static let mostGroups = 16
    /// The least time between two pictures.
    static let pictureTimes = Nanoseconds.seconds(1)...Nanoseconds.seconds(86_400)

    /// The same settings with paths that do not count from the file that gives them.
    ///
    /// - Parameter path: that of the file that gives the settings.
    package func given(by path: String) -> MQTTSettings {
        var settings = self
        settings.password = password.map { RelativePath.resolve($0, givenBy: path) }
        settings.authority = authority.map { RelativePath.resolve($0, givenBy: path) }
        return settings
    }

    /// What all topics of the sign begin with.
    ///
    /// - Parameter machine: the name of the machine.
    package func topic(machine: String) -> TopicName {
        topic ?? TopicName("ledsign/" + TopicName(level: machine).text) ?? TopicName(level: "ledsign")
    }
}

extension MQTTSettings.Broker {
    /// Reads an address such as `mqtt://192.168.1.5:1883` or `mqtts://broker.example.org`; nil for anything else.
    package init?(_ text: String) {
        let isEncrypted = text.hasPrefix("mqtts://")
        guard isEncrypted || text.hasPrefix("mqtt://") else { return nil }
        var rest = text.dropFirst(isEncrypted ? 8 : 7)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let host: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            guard NumericAddress.isIPv6(String(host)) else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            guard Self.isName(host) else { return nil }
            rest = rest[host.endIndex...]
        }
        guard !rest.isEmpty else {
            self.init(host: String(host), port: isEncrypted ? 8_883 : 1_883, isEncrypted: isEncrypted)
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0
        else { return nil }
        self.init(host: String(host), port: port, isEncrypted: isEncrypted)
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count) && text.first != "-"
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
    }
}
