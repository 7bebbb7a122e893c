import Settings
import SignHost

/// What a sign says of itself, as the broker's clients see it.
package struct SignOverview: Hashable, Sendable {
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
    package var variables: [(String, String?)] { variableMembers.map { ($0.name, $0.value.text) } }
    private var variableMembers: [JSONMember] = []

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
            text = PushedMessage.plain(texts?["text"]?.text ?? "")
        }
        variableMembers = Array((member("variables")?.members ?? []).prefix(Self.maximum))
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
