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

    /// Describes a message.
    package init(
        name: String?, zone: String? = nil, text: String, priority: Int = 0, isPushed: Bool = false,
        state: MessageState = .shown, next: Int? = nil
    ) {
        self.name = name
        self.zone = zone
        self.text = text
        self.priority = priority
        self.isPushed = isPushed
        self.state = state
        self.next = next
    }
}

extension ListedMessage {
    /// The letters of a text that `list` shows.
    private static let longestText = 200

    var json: JSONValue {
        var members: [JSONMember] = []
        if let name { members.append(JSONMember("name", .text(name))) }
        if let zone { members.append(JSONMember("zone", .text(zone))) }
        let shown = text.count > Self.longestText ? text.prefix(Self.longestText) + "..." : text[...]
        return .object(
            members + [
                JSONMember("text", .text(String(shown))), JSONMember("priority", .integer(priority)),
                JSONMember("pushed", .bool(isPushed)), JSONMember("state", .text(state.rawValue)),
            ] + (next.map { [JSONMember("next", .integer($0))] } ?? []))
    }
}
