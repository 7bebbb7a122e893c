/// Reads values into variables, which stay as they are without the key and with a wrong value: a file with any problem is
/// refused as a whole.
extension SettingsFields {
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
        accept(key)
        guard has(key) else { return true }
        guard let found = self.value(key, as: form) else { return false }
        value = found
        return true
    }

    /// Reads yes or no.
    @discardableResult
    package mutating func read(_ key: String, into value: inout Bool) -> Bool { read(key, as: .flag, into: &value) }

    /// Reads one of the words of a type.
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
    /// - Parameter textKey: the key that a value which is a mere text stands for; nil if it has to be keys.
    /// - Returns: whether there is no such key, or `body` makes something of it.
    @discardableResult
    package mutating func readKeys<Value>(
        _ key: String, expected: String, textKey: String? = nil, into value: inout Value?,
        _ body: (inout Self) -> Value?
    ) -> Bool {
        accept(key)
        guard has(key) else { return true }
        guard let found = keys(key, expected: expected, textKey: textKey, body) else { return false }
        value = found
        return true
    }

    /// Reads the texts of a list, or the one text that stands there without a list.
    ///
    /// - Parameters:
    ///   - maximum: how many there may be.
    ///   - noun: what they are called if there are more.
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

    /// Reads the keys within the value of a key, and records those that `body` does not ask for.
    ///
    /// - Parameter textKey: the key that a value which is a mere text stands for; nil if it has to be keys.
    /// - Returns: what `body` returns; nil if there are no keys.
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

    /// Where the value of the first of some keys begins that the keys at `outer`, `inner` have; nil if they have none.
    package func place(of keys: [String], within inner: String, of outer: String) -> TextPlace? {
        guard case .keys(let entries)? = valueNode(of: outer)?.content,
            case .keys(let found)? = entries.first(where: { $0.key == inner })?.value.content
        else { return nil }
        return found.first { keys.contains($0.key) }?.value.place
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
