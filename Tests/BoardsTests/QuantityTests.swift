import SignTestSupport
import Testing

@testable import Boards

@Suite struct QuantityTests {
    /// The value, or the name of what is wrong.
    private func told<Value>(_ outcome: BoardFields.Outcome<Value>) -> String {
        switch outcome {
        case .value(let value): "\(value)"
        case .wrongType: "wrong"
        case .outOfRange, .outside: "range"
        case .unknownWord: "unknown"
        case .refused: "refused"
        }
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
        expectEqual(told(BoardFields.ValueForm.current(of: "a panel").read(text)), expected)
    }
}
