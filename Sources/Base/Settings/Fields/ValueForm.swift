extension SettingsFields {
    /// What became of the text of a value.
    package enum Outcome<Value> {
        case value(Value)
        case wrongType
        case outOfRange
        /// A number outside of a range; the range in words.
        case outside(range: String)
        /// A word that is none of these.
        case unknownWord(known: [String])
        case refused(Reason)

        /// The same with a value that may be missing.
        package var optional: Outcome<Value?> { map { $0 } }

        /// The same with another value.
        package func map<Other>(_ body: (Value) -> Other) -> Outcome<Other> {
            switch self {
            case .value(let value): .value(body(value))
            case .wrongType: .wrongType
            case .outOfRange: .outOfRange
            case .outside(let range): .outside(range: range)
            case .unknownWord(let known): .unknownWord(known: known)
            case .refused(let reason): .refused(reason)
            }
        }
    }

    /// What a value may be: what problems say of it, and how its text is read.
    package struct ValueForm<Value> {
        /// What the value is, such as "a whole number from 1 to 10".
        package let expected: String
        /// Whether the text may not stand in quotation marks.
        package let isNumber: Bool
        package let read: (String) -> Outcome<Value>

        package init(_ expected: String, isNumber: Bool = false, read: @escaping (String) -> Outcome<Value>) {
            (self.expected, self.isNumber, self.read) = (expected, isNumber, read)
        }
    }
}

extension SettingsFields.ValueForm {
    /// A text that `make` makes a value of; nil for one of another form.
    package static func text(_ expected: String, _ make: @escaping (String) -> Value?) -> Self {
        Self(expected) { text in make(text).map { .value($0) } ?? .wrongType }
    }

    /// A word that `make` makes a value of; nil for one that is none of those that are known.
    package static func words(_ expected: String, of known: [String], _ make: @escaping (String) -> Value?) -> Self {
        Self(expected) { word in make(word).map { .value($0) } ?? .unknownWord(known: known) }
    }

    /// One of some words.
    package static func word(of values: [(name: String, value: Value)]) -> Self {
        let names = values.map(\.name)
        return words("one of \(names.joined(separator: ", "))", of: names) { word in
            values.first { $0.name == word }?.value
        }
    }
}

extension SettingsFields.ValueForm where Value: CaseIterable & RawRepresentable<String> {
    /// One of the words of a type.
    package static var word: Self { word(of: Value.allCases.map { ($0.rawValue, $0) }) }
}

extension SettingsFields.ValueForm where Value == Bool {
    /// Yes or no.
    package static var flag: Self { word(of: [("yes", true), ("no", false), ("true", true), ("false", false)]) }
}

extension SettingsFields.ValueForm where Value == Int {
    /// A whole number in decimal digits.
    package static func integer(in range: ClosedRange<Int>) -> Self {
        let numbers = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Self(numbers + " in decimal digits", isNumber: true) { text in
            let number: SettingsFields.Outcome<Int> = DecimalNumber.parse(text, in: range)
            if case .outOfRange = number { return .outside(range: numbers) }
            return number
        }
    }
}

extension SettingsFields.ValueForm where Value == String {
    /// Any text with something in it.
    package static func nonEmpty(_ expected: String) -> Self { text(expected) { $0.isEmpty ? nil : $0 } }

    /// The path of a file.
    package static func path(_ expected: String) -> Self {
        text(expected) { $0.isEmpty || $0.contains("\0") ? nil : $0 }
    }
}
