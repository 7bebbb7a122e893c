extension JSONValue {
    /// The value as JSON on one line; letters beyond ASCII stay as they are.
    ///
    /// Every JSON reader, and every YAML reader, reads it back.
    package var line: String {
        var line = ""
        write(to: &line)
        return line
    }

    private func write(to line: inout String) {
        switch self {
        case .null: line += "null"
        case .bool(let value): line += value ? "true" : "false"
        case .number(let number): line += number
        case .text(let text): Self.write(text, to: &line)
        case .list(let values):
            line += "["
            for (index, value) in values.enumerated() {
                if index > 0 { line += ", " }
                value.write(to: &line)
            }
            line += "]"
        case .object(let members):
            line += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { line += ", " }
                Self.write(member.name, to: &line)
                line += ": "
                member.value.write(to: &line)
            }
            line += "}"
        }
    }

    static func write(_ text: String, to line: inout String) {
        line += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": line += "\\\""
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            // Also what YAML does not take as it is: C1 controls, line separators and noncharacters.
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: line.unicodeScalars.append(scalar)
            }
        }
        line += "\""
    }
}
