/// Reads values into variables, which stay as they are without the key and with a wrong value: a file with any problem is
/// refused as a whole.
extension SettingsFields {
    /// Returns the value of a key that has to be there; nil if it is missing or wrong, which is noted.
    package mutating func value<Value>(_ key: String, as form: ValueForm<Value>) -> Value? {
        parsed(key, expected: form.expected, isNumber: form.isNumber, form.read)
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

    /// Reads the keys within the value of a key, and notes those that `body` does not ask for.
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
    ///   - most: how many there may be.
    ///   - noun: what they are called if there are more.
    @discardableResult
    package mutating func readList<Value>(
        _ key: String, as form: ValueForm<Value>, most: Int = .max, of noun: String = "elements",
        into values: inout [Value]
    ) -> Bool {
        accept(key)
        guard has(key) else { return true }
        guard let found = parsedList(key, expected: form.expected, form.read) else { return false }
        guard found.count <= most else {
            noteProblem(
                .outOfRange(key: key, expected: "at most \(most) \(noun)", found: "\(found.count)"), at: place(of: key))
            return false
        }
        values = found.map(\.value)
        return true
    }
}
