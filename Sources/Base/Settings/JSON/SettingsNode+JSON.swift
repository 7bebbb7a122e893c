extension SettingsNode {
    /// Makes a node of a JSON value; the places are those in `line`, which is the value's own line.
    static func node(of value: JSONValue, line: inout JSONLine) -> SettingsNode {
        let place = line.place
        switch value {
        case .null:
            line.append("null")
            return SettingsNode(place: place, content: .nothing)
        case .bool, .number:
            let text = value.line
            line.append(text)
            return SettingsNode(place: place, content: .text(text, style: .plain))
        case .text(let text):
            line.append(value.line)
            return SettingsNode(place: place, content: .text(text, style: .quoted))
        case .list(let values):
            line.append("[")
            var nodes: [SettingsNode] = []
            for (index, value) in values.enumerated() {
                if index > 0 { line.append(", ") }
                nodes.append(node(of: value, line: &line))
            }
            line.append("]")
            return SettingsNode(place: place, content: .list(nodes))
        case .object(let members):
            line.append("{")
            var entries: [Entry] = []
            for (index, member) in members.enumerated() {
                if index > 0 { line.append(", ") }
                let keyPlace = line.place
                line.append(JSONValue.text(member.name).line + ": ")
                let value = node(of: member.value, line: &line)
                entries.append(Entry(key: member.name, place: keyPlace, feature: nil, value: value))
            }
            line.append("}")
            return SettingsNode(place: place, content: .keys(entries))
        }
    }
}

/// A line of JSON that grows, and the place of the next character.
struct JSONLine {
    private(set) var scalars: [Unicode.Scalar] = []

    var place: TextPlace { TextPlace(line: 1, column: scalars.count + 1) }

    mutating func append(_ text: String) { scalars += text.unicodeScalars }
}
