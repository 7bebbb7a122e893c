import Settings
import SignFiles
import SignHost

/// What a sign says of itself, as the broker's clients see it.
package struct SignOverview: Sendable {
    /// A message that is shown.
    package struct Shown: Hashable, Sendable {
        package var name: String?
        package var zone: String?
        /// What it says now.
        package var text: String
        package var priority: Int64
        /// Its text as it was given, with tags and fields.
        var source: String

        /// Whether it is the same message, whatever its values are.
        func isSame(as other: Shown) -> Bool {
            (name, zone, priority, source) == (other.name, other.zone, other.priority, other.source)
        }
    }

    /// How bright it is, 0 to 100.
    package var percent = 100
    package var isAutomatic = true
    package var isPaused = false
    /// What is shown, the most urgent first.
    package var shown: [Shown] = []
    /// The text of the message that `text/set` made; empty without one.
    package var text = ""
    /// What is wrong; nil where all is well.
    package var problem: String?
    /// The variables and their values; nil for one that is gone.
    package var variables: [(String, String?)] = []

    /// The most variables and shown messages that are published.
    package static let maximum = 256

    /// Takes what the sign answers to `state`, `list` and `get` together.
    package init(_ answer: [JSONMember]) {
        func member(_ name: String) -> JSONValue? { answer.first { $0.name == name }?.value }
        percent = Int(clamping: min(max(member("brightness")?.integer ?? 100, 0), 100))
        isAutomatic = member("auto") == .bool(true)
        isPaused = member("paused") == .bool(true)
        problem = member("problem")?.text
        if case .list(let messages)? = member("messages") {
            shown = messages.filter { $0["state"]?.text == "shown" }.prefix(Self.maximum).map { message in
                let source = message["text"]?.text ?? ""
                return Shown(
                    name: message["name"]?.text, zone: message["zone"]?.text, text: message["shown"]?.text ?? source,
                    priority: message["priority"]?.integer ?? 0, source: source)
            }
            let texts = messages.first { $0["name"]?.text == BrokerTarget.textName }
            text = SignMarkup.plain(texts?["text"]?.text ?? "")
        }
        variables = (member("variables")?.members ?? []).prefix(Self.maximum).map { ($0.name, $0.value.text) }
    }

    /// What came and went between two looks at the sign.
    ///
    /// - Parameter acknowledged: whether urgent messages that have gone were acknowledged.
    package func events(since before: SignOverview, acknowledged: Bool) -> [MessageEvent] {
        let gone = before.shown.filter { old in !shown.contains { $0.isSame(as: old) } }.map { message in
            MessageEvent(
                kind: acknowledged && message.priority > 0 ? .acknowledged : .ended, name: message.name,
                text: message.text)
        }
        let come = shown.filter { new in !before.shown.contains { $0.isSame(as: new) } }.map { message in
            MessageEvent(kind: .shown, name: message.name, text: message.text)
        }
        return gone + come
    }
}

/// Something that has happened to a message.
package struct MessageEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case shown, ended, acknowledged
    }

    package var kind: Kind
    /// Its name; nil for a message without one.
    package var name: String?
    package var text: String

    /// The payload.
    package var json: JSONValue {
        ["event_type": .text(kind.rawValue), "name": name.map { .text($0) } ?? .null, "text": .text(text)]
    }
}

/// The retained states of a sign: which payload is at which topic.
package struct SignStates {
    /// A message for the broker.
    package typealias State = (topic: String, payload: String)

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
        return states.map { (topics($0.0), $0.1) }
            + all.compactMap { name in
                topics.variable(name).map { topic in
                    // A variable that is gone has no topic any more.
                    let value = (known[name] ?? nil) ?? initial[name]
                    return (topic, value.map(Self.kept) ?? "")
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
