/// Words of a file within an error message.
package enum ShownText {
    /// A text in quotation marks, shortened, and without what a terminal would take for commands.
    package static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

    /// A text of at most 60 characters without what a terminal would take for commands.
    package static func shortened(_ text: String) -> String {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == 60 { return result + "..." }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A suggestion such as `; did you mean "speed"?`; empty without a similar name.
    package static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
