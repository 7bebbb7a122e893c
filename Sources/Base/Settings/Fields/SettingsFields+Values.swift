extension SettingsFields {
    /// Returns a line of text.
    package mutating func line(_ key: String, expected: String) -> String? {
        value(
            key,
            as: .text(expected) { text in
                let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
                let isClean = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                return isClean && line.contains { $0 != " " } ? line : nil
            })
    }

    /// Returns a whole number in decimal digits.
    package mutating func integer(_ key: String, in range: ClosedRange<Int>, default value: Int? = nil) -> Int? {
        accept(key)
        if let value, !has(key) { return value }
        return self.value(key, as: .integer(in: range))
    }

    /// Returns yes or no.
    package mutating func flag(_ key: String, default value: Bool) -> Bool? {
        accept(key)
        return has(key) ? self.value(key, as: .flag) : value
    }

    /// Returns a whole number, or nil within an optional where the file does not have the key.
    package mutating func optionalInteger(_ key: String, in range: ClosedRange<Int>) -> Int?? {
        accept(key)
        guard has(key) else { return .some(nil) }
        return integer(key, in: range).map { .some($0) }
    }

    /// Returns a time in ns.
    ///
    /// - Parameters:
    ///   - words: the range in words.
    ///   - grid: what the time is a multiple of, in ns.
    package mutating func time(
        _ key: String, in range: ClosedRange<Int64>, of words: String, grid: Int64 = 1, default value: Int64
    ) -> Int64? {
        let form = grid == 1 ? "a time such as 25 ns" : "a time such as 150 ns, a multiple of \(grid) ns"
        return parsed(key, expected: "\(form), from \(words)", default: value) {
            TimeSpan.parse($0, in: range, grid: grid)
        }
    }

    /// Returns the thing that a word stands for.
    package mutating func choice<Value>(
        _ key: String, of values: [(name: String, value: Value)], default value: Value? = nil
    ) -> Value? {
        accept(key)
        if let value, !has(key) { return value }
        return self.value(key, as: .word(of: values))
    }
}
