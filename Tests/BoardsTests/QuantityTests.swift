import Testing

@testable import Boards

@Suite struct QuantityTests {
    /// The value, or the name of what is wrong.
    private func told<Value>(_ outcome: BoardFields.Outcome<Value>) -> String {
        switch outcome {
        case .value(let value): "\(value)"
        case .wrongType: "wrong"
        case .outOfRange: "range"
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
        #expect(told(TimeSpan.parse(text, in: 0...10_000, grid: 10)) == expected)
    }

    @Test(
        "currents are milliamperes, or amperes with up to three decimals",
        arguments: [
            ("2500 mA", "2500"), ("4 A", "4000"), ("3.5 A", "3500"), ("0.25A", "250"), ("1.005 A", "1005"),
            ("1000 A", "1000000"), ("1001 A", "range"), ("0 A", "range"), ("0.000 A", "range"), ("1.0005 A", "wrong"),
            ("2.5 mA", "wrong"), ("4", "wrong"), (".5 A", "wrong"), ("5. A", "wrong"), ("1.2.3 A", "wrong"),
            ("-4 A", "wrong"), ("4 a", "wrong"), ("99999999999999999999 A", "range"), ("", "wrong"),
        ])
    func currents(text: String, expected: String) {
        #expect(told(Current.parse(text)) == expected)
    }
}
