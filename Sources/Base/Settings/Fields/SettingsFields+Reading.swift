/// Reads values into variables, which stay as they are without the key and with a wrong value: a file with any problem is
/// refused as a whole.
extension SettingsFields {
    /// Returns whether nothing is wrong with what `body` reads.
    package mutating func isRight(_ body: (inout Self) -> Void) -> Bool {
        let count = problems.count
        body(&self)
        return problems.count == count
    }

    /// Reads the value of a key; returns whether nothing is wrong with it.
    @discardableResult
    package mutating func read<Value>(_ key: String, as form: ValueForm<Value>, into value: inout Value) -> Bool {
        accept(key)
        guard has(key) else { return true }
        guard let found = self.value(key, as: form) else { return false }
        value = found
        return true
    }

    /// Reads the value of a key into a variable that may be nil; returns whether nothing is wrong with it.
    @discardableResult
    package mutating func read<Value>(_ key: String, as form: ValueForm<Value>, into value: inout Value?) -> Bool {
        read(key, as: form.map(Optional.some), into: &value)
    }

    /// Reads yes or no.
    @discardableResult
    package mutating func read(_ key: String, into value: inout Bool) -> Bool { read(key, as: .flag, into: &value) }

    @discardableResult
    package mutating func read<Word: CaseIterable & RawRepresentable<String>>(
        _ key: String, into value: inout Word
    ) -> Bool { read(key, as: .word, into: &value) }

    /// Reads a whole number.
    @discardableResult
    package mutating func read(_ key: String, in range: ClosedRange<Int>, into value: inout Int) -> Bool {
        read(key, as: .integer(in: range), into: &value)
    }

    /// Reads a whole number into a variable that may be nil.
    @discardableResult
    package mutating func read(_ key: String, in range: ClosedRange<Int>, into value: inout Int?) -> Bool {
        read(key, as: .integer(in: range), into: &value)
    }

    /// Reads the keys within the value of a key, and records those that `body` does not ask for.
    ///
    /// - Parameters:
    ///   - textKey: the key that a value which is a mere text stands for; nil if there is none.
    ///   - text: how a mere text is read where it stands for no key; nil if the value has to be keys.
    /// - Returns: whether there is no such key, or `body` makes something of it.
    @discardableResult
    package mutating func readKeys<Value>(
        _ key: String, expected: String, textKey: String? = nil, text: ValueForm<Value>? = nil,
        into value: inout Value?, _ body: (inout Self) -> Value?
    ) -> Bool {
        accept(key)
        guard has(key) else { return true }
        if let text, givenText(key) != nil { return read(key, as: text, into: &value) }
        guard let found = keys(key, expected: expected, textKey: textKey, body) else { return false }
        value = found
        return true
    }

    /// Reads the keys within the value of a key into a variable that has a default.
    package mutating func readKeys<Value>(
        _ key: String, expected: String, into value: inout Value, _ body: (inout Self) -> Value?
    ) {
        var found: Value?
        readKeys(key, expected: expected, into: &found, body)
        value = found ?? value
    }

    /// Reads the texts of a list, or the one text that stands there without a list; `noun` is what they are if there are too many.
    @discardableResult
    package mutating func readList<Value>(
        _ key: String, as form: ValueForm<Value>, maximum: Int = .max, of noun: String = "elements",
        into values: inout [Value]
    ) -> Bool {
        accept(key)
        guard has(key) else { return true }
        guard let found = self.values(key, as: form) else { return false }
        guard found.count <= maximum else {
            recordProblem(
                .outOfRange(key: key, expected: "at most \(maximum) \(noun)", found: "\(found.count)"),
                at: place(of: key))
            return false
        }
        values = found.map(\.value)
        return true
    }

    /// Returns what `body` makes of the keys within the value of a key, and records those that it does not ask for.
    package mutating func keys<Value>(
        _ key: String, expected: String, textKey: String? = nil, _ body: (inout Self) -> Value?
    ) -> Value? {
        guard let node = node(of: key, expected: expected) else { return nil }
        return value(ofKeysIn: node, key: key, expected: expected, textKey: textKey, body)
    }

    /// The keys within the value of a key with their places, in the order of the file; nil if it has no keys.
    package func keyPlaces(within key: String) -> [(key: String, place: TextPlace)]? {
        guard case .keys(let entries)? = valueNode(of: key)?.content else { return nil }
        return entries.map { ($0.key, $0.place) }
    }

    /// Reads the keys within each element of a list, or within the one that stands there without a list, and records those
    /// that `body` does not ask for.
    ///
    /// - Parameters:
    ///   - textKey: the key that an element which is a mere text stands for; nil if elements are keys.
    ///   - maximum: how many elements there may be.
    ///   - keepsOthers: whether the other elements are returned where `body` returns nil for some.
    /// - Returns: what `body` returned for each; nil if there are problems, or if the file does not have the key.
    package mutating func list<Value>(
        _ key: String, expected: String, textKey: String? = nil, maximum: Int = .max, keepsOthers: Bool = false,
        _ body: (inout Self) -> Value?
    ) -> [Value]? {
        guard let whole = node(of: key, expected: expected) else { return nil }
        let nodes = if case .list(let nodes) = whole.content { nodes } else { [whole] }
        if nodes.count > maximum {
            recordProblem(
                .outOfRange(key: key, expected: "at most \(maximum) elements", found: "\(nodes.count)"), at: whole.place
            )
            return nil
        }
        var values: [Value] = []
        values.reserveCapacity(nodes.count)
        for element in nodes {
            if let feature = element.feature {
                recordProblem(.feature(feature), at: element.place)
            } else if let value = value(ofKeysIn: element, key: key, expected: expected, textKey: textKey, body) {
                values.append(value)
            }
        }
        return keepsOthers || values.count == nodes.count ? values : nil
    }

    /// Reads the keys within an element of a list, or the value of a key.
    private mutating func value<Value>(
        ofKeysIn element: SettingsNode, key: String, expected: String, textKey: String?, _ body: (inout Self) -> Value?
    ) -> Value? {
        var node = element
        if let textKey, case .text = element.content { node = SettingsNode(key: textKey, value: element) }
        guard case .keys = node.content else {
            let found = if case .text(let text, _) = node.content { ShownText.quoted(text) } else { node.typeName }
            recordProblem(.wrongType(key: key, expected: expected, found: found), at: node.place)
            return nil
        }
        return value(ofKeysIn: node, body)
    }

    private mutating func value<Value>(ofKeysIn node: SettingsNode, _ body: (inout Self) -> Value?) -> Value? {
        var inner = Self(node, path: path, source: source)
        let value = body(&inner)
        inner.recordUnknownKeys()
        problems += inner.problems
        foreignProblems += inner.foreignProblems
        return value
    }
}

extension SettingsFields {
    /// Where the character behind others (Unicode scalars) of a value's text stands in the file, also where the file writes it in
    /// another way: in quotation marks, with escapes, in a block, or folded over several lines; where that is unknown the beginning
    /// of the value, without the key nil.
    package func place(of key: String, offset: Int) -> TextPlace? {
        entries[key].map { place(in: $0.value, offset: offset) }
    }

    func place(in value: SettingsNode, offset: Int) -> TextPlace {
        guard case .text(let text, let style) = value.content else { return value.place }
        if case .block = style {
            let before = Array(text.unicodeScalars.prefix(max(0, offset)))
            let line = before.filter { $0 == "\n" }.count
            let column = before.count - ((before.lastIndex(of: "\n") ?? -1) + 1)
            return place(in: value, line: line, offset: column)
        }
        var walk = WrittenText(source, from: value.place)
        for scalar in text.unicodeScalars.prefix(max(0, offset)) {
            guard walk.pass(scalar) else { return value.place }
        }
        return walk.place
    }

    /// A comment on the same line right behind the unquoted text of a key that looks like a part of the text: `50% off #1`.
    ///
    /// What has a blank behind its `#`, or no letter or digit, is a comment and meant so.
    package func comment(behind key: String) -> (words: String, place: TextPlace)? {
        guard let value = entries[key]?.value, case .text(let text, .plain) = value.content else { return nil }
        var walk = WrittenText(source, from: value.place)
        for scalar in text.unicodeScalars {
            guard walk.pass(scalar) else { return nil }
        }
        let place = walk.place
        guard let rest = source.line(place.line)?.dropFirst(place.column - 1) else { return nil }
        let comment = rest.drop { $0 == " " || $0 == "\t" }
        guard comment.count < rest.count, comment.first == "#", let next = comment.dropFirst().first,
            next != " ", next != "\t", next != "#",
            comment.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil || !$0.isASCII })
        else { return nil }
        var words = String.UnicodeScalarView()
        words.append(contentsOf: comment)
        let column = place.column + rest.count - comment.count
        return (String(words), TextPlace(line: place.line, column: column))
    }
}

/// A walk along a text as the file writes it.
private struct WrittenText {
    private let source: SettingsText
    private let quote: Unicode.Scalar?
    private var index: Int
    /// The characters that a line end stands for and that are still to pass.
    private var pending: [Unicode.Scalar] = []

    init(_ source: SettingsText, from place: TextPlace) {
        self.source = source
        index = source.offset(of: place)
        let first = index < source.scalars.count ? source.scalars[index] : nil
        quote = first == "\"" || first == "'" ? first : nil
        if quote != nil { index += 1 }
    }

    /// The place of the next character.
    var place: TextPlace {
        var walk = self
        if pending.isEmpty { walk.skipContinuations() }
        return source.place(at: walk.index)
    }

    /// Passes over what stands for a character of the text; returns whether it does.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        if pending.isEmpty { skipContinuations() }
        if pending.isEmpty { takeFold() }
        if !pending.isEmpty { return pending.removeFirst() == scalar }
        guard index < source.scalars.count else { return false }
        let written = source.scalars[index]
        if quote == "\"", written == "\\" {
            index += escapeLength
            return true
        }
        index += quote == "'" && written == "'" ? 2 : 1
        return written == scalar
    }

    /// The length of an escape: `\n`, `\x41`, `\u0041`, `\U00000041`, or a surrogate pair of two.
    private var escapeLength: Int {
        if source.scalars.surrogatePair(at: index) != nil { return [Unicode.Scalar].surrogatePairLength }
        guard index + 1 < source.scalars.count else { return 1 }
        switch source.scalars[index + 1] {
        case "x": return 4
        case "u": return 6
        case "U": return 10
        default: return 2
        }
    }

    /// Passes over backslashes at ends of lines, which stand for nothing.
    private mutating func skipContinuations() {
        while quote == "\"", index + 1 < source.scalars.count, source.scalars[index] == "\\",
            Self.endsLine(source.scalars[index + 1])
        {
            index += 1
            skipBlanks(andLineEnds: true)
        }
    }

    /// Takes blanks around line ends for what they stand for: one line end for a blank, several for one less.
    private mutating func takeFold() {
        var end = index
        while end < source.scalars.count, source.scalars[end] == " " || source.scalars[end] == "\t" { end += 1 }
        guard end < source.scalars.count, Self.endsLine(source.scalars[end]) else { return }
        index = end
        let lines = skipBlanks(andLineEnds: true)
        pending = lines == 1 ? [" "] : Array(repeating: "\n", count: lines - 1)
    }

    @discardableResult
    private mutating func skipBlanks(andLineEnds: Bool) -> Int {
        var lines = 0
        while index < source.scalars.count {
            let scalar = source.scalars[index]
            guard scalar == " " || scalar == "\t" || (andLineEnds && Self.endsLine(scalar)) else { break }
            let isPair = scalar == "\r" && index + 1 < source.scalars.count && source.scalars[index + 1] == "\n"
            if Self.endsLine(scalar), !isPair { lines += 1 }
            index += 1
        }
        return lines
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}
