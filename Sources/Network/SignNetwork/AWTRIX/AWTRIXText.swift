import Settings
import SignHost

/// The text of an AWTRIX object as the text of a message: what the sender wrote is shown as it is, never read as tags.
struct AWTRIXText {
    /// The text with its tags; empty without one.
    private(set) var markup = ""
    /// Whether it names topics whose values the clock would fill in.
    private(set) var hasPlaceholders = false
    /// Whether a part of it has no meaning.
    private(set) var isBroken = false
    private let isUpperCase: Bool

    /// Takes the value of `text`: a text, a number, or a list of fragments with colours.
    init(_ value: JSONValue?, isUpperCase: Bool) {
        self.isUpperCase = isUpperCase
        switch value {
        case .text(let text): markup = shown(text)
        case .number(let number): markup = shown(number)
        case .bool(let value): markup = shown(value ? "true" : "false")
        case .list(let fragments): for fragment in fragments { add(fragment) }
        case .object: isBroken = true
        case .null, nil: break
        }
    }

    private mutating func add(_ fragment: JSONValue) {
        let text: String
        switch fragment["t"] {
        case .text(let given): text = given
        case .number(let number): text = number
        default:
            isBroken = true
            return
        }
        guard !text.isEmpty else { return }
        guard let given = fragment["c"], !AWTRIXValue.isNeutral(given) else {
            markup += shown(text)
            return
        }
        if let color = AWTRIXValue.color(given) {
            markup += "<\(color)>\(shown(text))</>"
        } else {
            isBroken = true
            markup += shown(text)
        }
    }

    private mutating func shown(_ text: String) -> String {
        if let open = text.firstRange(of: "{{"), text[open.upperBound...].contains("}}") { hasPlaceholders = true }
        return PushedMessage.literal(isUpperCase ? text.uppercased() : text)
    }
}
