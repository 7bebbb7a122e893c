import Settings

/// The retained states of a sign: which payload is at which topic.
package struct SignStates {
    /// A message for the broker.
    package struct State: Hashable, Sendable {
        package let topic: String
        package let payload: String
    }

    private let topics: BrokerTopics
    private var sent: [String: String] = [:]

    package init(_ topics: BrokerTopics) { self.topics = topics }

    /// The longest text of one state, in characters: that of Home Assistant's texts.
    package static let maximumTextLength = 255

    /// What stands for an empty text: brokers keep no empty messages.
    static let blank = " "

    /// Forgets what was sent: the broker may have lost it.
    package mutating func reset() { sent = [:] }

    /// Returns the states that differ from those sent before.
    ///
    /// - Parameters:
    ///   - initial: the variables of the sign file, and the values that they have until they are set.
    ///   - problem: what else is wrong; nil where all is well.
    package mutating func changes(_ sign: SignOverview, initial: [String: String], problem: String?) -> [State] {
        var changes: [State] = []
        for state in states(sign, initial: initial, problem: problem) where sent[state.topic] != state.payload {
            sent[state.topic] = state.payload
            changes.append(state)
        }
        return changes
    }

    private func states(_ sign: SignOverview, initial: [String: String], problem: String?) -> [State] {
        let isOn = sign.percent > 0
        let light: JSONValue = [
            "state": isOn ? "ON" : "OFF", "brightness": isOn ? .integer(sign.percent) : nil,
            "color_mode": isOn ? "brightness" : nil,
        ]
        let reported = problem ?? sign.problem
        let states: [(String, String)] = [
            ("light", light.line), ("brightness", "\(sign.percent)"),
            ("text", Self.kept(String(sign.text.prefix(Self.maximumTextLength)))),
            ("paused", sign.isPaused ? "ON" : "OFF"),
            ("brightness_auto", sign.isAutomatic ? "ON" : "OFF"), ("shown", shown(sign).line),
            ("problem", (["problem": reported.map { .text($0) } ?? .null] as JSONValue).line),
        ]
        let known = Dictionary(sign.variables, uniquingKeysWith: { first, _ in first })
        let all = Set(known.keys).union(initial.keys).sorted()
        return states.map { State(topic: topics($0.0), payload: $0.1) }
            + all.compactMap { name in
                topics.variable(name).map { topic in
                    // A variable that is gone has no topic any more.
                    let value = (known[name] ?? nil) ?? initial[name]
                    return State(topic: topic, payload: value.map(Self.kept) ?? "")
                }
            }
    }

    private static func kept(_ text: String) -> String { text.isEmpty ? blank : text }

    private func shown(_ sign: SignOverview) -> JSONValue {
        let order = sign.shown.enumerated().sorted { left, right in
            (-left.element.priority, left.offset) < (-right.element.priority, right.offset)
        }.map(\.element)
        func json(_ shown: SignOverview.Shown) -> JSONValue {
            [
                "text": .text(shown.text), "name": shown.name.map { .text($0) } ?? .null,
                "zone": shown.zone.map { .text($0) } ?? .null, "priority": .integer(shown.priority),
            ]
        }
        let first = order.first.map(json) ?? ["text": ""]
        guard order.count > 1 else { return first }
        return .object((first.members ?? []) + [JSONMember("others", .list(order.dropFirst().map(json)))])
    }
}
