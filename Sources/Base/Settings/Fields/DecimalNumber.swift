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
}
