import SignFiles

/// The topics of an AWTRIX 3 clock, as far as a sign understands them: the same requests as over HTTP.
package struct AWTRIXTopics: Equatable, Sendable {
    /// What the topics begin with.
    private let prefix: String

    package init(prefix: TopicName) { self.prefix = prefix.text }

    /// What to subscribe to.
    package func filters(_ allow: Set<MQTTSettings.Permission>) -> [String] {
        Self.routes.filter { allow.contains($0.route.permission) }.map { "\(prefix)/\($0.filter)" }
    }

    /// What a message at a topic asks for, and the name of an app where the topic has one; nil for a topic that is not
    /// subscribed to.
    package func call(at topic: String) -> (route: AWTRIXRoute, name: String?)? {
        guard topic.hasPrefix(prefix + "/") else { return nil }
        let rest = topic.dropFirst(prefix.count + 1)
        for (filter, route) in Self.routes {
            if let name = BrokerTopics.match(rest, filter) { return (route, name.isEmpty ? nil : name) }
        }
        return nil
    }

    private static let routes: [(filter: String, route: AWTRIXRoute)] = [
        ("notify", .notify), ("notify/dismiss", .dismiss), ("nextapp", .nextApp),
        ("previousapp", .previousApp), ("switch", .switchApp), ("sound", .sound), ("rtttl", .melody),
        ("sleep", .sleep), ("moodlight", .moodlight), ("indicator1", .indicator1), ("indicator2", .indicator2),
        ("indicator3", .indicator3),
        ("power", .power), ("settings", .setSettings), ("custom/+", .custom),
    ]
}

extension AWTRIXRoute {
    /// What allows it to the clients of a broker.
    package var permission: MQTTSettings.Permission {
        switch self {
        case .notify, .custom, .dismiss, .moodlight, .sleep: .show
        case .indicator1, .indicator2, .indicator3: .set
        case .power, .setSettings: .brightness
        case .nextApp, .previousApp, .switchApp, .sound, .melody, .settings, .stats, .loop, .screen: .steer
        }
    }

    /// Whether it says how something is to be, so that a message that the broker keeps still holds.
    package var isState: Bool { self == .custom }
}
