/// Times as board files write them: `130 ns`, `2 us`, `10 s`.
enum TimeSpan {
    private static let units: [String: Int64] = [
        "ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
        "h": 3_600_000_000_000,
    ]

    /// Reads a whole number and a unit, in ns.
    ///
    /// - Parameter grid: what the time is a multiple of, in ns.
    static func parse(_ text: String, in range: ClosedRange<Int64>, grid: Int64 = 1) -> BoardFields.Outcome<Int64> {
        guard let (number, unit) = Quantity.split(text), let factor = units[unit], let whole = Int64(number) else {
            return Quantity.split(text).map { units[$0.unit] != nil } ?? false ? .outOfRange : .wrongType
        }
        let (time, overflow) = whole.multipliedReportingOverflow(by: factor)
        guard !overflow, range.contains(time) else { return .outOfRange }
        return time % grid == 0 ? .value(time) : .wrongType
    }
}

/// Electric currents as board files write them: `3500 mA`, `3.5 A`.
enum Current {
    /// The currents that board files may give, in mA.
    static let range = 1...1_000_000

    /// Reads a number and a unit, in mA; tenths, hundredths and thousandths of an ampere are allowed.
    static func parse(_ text: String) -> BoardFields.Outcome<Int> {
        let unit = String(text.drop { $0.isASCII && ($0.isNumber || $0 == ".") }.drop { $0 == " " })
        let number = String(text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
        let parts = number.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let whole = parts.first, DecimalNumber.isWritten(like: whole) else { return .wrongType }
        let milliamperes: Int?
        switch (unit, parts.count) {
        case ("mA", 1): milliamperes = Int(whole)
        case ("A", 1): milliamperes = Int(whole + "000")
        case ("A", 2) where (1...3).contains(parts[1].count):
            milliamperes = Int(whole + parts[1] + String(repeating: "0", count: 3 - parts[1].count))
        default: return .wrongType
        }
        guard let milliamperes, range.contains(milliamperes) else { return .outOfRange }
        return .value(milliamperes)
    }
}

/// A whole number and a unit.
enum Quantity {
    /// Returns the digits and the unit behind them; nil where there are no digits, or a leading zero.
    static func split(_ text: String) -> (number: String, unit: String)? {
        let digits = String(text.prefix { $0.isASCII && $0.isNumber })
        guard DecimalNumber.isWritten(like: digits) else { return nil }
        return (digits, String(text.dropFirst(digits.count).drop { $0 == " " }))
    }
}
