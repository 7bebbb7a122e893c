import PixelGraphics
import Settings
import Timelines

/// A message from the control socket or from the state file.
package struct PushedMessage: Hashable, Sendable {
    /// Its name, which identifies it for replacing and removing.
    package var name: String
    /// The zone in which it is shown; nil for the whole sign.
    package var zone: String?
    /// The keys of a message as in a sign file: `text`, `color`, `priority`, `repeat` and so on; `name` is `name`.
    package var look: JSONValue

    /// Creates a message; the name is also added to the keys.
    package init(name: String, zone: String? = nil, look: JSONValue) {
        self.name = name
        self.zone = zone
        self.look = look.setting("name", to: .text(name))
    }

    /// The value of the key `lifetime`; nil if it is missing or not a time.
    package var lifetime: Nanoseconds? {
        switch look["lifetime"] {
        case .text(let text): Nanoseconds(parsing: text)
        case .number(let number): Nanoseconds(parsing: number)
        default: nil
        }
    }

    /// A text that is shown as it is, without meaning for the reader of tags: `<` and `{` are doubled, control characters
    /// become blanks.
    package static func literal(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<", "{": result += [scalar, scalar]
            case _ where scalar.properties.generalCategory == .control: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text that `literal` made a message of.
    package static func plain(_ literal: String) -> String {
        literal.replacing("<<", with: "<").replacing("{{", with: "{")
    }

    /// Whether a schedule, a calendar or values say when it may be shown.
    var isTimed: Bool { ["when", "calendar", "while"].contains { look[$0] != nil } }

    /// A hash that is equal for messages with the same keys and zone, whatever their names and lifetimes.
    package var mark: UInt64 {
        var hash = StableHash()
        hash.combine((zone ?? "").utf8)
        let members = (look.members ?? []).filter { !["name", "lifetime"].contains($0.name) }
        hash.combine(JSONValue.object(members).line.utf8)
        return hash.value
    }

    /// The same message with another lifetime.
    func living(for time: Nanoseconds) -> PushedMessage {
        var message = self
        // Whole milliseconds are finer than anyone can see, and short.
        message.look = look.setting("lifetime", to: .text("\(max(time.count / 1_000_000, 1))ms"))
        return message
    }
}

extension JSONValue {
    /// The object with this member set; an existing member keeps its position.
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
