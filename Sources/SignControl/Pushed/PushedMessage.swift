import PixelGraphics
import Timelines

/// A message that came over the socket, or from the state file.
public struct PushedMessage: Hashable, Sendable {
    /// Its name, by which it is replaced and removed.
    public var name: String
    /// The zone in which it is shown; nil for the whole sign.
    public var zone: String?
    /// The keys of a message of a sign file: `text`, `color`, `priority`, `repeat` and so on; `name` is `name`.
    public var look: JSONValue

    /// Puts a message together; the name is also written into the look.
    public init(name: String, zone: String? = nil, look: JSONValue) {
        self.name = name
        self.zone = zone
        self.look = look.setting("name", to: .text(name))
    }

    /// How long the message lives, of the key `lifetime`; nil for ever, or where it is no time.
    public var lifetime: Nanoseconds? {
        switch look["lifetime"] {
        case .text(let text): Nanoseconds(parsing: text)
        case .number(let number): Nanoseconds(parsing: number)
        default: nil
        }
    }

    /// A number that is the same for every message that says the same in the same zone, whatever its name and its lifetime.
    public var mark: UInt64 {
        var hash = StableHash()
        hash.combine((zone ?? "").utf8)
        let members = (look.members ?? []).filter { !["name", "lifetime"].contains($0.name) }
        hash.combine(JSONValue.object(members).line.utf8)
        return hash.value
    }

    /// The same message with another lifetime.
    func living(for time: Nanoseconds) -> PushedMessage {
        var message = self
        // Whole milliseconds: more than anybody sees, and short.
        message.look = look.setting("lifetime", to: .text("\(max(time.count / 1_000_000, 1))ms"))
        return message
    }
}

extension JSONValue {
    /// The object with a member of that name; where there is one already it keeps its place.
    func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return .object([JSONMember(name, value)]) }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append(JSONMember(name, value))
        }
        return .object(members)
    }
}
