import Settings
import SignFiles
import SignPlayback

/// A message as `list` and the state of the sign show it.
extension SignPlayer.Listed {
    /// The letters of a text that `list` shows.
    private static let maximumTextLength = 200

    /// The message as `list` shows it; `next` is in whole seconds.
    var json: JSONValue {
        var members: [JSONMember] = []
        if let name = message.name { members.append(JSONMember("name", .text(name))) }
        if let zone { members.append(JSONMember("zone", .text(zone))) }
        members += [
            JSONMember("text", .text(Self.cut(message.title))), JSONMember("priority", .integer(message.priority)),
            JSONMember("pushed", .bool(isPushed)), JSONMember("state", .text(state.rawValue)),
        ]
        if let next { members.append(JSONMember("next", .integer((next.count + 999_999_999) / 1_000_000_000))) }
        if let words { members.append(JSONMember("shown", .text(Self.cut(words)))) }
        return .object(members)
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumTextLength ? text.prefix(maximumTextLength) + "..." : text
    }

    /// What is shown, for the state of the sign; nil for a message that is not.
    var shownJSON: JSONValue? {
        words.map { words in
            .object([
                JSONMember("name", message.name.map { .text($0) } ?? .null),
                JSONMember("zone", zone.map { .text($0) } ?? .null),
                JSONMember("text", .text(Self.cut(words))),
            ])
        }
    }
}
