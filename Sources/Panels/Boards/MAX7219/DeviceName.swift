import Settings

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

/// The clock of a bus as board files write it: `8 MHz`, `500 kHz`.
enum ClockRate {
    /// The rates that board files may give, in hertz; the data sheet's maximum is 10 MHz.
    static let range = 1_000...10_000_000

    /// Reads a rate.
    static func parse(_ text: String) -> BoardFields.Outcome<Int> { Frequency.parse(text, in: range) }
}
