import Settings

/// What Home Assistant learns of a sign: one message with a device and all its entities.
///
/// The keys are those of its MQTT discovery in their short forms. An unknown one at the top or of the device makes it refuse the
/// whole message; one of an entity it drops without a word.
package struct Discovery: Equatable, Sendable {
    /// What is published of the sign besides its topics.
    package struct Sign: Equatable, Sendable {
        /// What the device is called.
        package var name: String
        /// The name of the board.
        package var board: String
        /// The version of the program.
        package var version: String
        /// The address of the page; nil for none that others can reach.
        package var page: String?
        /// The names of the cues.
        package var cues: [String] = []
        /// The names of the variables of the sign file.
        package var variables: [String] = []
        /// What the sign's own buttons do, each action once.
        package var buttons: [String] = []
        /// Whether pictures are sent.
        package var hasPicture = false

        package init(name: String, board: String = "", version: String = "", page: String? = nil) {
            (self.name, self.board, self.version, self.page) = (name, board, version, page)
        }
    }

    package var sign: Sign
    package var topics: BrokerTopics
    package var identity: BrokerIdentity
    /// What the topics of discovery begin with.
    package var prefix: String

    package init(_ sign: Sign, _ topics: BrokerTopics, _ identity: BrokerIdentity, prefix: String) {
        (self.sign, self.topics, self.identity, self.prefix) = (sign, topics, identity, prefix)
    }

    /// Where the message is kept.
    package var topic: String { "\(prefix)/device/\(identity.name)/config" }
    /// Where Home Assistant says that it has started.
    package var birthTopic: String { "\(prefix)/status" }

    /// The message.
    package var payload: JSONValue {
        var origin = [JSONMember("name", .text("ledsign"))]
        if !sign.version.isEmpty { origin.append(JSONMember("sw", .text(sign.version))) }
        let components = entities.map { JSONMember($0.key, json($0)) }
        return .object([
            JSONMember("dev", .object(device)), JSONMember("o", .object(origin)),
            JSONMember("avty_t", .text(topics.status)), JSONMember("qos", .integer(1)),
            JSONMember("cmps", .object(components)),
        ])
    }

    private var device: [JSONMember] {
        var members = [
            JSONMember("ids", .list([.text(identity.name)])), JSONMember("name", .text(sign.name)),
            JSONMember("mf", .text("ledsign")),
        ]
        for (key, value) in [("mdl", sign.board), ("sw", sign.version), ("cu", sign.page ?? "")] where !value.isEmpty {
            members.append(JSONMember(key, .text(value)))
        }
        return members
    }

    private func json(_ entity: DiscoveredEntity) -> JSONValue {
        .object(
            [
                JSONMember("p", .text(entity.platform)),
                JSONMember("uniq_id", .text("\(identity.name)_\(entity.key)")),
                JSONMember("name", entity.name.map { .text($0) } ?? .null),
            ] + entity.members)
    }
}

/// An entity of Home Assistant.
struct DiscoveredEntity {
    let key: String
    let platform: String
    /// What it is called; nil for as the device.
    let name: String?
    let members: [JSONMember]

    init(_ key: String, _ platform: String, _ name: String?, _ members: [(String, JSONValue)]) {
        (self.key, self.platform, self.name) = (key, platform, name)
        self.members = members.map { JSONMember($0.0, $0.1) }
    }
}
