/// Words of a file within an error message.
package enum ShownText {
    /// A text in quotation marks, shortened, and without what a terminal would take for commands.
    package static func quoted(_ text: String, most: Int = 60) -> String { "\"\(shortened(text, most: most))\"" }

    /// At most so many characters of a text, without what a terminal would take for commands.
    package static func shortened(_ text: String, most: Int = 60) -> String {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == most { return result + "..." }
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
