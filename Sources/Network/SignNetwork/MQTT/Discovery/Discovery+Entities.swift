import Settings

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
                ("schema", .text("json")), ("cmd_t", topic("light/set")), ("stat_t", topic("light")),
                ("brightness", .bool(true)), ("bri_scl", .integer(100)), ("flsh", .bool(false)),
                ("trns", .bool(false)), ("sup_clrm", .list([.text("brightness")])),
            ])
    }

    private var message: DiscoveredEntity {
        DiscoveredEntity(
            "message", "text", "Message",
            [
                ("cmd_t", topic("text/set")), ("stat_t", topic("text")), ("val_tpl", Self.trimmed),
                ("min", .integer(0)),
                ("max", .integer(255)), ("ic", .text("mdi:message-text")),
            ])
    }

    private var notification: DiscoveredEntity {
        DiscoveredEntity("notify", "notify", "Notification", [("cmd_t", topic("notify"))])
    }

    private var switches: [DiscoveredEntity] {
        [("paused", "Paused", "mdi:pause"), ("brightness_auto", "Automatic brightness", "mdi:brightness-auto")].map {
            (key, name, icon) in
            DiscoveredEntity(
                key, "switch", name,
                [
                    ("cmd_t", topic("\(key)/set")), ("stat_t", topic(key)), ("ent_cat", .text("config")),
                    ("ic", .text(icon)),
                ])
        }
    }

    private var buttons: [DiscoveredEntity] {
        let own = [("next", "Next", "mdi:skip-next"), ("acknowledge", "Acknowledge", "mdi:check")].map {
            (key, name, icon) in
            DiscoveredEntity(key, "button", name, [("cmd_t", topic(key)), ("ic", .text(icon))])
        }
        let cues = keyed(sign.cues, "cue").map { key, name in
            DiscoveredEntity(
                key, "button", "Cue \(name)", [("cmd_t", topic("cue/\(name)")), ("ic", .text("mdi:bell"))])
        }
        return own + cues
    }

    private var sensors: [DiscoveredEntity] {
        let diagnostic = ("ent_cat", JSONValue.text("diagnostic"))
        return [
            DiscoveredEntity(
                "shown", "sensor", "Shown",
                [
                    ("stat_t", topic("shown")), ("val_tpl", .text("{{ value_json.text[:255] }}")),
                    ("json_attr_t", topic("shown")), ("ic", .text("mdi:text-short")),
                ]),
            DiscoveredEntity(
                "started", "sensor", "Started",
                [
                    ("stat_t", topic("stats")), ("val_tpl", .text("{{ value_json.started }}")),
                    ("dev_cla", .text("timestamp")), diagnostic,
                ]),
            DiscoveredEntity(
                "lateness", "sensor", "Frame lateness",
                [
                    ("stat_t", topic("stats")),
                    ("val_tpl", .text("{{ (value_json['lateness-p99'] | default(0) * 1000000) | round(0) | int }}")),
                    ("unit_of_meas", .text("µs")), ("ent_cat", .text("diagnostic")), ("en", .bool(false)),
                    ("ic", .text("mdi:timer-outline")),
                ]),
            DiscoveredEntity(
                "problem", "binary_sensor", "Problem",
                [
                    ("stat_t", topic("problem")),
                    ("val_tpl", .text("{{ 'ON' if value_json.problem else 'OFF' }}")),
                    ("json_attr_t", topic("problem")), ("dev_cla", .text("problem")), diagnostic,
                ]),
        ]
    }

    private var events: [DiscoveredEntity] {
        let types = MessageEvent.Kind.allCases.map { JSONValue.text($0.rawValue) }
        let messages = DiscoveredEntity(
            "events", "event", "Messages",
            [("stat_t", topic("event")), ("evt_typ", .list(types)), ("ic", .text("mdi:message-flash"))])
        guard !sign.buttons.isEmpty else { return [messages] }
        let actions = sign.buttons.map { JSONValue.text($0) }
        return [
            messages,
            DiscoveredEntity(
                "buttons", "event", "Buttons",
                [("stat_t", topic("button")), ("evt_typ", .list(actions)), ("dev_cla", .text("button"))]),
        ]
    }

    private var pictures: [DiscoveredEntity] {
        guard sign.hasPicture else { return [] }
        return [
            DiscoveredEntity(
                "picture", "image", "Picture",
                [("img_t", topic("picture")), ("content_type", .text("image/png"))])
        ]
    }

    private var variables: [DiscoveredEntity] {
        keyed(sign.variables, "variable").compactMap { key, name in
            guard let state = topics.variable(name) else { return nil }
            return DiscoveredEntity(
                key, "text", "\(name)",
                [
                    ("cmd_t", .text(state + "/set")), ("stat_t", .text(state)), ("val_tpl", Self.trimmed),
                    ("min", .integer(0)),
                    ("max", .integer(255)), ("ic", .text("mdi:variable")),
                ])
        }
    }

    /// An empty text is published as a blank.
    private static let trimmed = JSONValue.text("{{ value | trim }}")

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
