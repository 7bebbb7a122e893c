import SignFiles

/// The topics of a sign: where it publishes its state, and where it takes commands.
package struct BrokerTopics: Equatable, Sendable {
    /// What all topics of the sign begin with.
    package let base: String
    /// The groups at whose topics it listens, too.
    package let groups: [String]

    /// What the topics of all groups begin with.
    package static let groupPrefix = "ledsign/group/"

    package init(base: TopicName, groups: [String] = []) { (self.base, self.groups) = (base.text, groups) }

    /// Whether the sign is there: `online` or `offline`.
    package var status: String { base + "/status" }

    /// A topic of the sign.
    package func callAsFunction(_ name: String) -> String { "\(base)/\(name)" }

    /// The topic of a variable's value; nil for names that no topic can have.
    package func variable(_ name: String) -> String? { TopicName.isLevel(name) ? "\(base)/variable/\(name)" : nil }

    /// What to subscribe to.
    ///
    /// - Parameter allow: what commands may do; without anything there are none.
    package func filters(_ allow: Set<MQTTSettings.Permission>) -> [String] {
        guard !allow.isEmpty else { return [] }
        let own = Self.commands.filter { command in command.permission.map { allow.contains($0) } ?? true }
        let shared = Self.commands.filter { command in
            command.isForGroups && (command.permission.map { allow.contains($0) } ?? true)
        }
        return own.map { "\(base)/\($0.filter)" }
            + groups.flatMap { group in shared.map { "\(Self.groupPrefix)\(group)/\($0.filter)" } }
    }

    /// What a message at a topic is for; nil for one that is not subscribed to.
    package func target(of topic: String) -> BrokerTarget? {
        if topic.hasPrefix(base + "/") { return Self.target(ofLevels: topic.dropFirst(base.utf8.count + 1)) }
        guard let group = groups.first(where: { topic.hasPrefix("\(Self.groupPrefix)\($0)/") }),
            let target = Self.target(ofLevels: topic.dropFirst(Self.groupPrefix.count + group.count + 1))
        else { return nil }
        switch target {
        case .message, .notify, .variable, .brightness: return target
        default: return nil
        }
    }

    private static func target(ofLevels rest: Substring) -> BrokerTarget? {
        let levels = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (levels.first, levels.count) {
        case ("light", 2) where levels[1] == "set": return .light
        case ("brightness", 2) where levels[1] == "set": return .brightness
        case ("brightness_auto", 2) where levels[1] == "set": return .automatic
        case ("paused", 2) where levels[1] == "set": return .paused
        case ("text", 2) where levels[1] == "set": return .text
        case ("notify", 1): return .notify
        case ("next", 1): return .next
        case ("acknowledge", 1): return .acknowledge
        case ("command", 1): return .command
        case ("message", 2) where !levels[1].isEmpty: return .message(levels[1])
        case ("cue", 2) where !levels[1].isEmpty: return .cue(levels[1])
        case ("variable", 3) where levels[2] == "set" && !levels[1].isEmpty: return .variable(levels[1])
        default: return nil
        }
    }

    private struct Command {
        let filter: String
        let permission: MQTTSettings.Permission?
        var isForGroups = false
    }

    private static let commands = [
        Command(filter: "light/set", permission: .brightness),
        Command(filter: "brightness/set", permission: .brightness, isForGroups: true),
        Command(filter: "brightness_auto/set", permission: .brightness),
        Command(filter: "text/set", permission: .show),
        Command(filter: "notify", permission: .show, isForGroups: true),
        Command(filter: "message/+", permission: .show, isForGroups: true),
        Command(filter: "next", permission: .steer),
        Command(filter: "acknowledge", permission: .steer),
        Command(filter: "paused/set", permission: .steer),
        Command(filter: "cue/+", permission: .steer),
        Command(filter: "variable/+/set", permission: .set, isForGroups: true),
        Command(filter: "command", permission: nil),
    ]
}
