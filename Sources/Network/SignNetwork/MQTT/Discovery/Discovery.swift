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
        package var board = ""
        /// The version of the program.
        package var version = ""
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
    }

    package var sign: Sign
    package var topics: BrokerTopics
    /// What distinguishes the sign from all others at a broker; the name of the device.
    package var identity: String
    /// What the topics of discovery begin with.
    package var prefix: String

    /// Where the message is kept.
    package var topic: String { "\(prefix)/device/\(identity)/config" }
    /// Where Home Assistant says that it has started.
    package var birthTopic: String { "\(prefix)/status" }

    /// The message.
    package var payload: JSONValue { payload(removing: []) }

    /// The message with entities that there are no longer: a platform alone removes one.
    func payload(removing gone: [JSONMember]) -> JSONValue {
        [
            "dev": device, "o": ["name": "ledsign", "sw": known(sign.version)], "avty_t": .text(topics.status),
            "qos": 1, "cmps": .object(entities + gone),
        ]
    }

    /// What removes the entities of a former message that there are no longer.
    func entitiesGone(since former: [UInt8]) -> [JSONMember] {
        guard former.count <= 65_536, let former = try? JSONValue(parsing: former) else { return [] }
        let keys = Set(entities.map(\.name))
        return (former["cmps"]?.members ?? []).compactMap { member in
            guard !keys.contains(member.name), let platform = member.value["p"]?.text else { return nil }
            return JSONMember(member.name, ["p": .text(platform)])
        }
    }

    private var device: JSONValue {
        [
            "ids": [.text(identity)], "name": .text(sign.name), "mf": "ledsign", "mdl": known(sign.board),
            "sw": known(sign.version), "cu": known(sign.page ?? ""),
        ]
    }

    private func known(_ text: String) -> JSONValue? { text.isEmpty ? nil : .text(text) }
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
    var entities: [JSONMember] { controls + cues + readings + events + pictures + variables }

    /// - Parameters:
    ///   - name: what it is called; nil for as the device.
    ///   - details: an object with its other keys.
    private func entity(_ key: String, _ platform: String, _ name: String?, _ details: JSONValue) -> JSONMember {
        let head: JSONValue = [
            "p": .text(platform), "uniq_id": .text("\(identity)_\(key)"), "name": name.map { .text($0) } ?? .null,
        ]
        return JSONMember(key, .object([head, details].flatMap { $0.members ?? [] }))
    }

    private var controls: [JSONMember] {
        func toggle(_ key: String, _ name: String, _ icon: String) -> JSONMember {
            entity(
                key, "switch", name,
                ["cmd_t": topic("\(key)/set"), "stat_t": topic(key), "ent_cat": "config", "ic": .text(icon)])
        }
        return [
            entity(
                "light", "light", nil,
                [
                    "schema": "json", "cmd_t": topic("light/set"), "stat_t": topic("light"), "brightness": true,
                    "bri_scl": 100, "flsh": false, "trns": false, "sup_clrm": ["brightness"],
                ]),
            text("message", "Message", topics("text"), icon: "mdi:message-text"),
            entity("notify", "notify", "Notification", ["cmd_t": topic("notify")]),
            toggle("paused", "Paused", "mdi:pause"),
            toggle("brightness_auto", "Automatic brightness", "mdi:brightness-auto"),
            entity("next", "button", "Next", ["cmd_t": topic("next"), "ic": "mdi:skip-next"]),
            entity("acknowledge", "button", "Acknowledge", ["cmd_t": topic("acknowledge"), "ic": "mdi:check"]),
        ]
    }

    private var cues: [JSONMember] {
        keyed(sign.cues, "cue").map { key, name in
            entity(key, "button", "Cue \(name)", ["cmd_t": topic("cue/\(name)"), "ic": "mdi:bell"])
        }
    }

    private var readings: [JSONMember] {
        [
            entity(
                "shown", "sensor", "Shown",
                [
                    "stat_t": topic("shown"), "val_tpl": "{{ value_json.text[:255] }}", "json_attr_t": topic("shown"),
                    "ic": "mdi:text-short",
                ]),
            entity(
                "started", "sensor", "Started",
                [
                    "stat_t": topic("stats"), "val_tpl": "{{ value_json.started }}", "dev_cla": "timestamp",
                    "ent_cat": "diagnostic",
                ]),
            entity(
                "lateness", "sensor", "Frame lateness",
                [
                    "stat_t": topic("stats"),
                    "val_tpl": "{{ (value_json['lateness-p99'] | default(0) * 1000000) | round(0) | int }}",
                    "unit_of_meas": "µs", "ent_cat": "diagnostic", "en": false, "ic": "mdi:timer-outline",
                ]),
            entity(
                "problem", "binary_sensor", "Problem",
                [
                    "stat_t": topic("problem"), "val_tpl": "{{ 'ON' if value_json.problem else 'OFF' }}",
                    "json_attr_t": topic("problem"), "dev_cla": "problem", "ent_cat": "diagnostic",
                ]),
        ]
    }

    private var events: [JSONMember] {
        let types = MessageEvent.Kind.allCases.map { JSONValue.text($0.rawValue) }
        let actions = sign.buttons.map { JSONValue.text($0) }
        let messages = entity(
            "events", "event", "Messages",
            ["stat_t": topic("event"), "evt_typ": .list(types), "ic": "mdi:message-flash"])
        let buttons = entity(
            "buttons", "event", "Buttons", ["stat_t": topic("button"), "evt_typ": .list(actions), "dev_cla": "button"])
        return actions.isEmpty ? [messages] : [messages, buttons]
    }

    private var pictures: [JSONMember] {
        let picture = entity("picture", "image", "Picture", ["img_t": topic("picture"), "content_type": "image/png"])
        return sign.hasPicture ? [picture] : []
    }

    private var variables: [JSONMember] {
        keyed(sign.variables, "variable").compactMap { key, name in
            topics.variable(name).map { text(key, name, $0, icon: "mdi:variable") }
        }
    }

    /// A text that can be set, with the topic of its state; an empty one is published as a blank.
    private func text(_ key: String, _ name: String, _ state: String, icon: String) -> JSONMember {
        entity(
            key, "text", name,
            [
                "cmd_t": .text(state + "/set"), "stat_t": .text(state), "val_tpl": "{{ value | trim }}", "min": 0,
                "max": 255, "ic": .text(icon),
            ])
    }

    private func topic(_ name: String) -> JSONValue { .text(topics(name)) }

    /// Names that can stand in topics, each with a key of letters, digits and underscores that no other has.
    private func keyed(_ names: [String], _ kind: String) -> [(key: String, name: String)] {
        var taken: Set<String> = []
        return names.filter { topics.variable($0) != nil }.sorted().map { name in
            let letters = name.unicodeScalars.map { $0.isASCIIAlphanumeric ? Character($0) : "_" }
            var key = "\(kind)_" + String(letters)
            while !taken.insert(key).inserted { key += "_" }
            return (key, name)
        }
    }
}
