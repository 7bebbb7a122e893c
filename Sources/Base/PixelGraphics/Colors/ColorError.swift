/// Why a text is not a colour.
public enum ColorError: Error, Hashable, Sendable {
    /// No colour has this name; `nearest` is a known one that looks like it.
    case unknownName(given: String, nearest: String?)
    /// After `#` there must be three or six hexadecimal digits.
    case malformedHex(given: String)
    /// `hsv(` must be followed by three numbers in their ranges and `)`.
    case malformedHSV(given: String)
}

extension ColorError: CustomStringConvertible {
    /// What was given, what was expected and, if a known name is near, a suggestion.
    public var description: String {
        switch self {
        case .unknownName(let given, let nearest):
            let hint = nearest.map { name in "; did you mean \"\(name)\"? Expected" } ?? "; expected"
            return "\(Self.quoted(given)) is not a colour\(hint) a CSS colour name, amber, off, "
                + "#rgb, #rrggbb or hsv(hue, saturation, value)"
        case .malformedHex(let given):
            return "\(Self.quoted(given)) is not a colour; expected #rgb or #rrggbb: three or six hexadecimal digits "
                + "after '#', such as #fa0 or #ffaa00"
        case .malformedHSV(let given):
            return "\(Self.quoted(given)) is not a colour; expected hsv(hue, saturation, value) with a hue from 0 to "
                + "360 degrees, saturation and value from 0 to 100 percent, such as hsv(39, 100, 50)"
        }
    }

    /// The text in quotes, cut if it is very long.
    private static func quoted(_ text: String) -> String {
        let shown = text.prefix(48)
        return "\"\(shown)\(shown.endIndex == text.endIndex ? "" : "...")\""
    }
}
