/// What a board file may give as `device`.
enum DeviceName {
    case simulated
    case spidev(path: String)
    case gpio

    /// Reads `simulated`, `gpio` or `/dev/spidevB.C`.
    static func parse(_ text: String) -> BoardFields.Outcome<DeviceName> {
        switch text {
        case "simulated": return .value(.simulated)
        case "gpio": return .value(.gpio)
        default: break
        }
        let prefix = "/dev/spidev"
        guard text.hasPrefix(prefix) else { return .wrongType }
        let numbers = text.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false).map(
            String.init)
        guard numbers.count == 2, numbers.allSatisfy({ $0.count <= 5 && DecimalNumber.isWritten(like: $0) }),
            !text.contains("-")
        else { return .wrongType }
        return numbers[0] == "10" ? .refused(.bootMemory(device: text)) : .value(.spidev(path: text))
    }
}

/// The clock of a bus as board files write it.
enum ClockRate {
    /// The rates that board files may give, in hertz; the data sheet's maximum is 10 MHz.
    static let range = 1_000...10_000_000

    /// Reads `8 MHz`, `500 kHz` or `1000000 Hz`.
    static func parse(_ text: String) -> BoardFields.Outcome<Int> {
        let digits = String(text.prefix { $0.isASCII && $0.isNumber })
        let units = ["Hz": 1, "kHz": 1_000, "MHz": 1_000_000]
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard DecimalNumber.isWritten(like: digits), let factor = units[unit] else { return .wrongType }
        guard let number = Int(digits) else { return .outOfRange }
        let (rate, overflow) = number.multipliedReportingOverflow(by: factor)
        return !overflow && range.contains(rate) ? .value(rate) : .outOfRange
    }
}
