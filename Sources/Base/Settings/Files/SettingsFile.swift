/// Something in a settings file: a text, a list, or keys with their values, each with its place.
package struct SettingsNode: Sendable {
    package indirect enum Content: Sendable {
        /// Words or digits.
        case text(String, style: Style)
        /// Nothing at all, `~` or `null`.
        case nothing
        case list([SettingsNode])
        /// Keys and values in the order of the file, equal keys among them.
        case keys([Entry])
    }

    /// How a text is written.
    package enum Style: Sendable {
        /// Without quotation marks.
        case plain
        /// In quotation marks, or folded.
        case quoted
        /// A block of lines after a bar, each as it stands in the file.
        case block
    }

    /// A key and its value.
    package struct Entry: Sendable {
        /// The key; of a key that is no word, its form in words.
        package let key: String
        /// Where the key begins.
        package let place: TextPlace
        /// What settings files do without and the key has.
        let feature: SettingsReason.Feature?
        /// What stands after the key.
        package let value: SettingsNode
        /// The offsets of the key in the file.
        var range = 0..<0
    }

    package let place: TextPlace
    package let content: Content
    /// What settings files do without and it begins with.
    let feature: SettingsReason.Feature?
    /// The offsets of it in the file, without the blanks and comments behind it.
    private(set) var range = 0..<0
    /// Whether it is a list or keys in brackets.
    private(set) var isInBrackets = false

    init(place: TextPlace, content: Content, feature: SettingsReason.Feature? = nil) {
        (self.place, self.content, self.feature) = (place, content, feature)
    }

    /// The same with its offsets in the file.
    func at(_ range: Range<Int>, isInBrackets: Bool) -> SettingsNode {
        var node = self
        (node.range, node.isInBrackets) = (range, isInBrackets)
        return node
    }

    /// What it is, in words.
    package var typeName: String {
        switch content {
        case .text: "a text"
        case .nothing: "nothing"
        case .list: "a list"
        case .keys: "a list of keys"
        }
    }

    /// The value of a key; nil without it.
    package func node(of key: String) -> SettingsNode? {
        guard case .keys(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// Where the value of the last of some keys begins, each of which is within the value of the one before; nil without it.
    package func place(of keys: String...) -> TextPlace? {
        keys.reduce(Optional(self)) { $0?.node(of: $1) }?.place
    }

    /// The same without some keys.
    package func without(_ keys: [String]) -> SettingsNode {
        guard case .keys(let entries) = content else { return self }
        let others = entries.filter { !keys.contains($0.key) }
        return SettingsNode(place: place, content: .keys(others), feature: feature)
    }

    /// Itself, or for a text keys of which it is the value of one.
    package func withKey(_ key: String) -> SettingsNode {
        if case .text = content { SettingsNode(key: key, value: self) } else { self }
    }
}

extension SettingsNode {
    /// Makes keys of a value that stands for one of them.
    package init(key: String, value: SettingsNode) {
        let entry = Entry(key: key, place: value.place, feature: nil, value: value)
        self.init(place: value.place, content: .keys([entry]))
    }
}

extension SettingsNode {
    /// The keys and numbers that lead to what stands at a place, such as `rows[0].text`; empty for the node itself.
    package func keyPath(to place: TextPlace) -> String {
        switch content {
        case .keys(let entries):
            guard let entry = entries.last(where: { $0.place <= place }) else { return "" }
            let inner = entry.value.place <= place ? entry.value.keyPath(to: place) : ""
            return entry.key + (inner.isEmpty || inner.hasPrefix("[") ? "" : ".") + inner
        case .list(let elements):
            guard let number = elements.lastIndex(where: { $0.place <= place }) else { return "" }
            let inner = elements[number].keyPath(to: place)
            return "[\(number)]" + (inner.isEmpty || inner.hasPrefix("[") ? "" : ".") + inner
        case .text, .nothing: return ""
        }
    }
}

extension SettingsNode {
    /// The same as JSON: numbers, `true` and `false` without quotation marks are themselves, all else is text; of equal keys
    /// the first counts.
    package var json: JSONValue {
        switch content {
        case .nothing: return .null
        case .list(let elements): return .list(elements.map(\.json))
        case .keys(let entries):
            var members: [JSONMember] = []
            for entry in entries where !members.contains(where: { $0.name == entry.key }) {
                members.append(JSONMember(entry.key, entry.value.json))
            }
            return .object(members)
        case .text(let text, let style):
            guard style == .plain, let value = try? JSONValue(parsing: Array(text.utf8)) else { return .text(text) }
            return value
        }
    }
}

/// A settings file that was read as YAML: keys and values, each with its place.
package struct SettingsFile {
    /// Something that is wrong with a file as a whole.
    package typealias Finding = (reason: SettingsReason, place: TextPlace)

    /// The keys and values; nil where the whole file is unreadable.
    package let root: SettingsNode?
    /// What is wrong with the file as a whole, in its order; not empty where it is unreadable.
    package let findings: [Finding]
    /// The file's name for error messages.
    package let path: String
    /// The characters of the file.
    package let source: SettingsText

    /// Reads a file.
    package init(_ bytes: some Collection<UInt8>, path: String, form: SettingsForm) {
        self.path = path
        guard bytes.count <= form.maximumBytes else {
            (root, source, findings) = (nil, SettingsText([]), [(.tooLarge(limit: form.maximumBytes), .start)])
            return
        }
        let (source, brokenAt) = SettingsText.decoding(bytes)
        self.source = source
        do throws(YAMLReader.Findings) {
            if let brokenAt { throw YAMLReader.Findings([(.notUTF8, brokenAt)]) }
            let screened = source.screened()
            guard screened.isEmpty else { throw YAMLReader.Findings(screened) }
            let root = try YAMLReader.read(source, form: form)
            self.root = root
            // What other nodes have is recorded with their keys.
            findings = root.feature.map { [(.feature($0), root.place)] } ?? []
        } catch {
            (root, findings) = (nil, error.all.sorted { $0.place < $1.place })
        }
    }

    /// Takes the keys of a JSON object in place of a file's; places are those in the object's line of JSON.
    package init(_ object: JSONValue, path: String, form: SettingsForm) {
        self.init(object.line.utf8, path: path, form: form)
    }
}
