/// Asks a settings file for keys and records every problem instead of stopping at the first.
package struct SettingsFields<Reason: FileReason> {
    /// What was wrong so far.
    package internal(set) var problems: [FileProblem<Reason>] = []
    /// What was wrong with the files that this one names.
    package internal(set) var foreignProblems: [FileProblem<Reason>] = []
    /// Whether the file could be read as a whole; otherwise it has no keys, and problems that say why.
    package let isReadable: Bool
    /// The file's name as it was given; empty for keys that are not from a file.
    package let path: String
    /// Where this part of the file begins.
    package let beginning: TextPlace
    package let source: SettingsText
    private(set) var entries: [String: SettingsNode.Entry] = [:]
    private var refused: Set<String> = []
    private var known: [String] = []

    /// Takes what a file holds.
    package init(_ file: SettingsFile) {
        self.init(file.root, path: file.path, source: file.source)
        for (reason, place) in file.findings { recordProblem(reason, at: place) }
    }

    /// Takes keys of a part of a file; the source is that of the whole file.
    package init(_ node: SettingsNode?, path: String, source: SettingsText) {
        self.path = path
        self.source = source
        beginning = node?.place ?? .start
        isReadable = node != nil
        guard case .keys(let given)? = node?.content else { return }
        for entry in given { add(entry) }
    }

    private mutating func add(_ entry: SettingsNode.Entry) {
        if let feature = entry.feature { recordProblem(.feature(feature), at: entry.place) }
        if let feature = entry.value.feature { recordProblem(.feature(feature), at: entry.value.place) }
        if entry.feature == .mergeKey || entry.feature == .nesting { return }
        if let first = entries[entry.key] {
            recordProblem(.duplicateKey(entry.key, firstLine: first.place.line), at: entry.place)
        } else {
            entries[entry.key] = entry
            if entry.feature != nil || entry.value.feature != nil { refused.insert(entry.key) }
        }
    }

    // MARK: - What is there

    package func has(_ key: String) -> Bool { entries[key] != nil }

    package func keyPlace(of key: String) -> TextPlace? { entries[key]?.place }

    package func place(of key: String) -> TextPlace? { entries[key]?.value.place }

    /// Where a character stands behind others of a line of a value, from 0; where the value begins, unless that is a line of the
    /// file.
    package func place(of key: String, line: Int, offset: Int) -> TextPlace? {
        entries[key].map { place(in: $0.value, line: line, offset: offset) }
    }

    func place(in value: SettingsNode, line: Int, offset: Int) -> TextPlace {
        guard case .text(let text, .block) = value.content else { return value.place }
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let number = value.place.line + 1 + line
        guard lines.indices.contains(line), let found = source.line(number), found.count >= lines[line].count,
            found.suffix(lines[line].count).elementsEqual(lines[line])
        else { return value.place }
        return TextPlace(line: number, column: found.count - lines[line].count + offset + 1)
    }

    /// What stands after a key; nil if there is none.
    package func valueNode(of key: String) -> SettingsNode? { entries[key]?.value }

    /// The text of a value, whatever it means; nil if there is none.
    package func givenText(_ key: String) -> String? {
        if case .text(let text, _)? = entries[key]?.value.content, !refused.contains(key) { text } else { nil }
    }

    /// Whether nothing stands after a key but a comment, which a colour such as #f00 is without quotation marks.
    package func isComment(behind key: String) -> Bool {
        guard let entry = entries[key], case .nothing = entry.value.content else { return false }
        let line = source.line(entry.place.line)?.dropFirst(entry.place.column - 1 + key.unicodeScalars.count)
        return line?.first { $0 != " " && $0 != ":" } == "#"
    }

    /// Whether one key's value stands before another's.
    package func isBefore(_ first: String, _ second: String) -> Bool {
        guard let first = place(of: first), let second = place(of: second) else { return false }
        return first < second
    }

    // MARK: - Reading

    /// Returns what stands after a key that has to be there; nil if that is missing or recorded already.
    mutating func node(of key: String, expected: @autoclosure () -> String) -> SettingsNode? {
        accept(key)
        guard let value = entries[key]?.value else {
            recordProblem(.missingKey(key, expected: expected()), at: beginning)
            return nil
        }
        return refused.contains(key) ? nil : value
    }

    /// Returns the value of a text, or records what is wrong with it.
    private mutating func value<Value>(
        of node: SettingsNode, key: String, as form: ValueForm<Value>
    ) -> Value? {
        // Most values are right: words for a problem are put together when there is one.
        var expected: String { form.expected }
        guard case .text(let text, let style) = node.content else {
            recordProblem(.wrongType(key: key, expected: expected, found: node.typeName), at: node.place)
            return nil
        }
        var found: String { ShownText.quoted(text) }
        if form.isNumber, style != .plain {
            recordProblem(
                .wrongType(key: key, expected: expected, found: found + " in quotation marks"), at: node.place)
            return nil
        }
        switch form.read(text) {
        case .value(let value): return value
        case .wrongType: recordProblem(.wrongType(key: key, expected: expected, found: found), at: node.place)
        case .outOfRange: recordProblem(.outOfRange(key: key, expected: expected, found: found), at: node.place)
        case .outside(let range):
            let found = ShownText.shortened(text)
            recordProblem(.outOfRange(key: key, expected: range, found: found), at: node.place)
        case .unknownWord(let known):
            let nearest = NearestName.find(text, among: known)
            recordProblem(.unknownValue(key: key, found: text, known: known, nearest: nearest), at: node.place)
        case .refused(let reason, let offset):
            record(reason, at: offset.map { place(in: node, offset: $0) } ?? node.place)
        }
        return nil
    }

    /// Returns the value of a key that has to be there; nil if it is missing or wrong, which is recorded.
    package mutating func value<Value>(_ key: String, as form: ValueForm<Value>) -> Value? {
        guard let node = node(of: key, expected: form.expected) else { return nil }
        return value(of: node, key: key, as: form)
    }

    /// Returns the values of the texts of a list, or of the one text that stands there without a list.
    ///
    /// - Returns: the values with their places; none for files without the key, nil if there are problems.
    package mutating func values<Value>(
        _ key: String, as form: ValueForm<Value>
    ) -> [(value: Value, place: TextPlace)]? {
        accept(key)
        guard has(key) else { return [] }
        guard let whole = node(of: key, expected: form.expected) else { return nil }
        let nodes = if case .list(let nodes) = whole.content { nodes } else { [whole] }
        var values: [(value: Value, place: TextPlace)] = []
        for element in nodes {
            if let feature = element.feature {
                recordProblem(.feature(feature), at: element.place)
            } else if let value = value(of: element, key: key, as: form) {
                values.append((value, element.place))
            }
        }
        return values.count == nodes.count ? values : nil
    }

    /// The keys that the file has, in its order.
    package var givenKeys: [String] {
        entries.values.sorted { $0.place < $1.place }.map(\.key)
    }

    // MARK: - Noting

    /// Records a problem at the value of a key.
    package mutating func record(_ reason: Reason, at place: TextPlace?) {
        problems.append(FileProblem(reason, path: path, place: place ?? beginning))
    }

    /// Records what can be wrong with every settings file.
    package mutating func recordProblem(_ reason: SettingsReason, at place: TextPlace?) {
        record(.settings(reason), at: place)
    }

    /// Records what is wrong with another file.
    package mutating func add(_ problems: [FileProblem<Reason>]) { foreignProblems += problems }

    /// Takes a key for known that is not asked for.
    package mutating func accept(_ key: String) { known.append(key) }

    /// Records the keys that were not asked for and are not listed here.
    package mutating func recordUnknownKeys(but others: [String] = []) {
        var suggestions = 0
        for entry in entries.values.sorted(by: { $0.place < $1.place }) {
            if known.contains(entry.key) || others.contains(entry.key) { continue }
            // A file of nothing but unknown keys is of another kind, and guessing takes its time.
            let nearest = suggestions < 20 ? NearestName.find(entry.key, among: known) : nil
            suggestions += 1
            recordProblem(.unknownKey(entry.key, nearest: nearest), at: entry.place)
        }
    }
}

extension String {
    /// The path of a file that the file at a path gives by this one, which counts from the folder of that file.
    package func path(givenBy path: String) -> String {
        guard !hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return self }
        return String(path[...slash] + (hasPrefix("./") ? dropFirst(2) : self[...]))
    }
}
