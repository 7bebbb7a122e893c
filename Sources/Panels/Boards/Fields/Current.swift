import Settings

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
