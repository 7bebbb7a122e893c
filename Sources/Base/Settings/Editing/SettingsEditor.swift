/// Edits of a settings file as a person makes them: what a change does not concern stays as it is, character by character,
/// comments, order, quotation marks and blank lines too.
///
/// Every change is proved: the new text is read, and has to mean what the change says. What cannot be written so that it does is
/// refused, and the file stays as it was.
package struct SettingsEditor {
    private let form: SettingsForm
    /// Whether the file begins with a byte order mark, which is none of its characters.
    private let hasMark: Bool
    private var source: SettingsText
    private var root: SettingsNode

    /// Reads a file.
    ///
    /// - Throws: what makes it unreadable, with its line and column.
    package init(_ bytes: [UInt8], form: SettingsForm) throws(TextError) {
        self.form = form
        hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let file = SettingsFile(bytes, path: "", form: form)
        guard let root = file.root, file.findings.isEmpty else {
            let first = file.findings.first
            let words = first.map { "\($0.place.line):\($0.place.column): \($0.reason.description(in: form))" }
            throw TextError(words ?? "the file cannot be read")
        }
        (source, self.root) = (file.source, root)
    }

    /// The file as it is now.
    package var bytes: [UInt8] {
        var text = String.UnicodeScalarView()
        if hasMark { text.append("\u{FEFF}") }
        text.append(contentsOf: source.scalars)
        return Array(String(text).utf8)
    }

    /// What the file means now.
    package var value: JSONValue { root.json }

    /// Makes a change.
    ///
    /// - Throws: that the file has no such place, or is written there in a way that only a person can change; it is as before then.
    package mutating func apply(_ edit: SettingsEdit) throws(TextError) {
        guard let wanted = edit.applied(to: root.json) else { throw TextError("the file has no such place") }
        let refusal = TextError("this part of the file is written in a way that only an editor of texts can change")
        guard let text = EditedText(source, root).text(after: edit) else { throw refusal }
        let file = SettingsFile(String(String.UnicodeScalarView(text)).utf8, path: "", form: form)
        guard let root = file.root, file.findings.isEmpty, root.json == wanted else { throw refusal }
        (source, self.root) = (file.source, root)
    }
}

/// A change to a settings file.
package enum SettingsEdit: Equatable, Sendable {
    /// A way into a file: the keys and numbers of elements, from the outside.
    package typealias Path = [Step]

    /// A key of keys and values, or the number of an element of a list, from 0.
    package enum Step: Hashable, Sendable {
        case key(String)
        case element(Int)
    }

    /// Gives a key another value, or adds it behind the others; gives an element another value.
    case set(Path, JSONValue)
    /// Removes a key with its value, or an element.
    case remove(Path)
    /// Puts an element before the one at the end of the path, or behind all.
    case insert(Path, JSONValue)
    /// Moves the element at the end of a path to the place that another one has now.
    case move(Path, to: Int)
    /// Makes the value of a key the only element of a list, under another name of the key.
    case list(Path, as: String)

    /// The way to what is changed.
    var path: Path {
        switch self {
        case .set(let path, _), .remove(let path), .insert(let path, _), .move(let path, _), .list(let path, _): path
        }
    }

    /// What a file means after the change; nil if it has no such place.
    package func applied(to value: JSONValue) -> JSONValue? { Self.apply(self, path[...], to: value) }

    private static func apply(_ edit: SettingsEdit, _ path: ArraySlice<Step>, to value: JSONValue) -> JSONValue? {
        guard let step = path.first else { return nil }
        let (isLast, rest) = (path.count == 1, path.dropFirst())
        switch (step, value) {
        case (.key(let key), .object(var members)):
            let index = members.firstIndex { $0.name == key }
            guard isLast else {
                guard let index, let inner = apply(edit, rest, to: members[index].value) else { return nil }
                members[index].value = inner
                return .object(members)
            }
            switch (edit, index) {
            case (.set(_, let new), _): return value.setting(key, to: new)
            case (.remove, let index?): members.remove(at: index)
            case (.list(_, let name), let index?) where value[name] == nil:
                members[index] = JSONMember(name, [members[index].value])
            default: return nil
            }
            return .object(members)
        case (.element(let number), .list(var elements)):
            let isWithin = elements.indices.contains(number)
            guard isLast else {
                guard isWithin, let inner = apply(edit, rest, to: elements[number]) else { return nil }
                elements[number] = inner
                return .list(elements)
            }
            switch edit {
            case .set(_, let new) where isWithin: elements[number] = new
            case .remove where isWithin: elements.remove(at: number)
            case .insert(_, let new) where isWithin || number == elements.count: elements.insert(new, at: number)
            case .move(_, let place) where isWithin && elements.indices.contains(place):
                elements.insert(elements.remove(at: number), at: place)
            default: return nil
            }
            return .list(elements)
        default: return nil
        }
    }
}

/// Values as they are written in a settings file.
extension JSONValue {
    /// The value on one line.
    ///
    /// - Parameter isInBrackets: whether brackets are around it, in which commas and brackets of texts need quotation marks.
    func yaml(isInBrackets: Bool) -> String {
        switch self {
        case .null: return "~"
        case .bool(let value): return value ? "true" : "false"
        case .number(let number): return number
        case .text(let text): return Self.isPlain(text, isInBrackets: isInBrackets) ? text : line
        case .list(let values): return "[" + values.map { $0.yaml(isInBrackets: true) }.joined(separator: ", ") + "]"
        case .object(let members):
            return "{" + members.map { $0.yaml(isInBrackets: true) }.joined(separator: ", ") + "}"
        }
    }

    /// Whether a text reads as itself without quotation marks: letters and digits with simple signs between them.
    static func isPlain(_ text: String, isInBrackets: Bool) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
            first.properties.isAlphabetic || first == "." || first == "/" || first.isASCIIDigit,
            last != ":" && last != " ", (try? JSONValue(parsing: Array(text.utf8))) == nil,
            !["null", "Null", "NULL", "~"].contains(text),
            // 22:30 is a number of base 60 to YAML 1.1, which other programs read.
            !text.unicodeScalars.allSatisfy({ $0.isASCIIDigit || $0 == ":" })
        else { return false }
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let isSign = isInBrackets ? ",[]{}".unicodeScalars.contains(scalar) : false
            let isSafe =
                scalar.properties.isAlphabetic || scalar.isASCIIDigit || scalar == " "
                || (0x21...0x7E).contains(scalar.value)
            guard isSafe, !isSign, !(before == " " && scalar == "#"), !(before == ":" && scalar == " ") else {
                return false
            }
            before = scalar
        }
        return true
    }
}

extension JSONMember {
    /// The key and the value on one line.
    func yaml(isInBrackets: Bool) -> String {
        let key = JSONValue.isPlain(name, isInBrackets: isInBrackets) ? name : JSONValue.text(name).line
        return "\(key): \(value.yaml(isInBrackets: isInBrackets))"
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }
}
