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
    /// The name for the broker; nil for none.
    package var user: String?
    /// The file with the password; nil for none.
    package var password: String?
    /// What all topics of the sign begin with; nil for `ledsign/` and the name of the machine.
    package var topic: TopicName?
    /// The groups at whose topics it listens, too.
    package var groups: [String] = []
    /// What the topics of Home Assistant's discovery begin with; nil for no discovery.
    package var discovery: TopicName? = MQTTSettings.defaultDiscovery
    /// What commands may do; nothing if it only tells.
    package var allow = Set(Permission.allCases)
    /// The least time between two pictures; nil for no pictures.
    package var picture: Nanoseconds?
    /// What AWTRIX's topics begin with; nil where they are not understood.
    package var awtrix: TopicName?

    /// A broker without a password, with the default topics.
    package init(_ broker: Broker) { self.broker = broker }

    /// What the topics of discovery usually begin with.
    package static let defaultDiscovery = TopicName(level: "homeassistant")
    /// How many groups there may be.
    static let maximumGroups = 16
    /// The least time between two pictures.
    static let pictureTimes = Nanoseconds.seconds(1)...Nanoseconds.seconds(86_400)

    /// What all topics of the sign begin with, on a machine with a name.
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
            guard String(host).isIPv6Address else { return nil }
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

extension MQTTSettings {
    /// Reads the key `mqtt` of a sign file or a configuration file; wrong keys within it count as missing.
    package static func read<Reason>(_ fields: inout SettingsFields<Reason>, into settings: inout MQTTSettings?) {
        fields.readKeys("mqtt", expected: "keys such as broker and topic", into: &settings) { MQTTSettings(&$0) }
    }

    /// Reads the keys of `mqtt`; nil without a broker.
    private init?<Reason>(_ fields: inout SettingsFields<Reason>) {
        let address = "the address of a broker such as mqtt://192.168.1.5:1883 or mqtts://broker.example.org"
        let broker = fields.value("broker", as: .text(address) { Broker($0) })
        self.init(broker ?? Broker(host: "", port: 0))
        fields.read("ca", as: fields.paths("the path of a file with certificates"), into: &authority)
        fields.read("user", as: .text("a name for the broker") { Self.isUser($0) ? $0 : nil }, into: &user)
        fields.read("password", as: fields.paths("the path of a file with the password"), into: &password)
        fields.read("topic", as: .text("a topic such as ledsign/bakery") { TopicName($0) }, into: &topic)
        fields.readList(
            "groups",
            as: .text("the name of a group such as windows, or a list of names") { TopicName.isLevel($0) ? $0 : nil },
            maximum: Self.maximumGroups, into: &groups)
        fields.read("discovery", as: .orNone(Self.prefixes("homeassistant")), into: &discovery)
        fields.read("awtrix", as: .orNone(Self.prefixes("awtrix_bakery")), into: &awtrix)
        let names = Permission.allCases.map(\.rawValue)
        var permissions = Permission.allCases
        fields.readList(
            "allow",
            as: .words("a list of \(names.joined(separator: ", ")), or [] for none", of: names) {
                Permission(rawValue: $0)
            }, into: &permissions)
        allow = Set(permissions)
        let (minimum, maximum) = (Self.pictureTimes.lowerBound.text, Self.pictureTimes.upperBound.text)
        let times = "the minimum time between two pictures such as 10s, from \(minimum) to \(maximum)"
        fields.read("picture", as: .orNone(.time(times, in: Self.pictureTimes)), into: &picture)
        guard broker != nil else { return nil }
        if fields.problems.isEmpty { recordMisfits(&fields) }
    }

    /// Records keys that mean nothing together.
    private func recordMisfits<Reason>(_ fields: inout SettingsFields<Reason>) {
        if password != nil, user == nil {
            let expected = "the name to which the password belongs"
            fields.recordProblem(.missingKey("user", expected: expected), at: fields.place(of: "password"))
        }
        if let awtrix, awtrix == topic {
            fields.recordProblem(
                .wrongType(key: "awtrix", expected: "another prefix than that of \"topic\"", found: "the same"),
                at: fields.place(of: "awtrix"))
        }
        if authority != nil, !broker.isEncrypted {
            fields.recordProblem(
                .wrongType(key: "broker", expected: "an mqtts:// address, because \"ca\" is given", found: "\(broker)"),
                at: fields.place(of: "broker"))
        }
    }

    private static func isUser(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The beginnings of topics.
    private static func prefixes<Reason>(_ example: String) -> SettingsFields<Reason>.ValueForm<TopicName> {
        .text("a prefix such as \(example)") { TopicName($0) }
    }
}

/// The name of an MQTT topic, or the beginning of one: levels between slashes, without wildcards.
package struct TopicName: Hashable, Sendable {
    /// As it is written.
    package let text: String

    /// The bytes that a name may have; what a sign appends fits in MQTT's 65,535 by far.
    package static let maximumBytes = 200

    /// Returns nil for an empty or long text, wildcards, control characters, empty levels, and a leading `$`, which brokers
    /// keep for themselves (MQTT 3.1.1, 4.7).
    package init?(_ text: String) {
        guard (1...Self.maximumBytes).contains(text.utf8.count), text.first != "$",
            text.unicodeScalars.allSatisfy({ Self.isLetter($0) }),
            text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return nil }
        self.text = text
    }

    /// Makes a level of a name out of any text: what cannot be there becomes a hyphen.
    package init(level text: String) {
        let letters = text.unicodeScalars.prefix(48).map { $0 != "/" && $0 != "$" && Self.isLetter($0) ? $0 : "-" }
        self.text = letters.isEmpty ? "-" : String(String.UnicodeScalarView(letters))
    }

    /// Whether the text is one level of a name.
    package static func isLevel(_ text: String) -> Bool { !text.contains("/") && TopicName(text) != nil }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "+" && scalar != "#" && scalar.properties.generalCategory != .control
            && scalar.properties.generalCategory != .unassigned && !scalar.properties.isNoncharacterCodePoint
    }
}
