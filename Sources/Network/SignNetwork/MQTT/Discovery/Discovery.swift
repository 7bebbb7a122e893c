import CSignNetwork
import LinuxSystem
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
    /// What distinguishes the sign from all others at a broker; the name of the device.
    package var identity: String
    /// What the topics of discovery begin with.
    package var prefix: String

    package init(_ sign: Sign, _ topics: BrokerTopics, _ identity: String, prefix: String) {
        (self.sign, self.topics, self.identity, self.prefix) = (sign, topics, identity, prefix)
    }

    /// Where the message is kept.
    package var topic: String { "\(prefix)/device/\(identity)/config" }
    /// Where Home Assistant says that it has started.
    package var birthTopic: String { "\(prefix)/status" }

    /// The message.
    package var payload: JSONValue {
        let components = entities.map { JSONMember($0.key, json($0)) }
        return [
            "dev": device, "o": ["name": "ledsign", "sw": known(sign.version)], "avty_t": .text(topics.status),
            "qos": 1,
            "cmps": .object(components),
        ]
    }

    private var device: JSONValue {
        [
            "ids": [.text(identity)], "name": .text(sign.name), "mf": "ledsign", "mdl": known(sign.board),
            "sw": known(sign.version), "cu": known(sign.page ?? ""),
        ]
    }

    private func known(_ text: String) -> JSONValue? { text.isEmpty ? nil : .text(text) }

    private func json(_ entity: DiscoveredEntity) -> JSONValue {
        let head: JSONValue = [
            "p": .text(entity.platform), "uniq_id": .text("\(identity)_\(entity.key)"),
            "name": entity.name.map { .text($0) } ?? .null,
        ]
        return .object([head, entity.details].flatMap { $0.members ?? [] })
    }
}

/// An entity of Home Assistant.
struct DiscoveredEntity {
    let key: String
    let platform: String
    /// What it is called; nil for as the device.
    let name: String?
    /// An object with its other keys.
    let details: JSONValue

    init(_ key: String, _ platform: String, _ name: String?, _ details: JSONValue) {
        (self.key, self.platform, self.name, self.details) = (key, platform, name, details)
    }
}

/// The sign among others.
extension Discovery {
    /// What distinguishes a sign from all others at a broker: `ledsign_` and eight hexadecimal digits, the same for the same machine
    /// and topic at every start.
    ///
    /// - Parameters:
    ///   - machine: what no other machine has: the text of /etc/machine-id, which its hash does not reveal (machine-id(5)).
    ///   - topic: what the topics of the sign begin with.
    package static func identity(machine: String, topic: String) -> String {
        let text = Array("\(machine)\nledsign\n\(topic)".utf8)
        guard let digest = try? text.digest(GNUTLS_DIG_SHA256) else {
            // A library without SHA-256: the sign has another identity rather than none.
            var hash = StableHash()
            hash.combine(text)
            return "ledsign_" + hash.digits.prefix(8)
        }
        return "ledsign_" + digest.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The text of /etc/machine-id, or else the machine's name in the network.
    package static func machine(named name: String, path: String = "/etc/machine-id") -> String {
        let bytes = (try? RegularFile.read(path: path, limit: 256)) ?? []
        let digits = bytes.prefix { $0 > 0x20 && $0 < 0x7F }
        return digits.isEmpty ? name : String(decoding: digits, as: UTF8.self)
    }
}

extension Discovery {
    /// All entities of the sign.
    var entities: [DiscoveredEntity] {
        let groups: [[DiscoveredEntity]] = [
            [light, message, notification], switches, buttons, sensors, events, pictures, variables,
        ]
        return groups.flatMap { $0 }
    }

    private var light: DiscoveredEntity {
        DiscoveredEntity(
            "light", "light", nil,
            [
                "schema": "json", "cmd_t": topic("light/set"), "stat_t": topic("light"), "brightness": true,
                "bri_scl": 100, "flsh": false, "trns": false, "sup_clrm": ["brightness"],
            ])
    }

    private var message: DiscoveredEntity {
        DiscoveredEntity(
            "message", "text", "Message",
            [
                "cmd_t": topic("text/set"), "stat_t": topic("text"), "val_tpl": Self.trimmed, "min": 0, "max": 255,
                "ic": "mdi:message-text",
            ])
    }

    private var notification: DiscoveredEntity {
        DiscoveredEntity("notify", "notify", "Notification", ["cmd_t": topic("notify")])
    }

    private var switches: [DiscoveredEntity] {
        [("paused", "Paused", "mdi:pause"), ("brightness_auto", "Automatic brightness", "mdi:brightness-auto")].map {
            (key, name, icon) in
            DiscoveredEntity(
                key, "switch", name,
                ["cmd_t": topic("\(key)/set"), "stat_t": topic(key), "ent_cat": "config", "ic": .text(icon)])
        }
    }

    private var buttons: [DiscoveredEntity] {
        let own = [("next", "Next", "mdi:skip-next"), ("acknowledge", "Acknowledge", "mdi:check")].map {
            (key, name, icon) in
            DiscoveredEntity(key, "button", name, ["cmd_t": topic(key), "ic": .text(icon)])
        }
        let cues = keyed(sign.cues, "cue").map { key, name in
            DiscoveredEntity(
                key, "button", "Cue \(name)", ["cmd_t": topic("cue/\(name)"), "ic": "mdi:bell"])
        }
        return own + cues
    }

    private var sensors: [DiscoveredEntity] {
        [
            DiscoveredEntity(
                "shown", "sensor", "Shown",
                [
                    "stat_t": topic("shown"), "val_tpl": "{{ value_json.text[:255] }}", "json_attr_t": topic("shown"),
                    "ic": "mdi:text-short",
                ]),
            DiscoveredEntity(
                "started", "sensor", "Started",
                [
                    "stat_t": topic("stats"), "val_tpl": "{{ value_json.started }}", "dev_cla": "timestamp",
                    "ent_cat": "diagnostic",
                ]),
            DiscoveredEntity(
                "lateness", "sensor", "Frame lateness",
                [
                    "stat_t": topic("stats"),
                    "val_tpl": "{{ (value_json['lateness-p99'] | default(0) * 1000000) | round(0) | int }}",
                    "unit_of_meas": "µs", "ent_cat": "diagnostic", "en": false, "ic": "mdi:timer-outline",
                ]),
            DiscoveredEntity(
                "problem", "binary_sensor", "Problem",
                [
                    "stat_t": topic("problem"), "val_tpl": "{{ 'ON' if value_json.problem else 'OFF' }}",
                    "json_attr_t": topic("problem"), "dev_cla": "problem", "ent_cat": "diagnostic",
                ]),
        ]
    }

    private var events: [DiscoveredEntity] {
        let types = MessageEvent.Kind.allCases.map { JSONValue.text($0.rawValue) }
        let messages = DiscoveredEntity(
            "events", "event", "Messages",
            ["stat_t": topic("event"), "evt_typ": .list(types), "ic": "mdi:message-flash"])
        guard !sign.buttons.isEmpty else { return [messages] }
        let actions = sign.buttons.map { JSONValue.text($0) }
        return [
            messages,
            DiscoveredEntity(
                "buttons", "event", "Buttons",
                ["stat_t": topic("button"), "evt_typ": .list(actions), "dev_cla": "button"]),
        ]
    }

    private var pictures: [DiscoveredEntity] {
        guard sign.hasPicture else { return [] }
        return [
            DiscoveredEntity(
                "picture", "image", "Picture",
                ["img_t": topic("picture"), "content_type": "image/png"])
        ]
    }

    private var variables: [DiscoveredEntity] {
        keyed(sign.variables, "variable").compactMap { key, name in
            guard let state = topics.variable(name) else { return nil }
            return DiscoveredEntity(
                key, "text", name,
                [
                    "cmd_t": .text(state + "/set"), "stat_t": .text(state), "val_tpl": Self.trimmed, "min": 0,
                    "max": 255, "ic": "mdi:variable",
                ])
        }
    }

    /// An empty text is published as a blank.
    private static let trimmed: JSONValue = "{{ value | trim }}"

    private func topic(_ name: String) -> JSONValue { .text(topics(name)) }

    /// Names that can stand in topics, each with a key of letters, digits and underscores that no other has.
    private func keyed(_ names: [String], _ kind: String) -> [(key: String, name: String)] {
        var taken: Set<String> = []
        return names.filter { topics.variable($0) != nil }.sorted().map { name in
            let letters = name.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    ? Character(scalar) : "_"
            }
            var key = "\(kind)_" + String(letters)
            while !taken.insert(key).inserted { key += "_" }
            return (key, name)
        }
    }
}
