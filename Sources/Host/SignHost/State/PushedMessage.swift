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

    /// The bytes that its keys take as JSON.
    var byteCount: Int { look.line.utf8.count }

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
