import Settings
import SignFiles
import SignPlayback

/// A message as `list` shows it.
package struct ListedMessage: Hashable, Sendable {
    /// Its name; nil without one.
    package var name: String?
    /// Its zone; nil on a sign without zones.
    package var zone: String?
    /// What it says.
    package var text: String
    /// 0 to 9, 9 is urgent.
    package var priority: Int
    /// Whether it was pushed, and is not in the sign file.
    package var isPushed: Bool
    /// Its state.
    package var state: MessageState
    /// The seconds until its turn, for the one that comes next in its zone; nil for all others.
    package var next: Int?
    /// What it says now, with its values and without its tags; nil unless it is shown.
    package var words: String?

    /// Describes a message.
    package init(
        name: String?, zone: String? = nil, text: String, priority: Int = 0, isPushed: Bool = false,
        state: MessageState = .shown, next: Int? = nil, words: String? = nil
    ) {
        self.name = name
        self.zone = zone
        self.text = text
        self.priority = priority
        self.isPushed = isPushed
        self.state = state
        self.next = next
        self.words = words
    }
}

extension ListedMessage {
    /// The letters of a text that `list` shows.
    private static let maximumTextLength = 200

    var json: JSONValue {
        var members: [JSONMember] = []
        if let name { members.append(JSONMember("name", .text(name))) }
        if let zone { members.append(JSONMember("zone", .text(zone))) }
        members += [
            JSONMember("text", .text(Self.cut(text))), JSONMember("priority", .integer(priority)),
            JSONMember("pushed", .bool(isPushed)), JSONMember("state", .text(state.rawValue)),
        ]
        if let next { members.append(JSONMember("next", .integer(next))) }
        if let words { members.append(JSONMember("shown", .text(Self.cut(words)))) }
        return .object(members)
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumTextLength ? text.prefix(maximumTextLength) + "..." : text
    }

    /// What is shown, for the state of the sign; nil for a message that is not.
    package var shownJSON: JSONValue? {
        words.map { words in
            .object([
                JSONMember("name", name.map { .text($0) } ?? .null),
                JSONMember("zone", zone.map { .text($0) } ?? .null),
                JSONMember("text", .text(Self.cut(words))),
            ])
        }
    }
}
