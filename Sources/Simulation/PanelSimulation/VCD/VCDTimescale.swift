/// How long a unit of a VCD file's time stamps is.
struct VCDTimescale: Hashable {
    /// Nanoseconds in a unit; 1 where units are shorter.
    private var multiplier: Int64 = 1
    /// Units in a nanosecond; 1 where units are longer.
    private var divisor: Int64 = 1

    /// Reads `10 ns` or `10ns`; nil when it is neither.
    init?(_ tokens: [ArraySlice<UInt8>]) {
        let text = tokens.prefix(3).joined()
        let digits = text.prefix { (0x30...0x39).contains($0) }
        let unit = String(decoding: text.dropFirst(digits.count).prefix(8), as: UTF8.self)
        let number: Int64
        switch String(decoding: digits.prefix(8), as: UTF8.self) {
        case "1": number = 1
        case "10": number = 10
        case "100": number = 100
        default: return nil
        }
        switch unit {
        case "s": multiplier = number * 1_000_000_000
        case "ms": multiplier = number * 1_000_000
        case "us": multiplier = number * 1_000
        case "ns": multiplier = number
        case "ps": divisor = 1_000 / number
        case "fs": divisor = 1_000_000 / number
        default: return nil
        }
    }

    /// Reads the digits of a time stamp as nanoseconds, rounded down; nil when it is not a number or too large.
    func nanoseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var units: UInt64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit - 0x30))
            guard !overflow, !carry else { return nil }
            units = sum
        }
        guard let whole = Int64(exactly: units / UInt64(divisor)) else { return nil }
        let (time, overflow) = whole.multipliedReportingOverflow(by: multiplier)
        return overflow ? nil : time
    }
}
