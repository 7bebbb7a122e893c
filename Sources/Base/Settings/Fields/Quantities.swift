/// Times as settings files write them: `130 ns`, `2 us`, `10 s`.
package enum TimeSpan {
    private static let units: [String: Int64] = [
        "ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
        "h": 3_600_000_000_000,
    ]

    /// Reads a whole number and a unit, in ns.
    ///
    /// - Parameter grid: what the time is a multiple of, in ns.
    package static func parse<Reason>(
        _ text: String, in range: ClosedRange<Int64>, grid: Int64 = 1
    ) -> SettingsFields<Reason>.Outcome<Int64> {
        guard let (number, unit) = Quantity.split(text), let factor = units[unit], let whole = Int64(number) else {
            return Quantity.split(text).map { units[$0.unit] != nil } ?? false ? .outOfRange : .wrongType
        }
        let (time, overflow) = whole.multipliedReportingOverflow(by: factor)
        guard !overflow, range.contains(time) else { return .outOfRange }
        return time % grid == 0 ? .value(time) : .wrongType
    }
}

/// Rates as settings files write them: `8 MHz`, `500 kHz`, `1000000 Hz`.
package enum Frequency {
    private static let units = ["Hz": 1, "kHz": 1_000, "MHz": 1_000_000]

    /// Reads a whole number and a unit, in hertz.
    package static func parse<Reason>(
        _ text: String, in range: ClosedRange<Int>
    ) -> SettingsFields<Reason>.Outcome<Int> {
        guard let (digits, unit) = Quantity.split(text), let factor = units[unit] else { return .wrongType }
        guard let number = Int(digits) else { return .outOfRange }
        let (rate, overflow) = number.multipliedReportingOverflow(by: factor)
        return !overflow && range.contains(rate) ? .value(rate) : .outOfRange
    }
}

/// A whole number and a unit.
package enum Quantity {
    /// Returns the digits and the unit behind them; nil if there are no digits, or a leading zero.
    package static func split(_ text: String) -> (number: String, unit: String)? {
        let digits = String(text.prefix { $0.isASCII && $0.isNumber })
        guard DecimalNumber.isWritten(like: digits) else { return nil }
        return (digits, String(text.dropFirst(digits.count).drop { $0 == " " }))
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
}
