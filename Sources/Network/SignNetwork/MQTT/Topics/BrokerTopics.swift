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
        let own = Self.commands.filter { $0.target("").permission.map(allow.contains) ?? true }
        let shared = own.filter(\.isForGroups)
        return own.map { "\(base)/\($0.filter)" }
            + groups.flatMap { group in shared.map { "\(Self.groupPrefix)\(group)/\($0.filter)" } }
    }

    /// What a message at a topic is for; nil for one that is not subscribed to.
    package func target(of topic: String) -> BrokerTarget? {
        if topic.hasPrefix(base + "/") {
            return Self.target(of: topic.dropFirst(base.utf8.count + 1), among: Self.commands)
        }
        guard let group = groups.first(where: { topic.hasPrefix("\(Self.groupPrefix)\($0)/") }) else { return nil }
        let rest = topic.dropFirst(Self.groupPrefix.count + group.count + 1)
        return Self.target(of: rest, among: Self.commands.filter(\.isForGroups))
    }

    private static func target(of rest: Substring, among commands: [Command]) -> BrokerTarget? {
        for command in commands {
            if let name = match(rest, command.filter) { return command.target(name) }
        }
        return nil
    }

    /// The name in the place of `+` where a topic fits a filter, empty without one; nil where it does not fit.
    static func match(_ topic: Substring, _ filter: String) -> String? {
        let wanted = filter.split(separator: "/")
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == levels.count, zip(wanted, levels).allSatisfy({ $0 == "+" ? !$1.isEmpty : $0 == $1 })
        else { return nil }
        return wanted.firstIndex(of: "+").map { String(levels[$0]) } ?? ""
    }

    /// Topics at which the sign takes commands: the name in the place of `+` makes the target.
    private typealias Command = (filter: String, isForGroups: Bool, target: @Sendable (String) -> BrokerTarget)

    private static let commands: [Command] = [
        ("light/set", false, { _ in .light }), ("brightness/set", true, { _ in .brightness }),
        ("brightness_auto/set", false, { _ in .automatic }), ("text/set", false, { _ in .text }),
        ("notify", true, { _ in .notify }), ("message/+", true, { .message($0) }), ("next", false, { _ in .next }),
        ("acknowledge", false, { _ in .acknowledge }), ("paused/set", false, { _ in .paused }),
        ("cue/+", false, { .cue($0) }), ("variable/+/set", true, { .variable($0) }),
        ("command", false, { _ in .command }),
    ]
}
