/// Text from outside, as it may go to a terminal or a log: nothing in it moves the cursor, begins another line or turns the
/// order of letters round.
package enum PrintableText {
    /// Returns a text on one line: control characters, newlines among them, are written as `\n` or `\u{1b}`.
    package static func line(_ text: some StringProtocol) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return String(text) }
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where !isHarmful(scalar): line.unicodeScalars.append(scalar)
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            default: line += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return line
    }

    /// Returns a text of several lines, each as `line` has it.
    package static func lines(_ text: some StringProtocol) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line($0) }.joined(separator: "\n")
    }

    /// Whether a character does something instead of being seen: controls, line separators, marks of direction.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": true
        case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        case "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}

extension BidirectionalCollection<String> {
    /// The words as a sentence lists them, such as "a, b or c" with "or".
    package func listed(_ conjunction: String) -> String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
