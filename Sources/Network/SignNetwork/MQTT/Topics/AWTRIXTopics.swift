import SignFiles

/// The topics of an AWTRIX 3 clock, as far as a sign understands them: the same requests as over HTTP.
package struct AWTRIXTopics: Equatable, Sendable {
    /// A request that is made at a topic.
    package struct Call: Equatable, Sendable {
        package let route: AWTRIXRoute
        /// The name of the app; nil where the topic has none.
        package let name: String?

        /// What allows it.
        package var permission: MQTTSettings.Permission {
            switch route {
            case .notify, .custom, .dismiss: .show
            case .power, .setSettings: .brightness
            case .nextApp, .switchApp, .settings, .stats, .loop, .screen: .steer
            }
        }

        /// Whether it says how something is to be, so that a message that the broker keeps still holds.
        package var isState: Bool { route == .custom }
    }

    /// What the topics begin with.
    private let prefix: String

    package init(prefix: TopicName) { self.prefix = prefix.text }

    /// What to subscribe to.
    ///
    /// - Parameter allow: what commands may do.
    package func filters(_ allow: Set<MQTTSettings.Permission>) -> [String] {
        (Self.routes.map { (name: $0.name, route: $0.route) } + [(name: "custom/+", route: .custom)])
            .filter { allow.contains(Call(route: $0.route, name: nil).permission) }.map { "\(prefix)/\($0.name)" }
    }

    /// What a message at a topic asks for; nil for one that is not subscribed to.
    package func call(at topic: String) -> Call? {
        guard topic.hasPrefix(prefix + "/") else { return nil }
        let rest = String(topic.dropFirst(prefix.count + 1))
        if let route = Self.routes.first(where: { $0.name == rest })?.route { return Call(route: route, name: nil) }
        guard rest.hasPrefix(Self.custom) else { return nil }
        let name = String(rest.dropFirst(Self.custom.count))
        return name.isEmpty || name.contains("/") ? nil : Call(route: .custom, name: name)
    }

    private static let custom = "custom/"
    private static let routes: [(name: String, route: AWTRIXRoute)] = [
        ("notify", .notify), ("notify/dismiss", .dismiss), ("nextapp", .nextApp), ("switch", .switchApp),
        ("power", .power), ("settings", .setSettings),
    ]
}
