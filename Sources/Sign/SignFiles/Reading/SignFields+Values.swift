import PixelGraphics
import Settings
import Timelines

extension SettingsFields {
    /// Returns what `parse` makes of the text of a key, or nil within an optional where the file does not have the key.
    mutating func optional<Value>(
        _ key: String, expected: String, _ parse: (String) -> Outcome<Value>
    ) -> Value?? {
        parsed(key, expected: expected, default: Value?.none) { parse($0).optional }
    }

    /// Returns one of the words of a type.
    mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ key: String, default value: Value
    ) -> Value? {
        choice(key, of: Value.allCases.map { ($0.rawValue, $0) }, default: value)
    }

    /// Reads the keys within the value of a key; nil within an optional where the file does not have the key.
    mutating func optionalKeys<Value>(
        _ key: String, expected: String, _ body: (inout Self) -> Value?
    ) -> Value?? {
        accept(key)
        guard has(key) else { return .some(nil) }
        return keys(key, expected: expected, body).map { .some($0) }
    }
}

extension SettingsFields<SignProblem> {
    /// Reads a length of time as the options of commands write it: `1.5s`, `300ms`, `2m`, or seconds without a unit.
    static func time(_ text: String) -> Outcome<Nanoseconds> {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let isWritten = parts.count == 1 || (parts.count == 2 && parts[1].first?.isLetter ?? false)
        return isWritten ? Nanoseconds(parsing: parts.joined()).map { .value($0) } ?? .wrongType : .wrongType
    }

    /// Returns a colour, or nil within an optional where the file does not have the key.
    mutating func color(_ key: String, expected: String) -> Color?? {
        let hint =
            isComment(behind: key) ? "a colour in quotes such as \"#ff0000\", because # begins a comment" : expected
        return optional(key, expected: hint) { text in
            if FieldBraces.are(in: text) { return .refused(.fieldOutsideText(text)) }
            do throws(ColorError) {
                return .value(try Color(parsing: text))
            } catch {
                return .refused(.color(error))
            }
        }
    }
}
