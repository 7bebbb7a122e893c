import Settings

/// How much of a line to mark for what stands at a place.
enum SourceMark {
    /// The characters from a place to the end of what begins there: a text in quotation marks, a tag, a field, a key, or a
    /// value without quotation marks; at least 1.
    static func length(at place: TextPlace, in source: SettingsText) -> Int {
        guard let line = source.line(place.line), place.column >= 1, place.column <= line.count else { return 1 }
        let rest = Array(line.dropFirst(place.column - 1))
        switch rest[0] {
        case "\"", "'": return quoted(rest)
        case "<": return enclosed(rest, by: ">")
        case "{": return enclosed(rest, by: "}")
        case "[": return enclosed(rest, by: "]")
        default: break
        }
        // Commas and brackets end a value only within brackets.
        let isInBrackets = line.prefix(place.column - 1).contains { $0 == "{" || $0 == "[" }
        return max(1, plain(rest, isInBrackets: isInBrackets))
    }

    private static func quoted(_ rest: [Unicode.Scalar]) -> Int {
        var index = 1
        while index < rest.count {
            if rest[0] == "\"", rest[index] == "\\" {
                index += 2
            } else if rest[0] == "'", rest[index] == "'", index + 1 < rest.count, rest[index + 1] == "'" {
                index += 2
            } else if rest[index] == rest[0] {
                return index + 1
            } else {
                index += 1
            }
        }
        return rest.count
    }

    private static func enclosed(_ rest: [Unicode.Scalar], by end: Unicode.Scalar) -> Int {
        rest.firstIndex(of: end).map { $0 + 1 } ?? rest.count
    }

    private static func plain(_ rest: [Unicode.Scalar], isInBrackets: Bool) -> Int {
        var end = rest.count
        for (index, scalar) in rest.enumerated() {
            let isLast = index + 1 == rest.count || rest[index + 1] == " "
            let endsKey = scalar == ":" && isLast
            let endsValue = isInBrackets && (scalar == "," || scalar == "}" || scalar == "]")
            let beginsComment = scalar == "#" && index > 0 && rest[index - 1] == " "
            if endsKey || endsValue || beginsComment {
                end = index
                break
            }
        }
        while end > 0, rest[end - 1] == " " { end -= 1 }
        return end
    }
}
