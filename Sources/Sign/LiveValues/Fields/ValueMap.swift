import Settings

/// What stands for values, as `maps` of a sign file has it: `{0: sun, 1..2: partly-cloudy, storm: thunderstorm, else: question}`.
package struct ValueMap: Hashable, Sendable {
    /// Which values an entry is for.
    package enum Key: Hashable, Sendable {
        /// Numbers between two, both included.
        case numbers(LiveNumber, LiveNumber)
        /// A text.
        case word(String)
        /// All that no other entry is for.
        case otherwise

        /// Reads `3`, `1..2`, `else` or a word; nil for a range that has its larger number first.
        package init?(_ text: String) {
            if text == "else" {
                self = .otherwise
            } else if let number = LiveNumber(parsing: text) {
                self = .numbers(number, number)
            } else if let (first, last) = Self.range(text) {
                guard !last.isLess(than: first) else { return nil }
                self = .numbers(first, last)
            } else {
                self = .word(LiveText.clean(text))
            }
        }

        private static func range(_ text: String) -> (LiveNumber, LiveNumber)? {
            guard let dots = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "..".utf8) }) else {
                return nil
            }
            let (head, tail) = (text[..<dots], text[dots...].dropFirst(2))
            guard let first = LiveNumber(parsing: head), let last = LiveNumber(parsing: tail) else { return nil }
            return (first, last)
        }
    }

    /// The keys, and what stands for their values; the first that suits counts.
    package let entries: [(key: Key, target: String)]

    /// The entries that a map may have.
    package static let maximumEntries = 1_000

    /// Describes a map.
    package init(_ entries: [(key: Key, target: String)]) { self.entries = entries }

    /// Returns what stands for a value; nil where nothing does.
    ///
    /// O(entries).
    package func target(of value: LiveValue) -> String? {
        let number = value.number
        lazy var text = value.text()
        let found = entries.first { key, _ in
            switch key {
            case .numbers(let first, let last):
                number.map { !$0.isLess(than: first) && !last.isLess(than: $0) } ?? false
            case .word(let word): word == text
            case .otherwise: false
            }
        }
        return (found ?? entries.first { $0.key == .otherwise })?.target
    }

    package static func == (first: ValueMap, second: ValueMap) -> Bool {
        first.entries.elementsEqual(second.entries) { $0.key == $1.key && $0.target == $1.target }
    }

    package func hash(into hasher: inout Hasher) {
        for (key, target) in entries {
            hasher.combine(key)
            hasher.combine(target)
        }
    }
}
