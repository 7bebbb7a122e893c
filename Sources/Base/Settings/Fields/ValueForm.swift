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
        /// Something else; the number of characters before it, or nil for the value as a whole.
        case refused(Reason, offset: Int? = nil)

        /// The same with another value.
        package func map<Other>(_ body: (Value) -> Other) -> Outcome<Other> {
            switch self {
            case .value(let value): .value(body(value))
            case .wrongType: .wrongType
            case .outOfRange: .outOfRange
            case .outside(let range): .outside(range: range)
            case .unknownWord(let known): .unknownWord(known: known)
            case .refused(let reason, let offset): .refused(reason, offset: offset)
            }
        }
    }

    /// What a value may be: what problems say of it, and how its text is read.
    package struct ValueForm<Value> {
        /// What the value is, such as "a whole number from 1 to 10"; put together when a problem says it.
        package var expected: String { makeExpected() }
        private let makeExpected: () -> String
        /// Whether the text may not stand in quotation marks.
        package let isNumber: Bool
        package let read: (String) -> Outcome<Value>

        package init(
            _ expected: @autoclosure @escaping () -> String, isNumber: Bool = false,
            read: @escaping (String) -> Outcome<Value>
        ) {
            (makeExpected, self.isNumber, self.read) = (expected, isNumber, read)
        }
    }
}

extension SettingsFields.ValueForm {
    /// A text that `make` makes a value of; nil for one of another form.
    package static func text(
        _ expected: @autoclosure @escaping () -> String, _ make: @escaping (String) -> Value?
    ) -> Self {
        Self(expected()) { text in make(text).map { .value($0) } ?? .wrongType }
    }

    /// The same with another value.
    package func map<Other>(_ body: @escaping (Value) -> Other) -> SettingsFields.ValueForm<Other> {
        SettingsFields.ValueForm<Other>(expected, isNumber: isNumber) { read($0).map(body) }
    }

    /// A word that `make` makes a value of; nil for one that is none of those that are known.
    package static func words(
        _ expected: @autoclosure @escaping () -> String, of known: @autoclosure @escaping () -> [String],
        _ make: @escaping (String) -> Value?
    ) -> Self {
        Self(expected()) { word in make(word).map { .value($0) } ?? .unknownWord(known: known()) }
    }

    /// A value of a form, or a word for none.
    package static func orNone<Given>(_ form: SettingsFields.ValueForm<Given>, word: String = "none") -> Self
    where Value == Given? {
        Self("\(form.expected), or \(word)") { $0 == word ? .value(nil) : form.read($0).map(Optional.some) }
    }

    /// One of some words.
    package static func word(of values: [(name: String, value: Value)]) -> Self {
        word(of: values.map(\.name)) { word in values.first { $0.name == word }?.value }
    }

    fileprivate static func word(
        of names: @autoclosure @escaping () -> [String], _ make: @escaping (String) -> Value?
    ) -> Self {
        words("one of \(names().joined(separator: ", "))", of: names(), make)
    }
}

extension SettingsFields.ValueForm where Value: CaseIterable & RawRepresentable<String> {
    package static var word: Self { word(of: Value.allCases.map { $0.rawValue }) { Value(rawValue: $0) } }
}

extension SettingsFields.ValueForm where Value == Bool {
    package static var flag: Self {
        word(of: ["yes", "no", "true", "false"]) { word in
            switch word {
            case "yes", "true": true
            case "no", "false": false
            default: nil
            }
        }
    }
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

    package static func path(_ expected: String) -> Self {
        text(expected) { $0.isEmpty || $0.contains("\0") ? nil : $0 }
    }

    package static func oneLine(_ expected: String) -> Self {
        text(expected) { text in
            let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
            let isClean = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isClean && line.contains { $0 != " " } ? line : nil
        }
    }

    /// The label of a GPIO chip.
    package static var chipLabel: Self {
        text("the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 change)") { text in
            let isDevice = text.hasPrefix("gpiochip") || text.hasPrefix("/") || DecimalNumber.isWritten(like: text)
            return isKernelName(text) && !isDevice ? text : nil
        }
    }
}

extension SettingsFields.ValueForm {
    /// A line of a GPIO chip by its number, 0 to 1023, or its name; the kernel's simulated chips have the most lines.
    package static func gpioLine(
        suchAs example: String, number: @escaping (Int) -> Value, name: @escaping (String) -> Value
    ) -> Self {
        let numbers = 0...1_023
        return Self("a GPIO line by number, 0 to \(numbers.upperBound), or by name such as \(example)") { text in
            if let first = text.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) {
                let given: SettingsFields.Outcome<Int> = DecimalNumber.parse(text, in: numbers)
                return given.map(number)
            }
            return isKernelName(text) ? .value(name(text)) : .wrongType
        }
    }

    /// Whether the kernel can have such a name: printable ASCII in all known device trees, of 31 bytes at most (it keeps 32 with
    /// the NUL: linux/gpio.h).
    private static func isKernelName(_ text: String) -> Bool {
        (1...31).contains(text.utf8.count) && text.first != " " && text.last != " "
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension SettingsFields.Outcome where Value == Int64 {
    /// Reads a time such as `130 ns`, `2 us` or `10 s`, in ns, which is a multiple of the grid.
    package static func time(_ text: String, in range: ClosedRange<Int64>, grid: Int64 = 1) -> Self {
        let units: [String: Int64] = [
            "ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
            "h": 3_600_000_000_000,
        ]
        let outcome: Self = DecimalNumber.parse(text, units: units, in: range)
        if case .value(let time) = outcome, time % grid != 0 { return .wrongType }
        return outcome
    }
}

extension SettingsFields.Outcome where Value == Int {
    /// Reads a rate such as `8 MHz`, `500 kHz` or `1000000 Hz`, in hertz.
    package static func frequency(_ text: String, in range: ClosedRange<Int>) -> Self {
        DecimalNumber.parse(text, units: ["Hz": 1, "kHz": 1_000, "MHz": 1_000_000], in: range)
    }
}

/// Whole numbers as settings files write them: decimal digits and nothing else.
///
/// YAML 1.1 reads `010` as 8, `0x0B` as 11, `1_000` as 1000 and `1:30` as 90; a person who checks pins does not.
package enum DecimalNumber {
    /// Returns the number; digits without end are out of range, not of another type.
    package static func parse<Reason>(
        _ text: String, in range: ClosedRange<Int>
    ) -> SettingsFields<Reason>.Outcome<Int> {
        guard isWritten(like: text) else { return .wrongType }
        guard let number = Int(text), range.contains(number) else { return .outOfRange }
        return .value(number)
    }

    /// Whether a text is a decimal number: digits without a leading zero, perhaps after a minus sign.
    package static func isWritten(like text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return first != UInt8(ascii: "0") || digits.count == 1
    }

    /// Returns a number with one of some units behind it, times that unit.
    package static func parse<Reason, Number: FixedWidthInteger>(
        _ text: String, units: [String: Number], in range: ClosedRange<Number>
    ) -> SettingsFields<Reason>.Outcome<Number> {
        let digits = String(text.prefix { $0.isASCII && $0.isNumber })
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard isWritten(like: digits), let factor = units[unit] else { return .wrongType }
        guard let number = Number(digits) else { return .outOfRange }
        let (value, overflow) = number.multipliedReportingOverflow(by: factor)
        return !overflow && range.contains(value) ? .value(value) : .outOfRange
    }
}
