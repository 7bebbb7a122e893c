import SignTestSupport
import Testing

@testable import Settings

/// A kind of file that has nothing of its own.
enum PlainReason: FileReason {
    case settings(SettingsReason)

    var description: String {
        switch self {
        case .settings(.feature(let feature)): feature.rawValue
        case .settings(let reason): "\(reason)"
        }
    }
}

typealias PlainFields = SettingsFields<PlainReason>

@Suite struct QuantityTests {
    /// The value, or the name of what is wrong.
    private func told<Value>(_ outcome: PlainFields.Outcome<Value>) -> String {
        switch outcome {
        case .value(let value): "\(value)"
        case .wrongType: "wrong"
        case .outOfRange, .outside: "range"
        case .unknownWord: "unknown"
        case .refused: "refused"
        }
    }

    @Test(
        "times are whole numbers with a unit, on the grid and within the range",
        arguments: [
            ("130 ns", "130"), ("130ns", "130"), ("1 us", "1000"), ("2 µs", "2000"), ("0 ms", "0"), ("135 ns", "wrong"),
            ("130", "wrong"), ("1.5 us", "wrong"), ("ns", "wrong"), ("-10 ns", "wrong"), ("010 ns", "wrong"),
            ("10 NS", "wrong"), ("11 us", "range"), ("1 s", "range"), ("9999999999999999999 ns", "range"),
            ("9999999999999 h", "range"), ("", "wrong"),
        ])
    func times(text: String, expected: String) {
        expectEqual(told(.time(text, in: 0...10_000, grid: 10)), expected)
    }

    @Test(
        "rates are whole numbers of hertz, kilohertz or megahertz",
        arguments: [
            ("8 MHz", "8000000"), ("500kHz", "500000"), ("1000 Hz", "1000"), ("999 Hz", "range"), ("11 MHz", "range"),
            ("8 mhz", "wrong"), ("8", "wrong"), ("1.5 MHz", "wrong"), ("-8 MHz", "wrong"), ("08 MHz", "wrong"),
            ("99999999999999999999 Hz", "range"), ("9999999999999999 MHz", "range"), ("", "wrong"),
        ])
    func rates(text: String, expected: String) {
        expectEqual(told(.frequency(text, in: 1_000...10_000_000)), expected)
    }
}
