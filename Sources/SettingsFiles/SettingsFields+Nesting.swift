extension SettingsFields {
    /// Reads the keys within the value of a key, and notes those that `body` does not ask for.
    ///
    /// - Returns: what `body` returns; nil where there are no keys.
    package mutating func keys<Value>(
        _ key: String, expected: String, _ body: (inout Self) -> Value?
    ) -> Value? {
        guard let node = node(of: key, expected: expected) else { return nil }
        guard case .keys = node.content else {
            let found = if case .text(let text, _) = node.content { ShownText.quoted(text) } else { node.form }
            noteFault(.wrongType(key: key, expected: expected, found: found), at: node.place)
            return nil
        }
        return value(ofKeysIn: node, body)
    }

    /// The keys within the value of a key with their places, in the order of the file; none where it has no keys.
    package func keyPlaces(within key: String) -> [(key: String, place: TextPlace)] {
        guard case .keys(let entries)? = valueNode(of: key)?.content else { return [] }
        return entries.map { ($0.key, $0.place) }
    }

    /// Reads the keys within each element of a list, or within the one that stands there without a list, and notes those
    /// that `body` does not ask for.
    ///
    /// - Parameters:
    ///   - textKey: the key that an element which is a mere text stands for; nil where elements are keys.
    ///   - most: how many elements there may be.
    /// - Returns: what `body` returned for each; nil where there are problems, or where the file does not have the key.
    package mutating func list<Value>(
        _ key: String, expected: String, textKey: String? = nil, most: Int = .max, _ body: (inout Self) -> Value?
    ) -> [Value]? {
        guard let whole = node(of: key, expected: expected) else { return nil }
        let nodes = if case .list(let nodes) = whole.content { nodes } else { [whole] }
        if nodes.count > most {
            noteFault(
                .outOfRange(key: key, expected: "at most \(most) elements", found: "\(nodes.count)"), at: whole.place)
            return nil
        }
        var values: [Value] = []
        values.reserveCapacity(nodes.count)
        for element in nodes {
            if let feature = element.feature {
                noteFault(.feature(feature), at: element.place)
            } else if let value = value(ofKeysIn: element, key: key, expected: expected, textKey: textKey, body) {
                values.append(value)
            }
        }
        return values.count == nodes.count ? values : nil
    }

    /// Reads the keys within an element of a list.
    private mutating func value<Value>(
        ofKeysIn element: SettingsNode, key: String, expected: String, textKey: String?, _ body: (inout Self) -> Value?
    ) -> Value? {
        var node = element
        if let textKey, case .text = element.content { node = SettingsNode(key: textKey, value: element) }
        guard case .keys = node.content else {
            let found = if case .text(let text, _) = node.content { ShownText.quoted(text) } else { node.form }
            noteFault(.wrongType(key: key, expected: expected, found: found), at: node.place)
            return nil
        }
        return value(ofKeysIn: node, body)
    }

    private mutating func value<Value>(ofKeysIn node: SettingsNode, _ body: (inout Self) -> Value?) -> Value? {
        var inner = Self(node, path: path, source: source)
        let value = body(&inner)
        inner.noteUnknownKeys()
        problems += inner.problems
        foreignProblems += inner.foreignProblems
        return value
    }
}
