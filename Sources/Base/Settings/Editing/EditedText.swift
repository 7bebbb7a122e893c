/// A file in which a change is made: offsets are those before it.
struct EditedText {
    private let source: SettingsText
    private let root: SettingsNode
    private let lineEnd: [Unicode.Scalar]

    init(_ source: SettingsText, _ root: SettingsNode) {
        (self.source, self.root) = (source, root)
        lineEnd = source.scalars.contains("\r") ? ["\r", "\n"] : ["\n"]
    }

    /// The text after a change; nil if it cannot be made.
    func text(after edit: SettingsEdit) -> [Unicode.Scalar]? {
        guard let last = edit.path.last, let parent = node(at: edit.path.dropLast()) else { return nil }
        switch (edit, last, parent.content) {
        case (.set(_, let value), .key(let key), .keys(let entries)):
            guard let entry = entries.first(where: { $0.key == key }) else {
                return adding(JSONMember(key, value), to: parent, entries)
            }
            return replacing(entry.value, by: value, isInBrackets: parent.isInBrackets, behind: entry)
        case (.set(_, let value), .element(let number), .list(let elements)):
            return replacing(elements[number], by: value, isInBrackets: parent.isInBrackets, behind: nil)
        case (.list(_, let name), .key(let key), .keys(let entries)):
            return entries.first { $0.key == key }.flatMap { listing($0, as: name, of: parent) }
        case (.remove, .key(let key), .keys(let entries)):
            guard let number = entries.firstIndex(where: { $0.key == key }) else { return nil }
            return removing(entries, number, from: parent)
        case (.remove, .element(let number), .list(let elements)):
            guard elements.count > 1 else { return emptying(edit.path.dropLast(), parent, elements) }
            guard !parent.isInBrackets else { return removing(elements.map(\.range), number) }
            return lines(of: elements, number).map { spliced($0, []) }
        case (.insert(_, let value), .element(let number), .list(let elements)):
            return inserting(value, at: number, into: parent, elements)
        case (.move(_, let place), .element(let number), .list(let elements)):
            return moving(number, to: place, of: elements, parent)
        default: return nil
        }
    }

    private func node(at path: SettingsEdit.Path.SubSequence) -> SettingsNode? {
        path.reduce(Optional(root)) { node, step in
            switch (step, node?.content) {
            case (.key(let key), .keys(let entries)?): entries.first { $0.key == key }?.value
            case (.element(let number), .list(let elements)?):
                elements.indices.contains(number) ? elements[number] : nil
            default: nil
            }
        }
    }

    // MARK: Values

    private func replacing(
        _ old: SettingsNode, by value: JSONValue, isInBrackets: Bool, behind entry: SettingsNode.Entry?
    ) -> [Unicode.Scalar]? {
        var text = value.yaml(isInBrackets: isInBrackets)
        if case .text(let words, .quoted) = old.content, case .text(let new) = value, words != new {
            // Quotation marks stay, of the kind that they are.
            let mark = source.scalars[old.range.lowerBound]
            text = mark == "'" ? "'" + new.replacing("'", with: "''") + "'" : value.line
            if new.unicodeScalars.contains(where: { $0.value < 0x20 }) { text = value.line }
        }
        let isBlock: Bool
        switch old.content {
        case .list, .keys: isBlock = !old.isInBrackets
        case .text, .nothing: isBlock = false
        }
        guard isBlock || old.range.isEmpty, let entry else { return spliced(old.range, Array(text.unicodeScalars)) }
        // From the colon on: there may be a line break before the value.
        guard let colon = colon(behind: entry) else { return nil }
        let end = max(colon + 1, old.range.upperBound)
        return spliced(colon + 1..<end, Array(" \(text)".unicodeScalars))
    }

    /// The value of a key as the only element of a list, which keeps its own lines.
    private func listing(_ entry: SettingsNode.Entry, as name: String, of parent: SettingsNode) -> [Unicode.Scalar]? {
        guard let colon = colon(behind: entry), !parent.isInBrackets else { return nil }
        let (key, value) = (Array("\(name):".unicodeScalars), entry.value.range)
        let column = source.place(at: entry.range.lowerBound).column - 1
        var text = Array(source.scalars[..<entry.range.lowerBound]) + key
        guard entry.value.isBlockOfKeys else {
            let between = source.scalars[colon + 1..<value.lowerBound]
            guard !between.contains("\n") else { return nil }
            text += lineEnd + Array((String(repeating: " ", count: column + 2) + "- ").unicodeScalars)
            return text + source.scalars[value.lowerBound...]
        }
        // The keys move two columns to the right, and the first one gets the dash.
        text += source.scalars[colon + 1..<value.lowerBound] + ["-", " "]
        var place = value.lowerBound
        while place < value.upperBound {
            let next = min(source.nextLine(after: place), value.upperBound)
            let line = source.scalars[place..<next]
            let isEmpty = line.allSatisfy { $0 == " " || $0 == "\n" || $0 == "\r" }
            text += (place == value.lowerBound || isEmpty ? [] : [" ", " "]) + line
            place = next
        }
        return text + source.scalars[value.upperBound...]
    }

    private func colon(behind entry: SettingsNode.Entry) -> Int? {
        source.scalars[entry.range.upperBound...].firstIndex(of: ":")
    }

    /// Makes a list of one element empty.
    private func emptying(
        _ path: SettingsEdit.Path.SubSequence, _ list: SettingsNode, _ elements: [SettingsNode]
    ) -> [Unicode.Scalar]? {
        guard !list.isInBrackets, case .key(let key)? = path.last,
            case .keys(let entries)? = node(at: path.dropLast())?.content,
            let entry = entries.first(where: { $0.key == key })
        else { return spliced(list.range, ["[", "]"]) }
        // Comments above the element stay.
        guard let colon = colon(behind: entry), let lines = lines(of: elements, 0) else { return nil }
        return source.scalars[...colon] + [" ", "[", "]"] + source.scalars[colon + 1..<lines.lowerBound]
            + source.scalars[lines.upperBound...]
    }

    // MARK: Keys

    private func adding(_ member: JSONMember, to parent: SettingsNode, _ entries: [SettingsNode.Entry])
        -> [Unicode.Scalar]?
    {
        let text = member.yaml(isInBrackets: parent.isInBrackets)
        guard let last = entries.last else {
            if parent.isInBrackets { return spliced(parent.range, Array("{\(text)}".unicodeScalars)) }
            return inserted(lines: [text], indented: 0, at: source.scalars.count)
        }
        let end = max(last.range.upperBound, last.value.range.upperBound)
        guard !parent.isInBrackets else { return spliced(end..<end, Array(", \(text)".unicodeScalars)) }
        var lines = [text]
        if case .list(let values) = member.value, !values.isEmpty {
            lines = ["\(JSONMember(member.name, .null).yaml(isInBrackets: false).dropLast(2))"]
            lines += values.map { "  - " + $0.yaml(isInBrackets: false) }
        }
        let indentation = source.place(at: entries[0].range.lowerBound).column - 1
        return inserted(lines: lines, indented: indentation, at: source.nextLine(after: end - 1))
    }

    private func removing(_ entries: [SettingsNode.Entry], _ number: Int, from parent: SettingsNode)
        -> [Unicode.Scalar]?
    {
        let ranges = entries.map { $0.range.lowerBound..<max($0.range.upperBound, $0.value.range.upperBound) }
        guard !parent.isInBrackets else {
            if ranges.count == 1 { return spliced(parent.range, Array("{}".unicodeScalars)) }
            return removing(ranges, number)
        }
        guard ranges.count > 1 else { return nil }
        let range = ranges[number]
        let start = source.lineStart(of: range.lowerBound)
        var end = source.nextLine(after: range.upperBound - 1)
        guard isBlank(start..<range.lowerBound) else {
            // Behind the dash of its element: what comes next moves there.
            while end < source.scalars.count, source.scalars[end] == " " { end += 1 }
            return spliced(range.lowerBound..<end, [])
        }
        return spliced(commentStart(above: start, isFirst: number == 0)..<end, [])
    }

    // MARK: Elements

    private func removing(_ ranges: [Range<Int>], _ number: Int) -> [Unicode.Scalar]? {
        guard ranges.count > 1 else { return nil }
        guard number + 1 < ranges.count else {
            return spliced(ranges[number - 1].upperBound..<ranges[number].upperBound, [])
        }
        return spliced(ranges[number].lowerBound..<ranges[number + 1].lowerBound, [])
    }

    private func inserting(_ value: JSONValue, at number: Int, into parent: SettingsNode, _ elements: [SettingsNode])
        -> [Unicode.Scalar]?
    {
        let text = value.yaml(isInBrackets: parent.isInBrackets)
        guard !parent.isInBrackets, !elements.isEmpty else {
            guard !elements.isEmpty else {
                return parent.isInBrackets ? spliced(parent.range, Array("[\(text)]".unicodeScalars)) : nil
            }
            let isLast = number == elements.count
            let place = isLast ? elements[number - 1].range.upperBound : elements[number].range.lowerBound
            return spliced(place..<place, Array((isLast ? ", \(text)" : "\(text), ").unicodeScalars))
        }
        guard let first = dash(of: elements[0]) else { return nil }
        var lines = ["- " + text]
        if case .object(let members) = value, !members.isEmpty, elements.contains(where: \.isBlockOfKeys) {
            lines = members.enumerated().map { ($0 == 0 ? "- " : "  ") + $1.yaml(isInBrackets: false) }
        }
        let indentation = source.place(at: first).column - 1
        guard number < elements.count else {
            return inserted(lines: lines, indented: indentation, at: end(of: elements[number - 1]))
        }
        guard let range = self.lines(of: elements, number) else { return nil }
        return inserted(lines: lines, indented: indentation, at: range.lowerBound)
    }

    private func moving(_ number: Int, to place: Int, of elements: [SettingsNode], _ parent: SettingsNode)
        -> [Unicode.Scalar]?
    {
        guard number != place else { return source.scalars }
        guard !parent.isInBrackets else {
            // What is between them stays between them.
            var order = Array(elements.indices)
            order.insert(order.remove(at: number), at: place)
            var text = Array(source.scalars[..<elements[0].range.lowerBound])
            for (index, element) in order.enumerated() {
                text += source.scalars[elements[element].range]
                let next = index + 1 < elements.count ? elements[index + 1].range.lowerBound : source.scalars.count
                text += source.scalars[elements[index].range.upperBound..<next]
            }
            return text
        }
        guard let range = lines(of: elements, number), let other = lines(of: elements, place) else { return nil }
        var moved = Array(source.scalars[range])
        if moved.last != "\n" { moved += lineEnd }
        var text = source.scalars
        if number < place {
            let isOpen = text[..<other.upperBound].last != "\n"
            text.insert(contentsOf: (isOpen ? lineEnd : []) + moved, at: other.upperBound)
            text.removeSubrange(range)
        } else {
            text.removeSubrange(range)
            text.insert(contentsOf: moved, at: other.lowerBound)
        }
        return text
    }

    /// The lines of an element with the comments above it that belong to it; nil if it shares a line with another one.
    private func lines(of elements: [SettingsNode], _ number: Int) -> Range<Int>? {
        guard let dash = dash(of: elements[number]) else { return nil }
        let start = source.lineStart(of: dash)
        return commentStart(above: start, isFirst: number == 0)..<end(of: elements[number])
    }

    private func end(of element: SettingsNode) -> Int {
        source.nextLine(after: max(element.range.lowerBound, element.range.upperBound - 1))
    }

    /// The dash before an element, with nothing but blanks before it on its line.
    private func dash(of element: SettingsNode) -> Int? {
        var start = source.lineStart(of: element.range.lowerBound)
        while true {
            let first = source.scalars[start...].firstIndex { $0 != " " } ?? start
            if first < source.scalars.count, source.scalars[first] == "-" {
                // Another dash or a key behind it would be an outer one.
                let isOwn =
                    first + 1 >= element.range.lowerBound
                    || source.scalars[first + 1..<element.range.lowerBound]
                        .prefix { $0 != "#" && $0 != "\n" && $0 != "\r" }.allSatisfy { $0 == " " }
                return isOwn ? first : nil
            }
            guard start > 0, first >= element.range.lowerBound || isComment(first) else { return nil }
            start = source.lineStart(of: start - 1)
        }
    }

    private func isComment(_ offset: Int) -> Bool { offset < source.scalars.count && source.scalars[offset] == "#" }

    private func isBlank(_ range: Range<Int>) -> Bool { source.scalars[range].allSatisfy { $0 == " " } }

    /// Where the comments begin right above a line that are indented as it is; those above the first of a list are for all of it.
    private func commentStart(above line: Int, isFirst: Bool) -> Int {
        func indentation(_ start: Int) -> Int { source.scalars[start...].prefix { $0 == " " }.count }
        var start = line
        while !isFirst, start > 0 {
            let above = source.lineStart(of: start - 1)
            guard isComment(above + indentation(above)), indentation(above) == indentation(line) else { break }
            start = above
        }
        return start
    }

    // MARK: Texts

    private func spliced(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var scalars = source.scalars
        scalars.replaceSubrange(range, with: text)
        return scalars
    }

    private func inserted(lines: [String], indented: Int, at offset: Int) -> [Unicode.Scalar] {
        let isOpen = offset > 0 && offset == source.scalars.count && source.scalars[offset - 1] != "\n"
        var text = isOpen ? lineEnd : []
        for line in lines {
            text += Array(String(repeating: " ", count: indented).unicodeScalars) + Array(line.unicodeScalars) + lineEnd
        }
        return spliced(offset..<offset, text)
    }
}

extension SettingsNode {
    /// Whether it is keys one below the other.
    fileprivate var isBlockOfKeys: Bool { if case .keys = content { !isInBrackets } else { false } }
}
