import LiveValues
import SignTestSupport
import Testing

@Suite struct LiveNumberTests {
    @Test(
        "Numbers are read as they are written",
        arguments: [
            ("0", "0"), ("-0", "0"), ("007", "7"), ("3.10", "3.10"), ("+2.5", "2.5"), (".5", "0.5"), ("5.", "5"),
            ("-12.340", "-12.340"), ("1e3", "1000"), ("1.5E-3", "0.0015"), ("-2e+2", "-200"), ("0e99", "0"),
            ("0.30000000000000004", "0.30000000000000004"), ("999999999999999999", "999999999999999999"),
            ("1234567890.1234567891234", "1234567890.12345679"), ("0.9999999999999999999", "1.00000000000000000"),
            ("0.0000000000000000004", "0.000000000000000000"),
        ])
    func reading(given: String, written: String) {
        expectEqual(LiveNumber(parsing: given)?.text, written)
    }

    @Test(
        "What is not a number is rejected",
        arguments: [
            "", " ", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "1 ", " 1", "1_000", "--1", "1e5x",
            "NaN",
            "Infinity", "1000000000000000000", "1e18", "-1e999999999999999999999", "٣",
        ])
    func refusing(given: String) {
        #expect(LiveNumber(parsing: given) == nil)
    }

    @Test("A number with thousands of digits is read quickly, as too large or rounded")
    func manyDigits() {
        let long = String(repeating: "9", count: 100_000)
        #expect(LiveNumber(parsing: long) == nil)
        expectEqual(LiveNumber(parsing: "0." + long)?.text, "1.00000000000000000")
        expectEqual(LiveNumber(parsing: "1" + long + "e-100000")?.text, "2.00000000000000000")
    }

    @Test(
        "Rounding goes half away from zero",
        arguments: [
            ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("2.4999", 0, "2"), ("0.05", 1, "0.1"), ("-0.04", 1, "0.0"),
            ("1", 2, "1.00"), ("999.995", 2, "1000.00"), ("123456789012345678", 3, "123456789012345678"),
        ])
    func rounding(given: String, decimals: Int, written: String) throws {
        let number = try #require(LiveNumber(parsing: given))
        expectEqual(number.rounded(to: decimals).text, written)
    }

    @Test("Products and sums are exact, and nil where they are too large")
    func arithmetic() throws {
        func number(_ text: String) throws -> LiveNumber { try #require(LiveNumber(parsing: text)) }
        try expectEqual(number("48312").times(number("0.001"))?.text, "48.312")
        try expectEqual(number("0.1").plus(number("0.2"))?.text, "0.3")
        try expectEqual(number("-1.5").times(number("-1.5"))?.text, "2.25")
        #expect(try number("1e17").times(number("10")) == nil)
        try expectEqual(number("1e17").times(number("0.1"))?.text, "10000000000000000")
        #expect(try number("999999999999999999").plus(1) == nil)
        try expectEqual(number("999999999999999999").plus(number("0.000000000000000001"))?.text, "999999999999999999")
    }

    @Test("Comparing ignores trailing zeros")
    func comparing() throws {
        let (short, long) = (try #require(LiveNumber(parsing: "1.5")), try #require(LiveNumber(parsing: "1.50")))
        #expect(short != long)
        #expect(!short.isLess(than: long) && !long.isLess(than: short))
        #expect(try #require(LiveNumber(parsing: "-0.000001")).isLess(than: 0))
        let (tiny, large) = (LiveNumber(parsing: "0.000000000000000001"), LiveNumber(parsing: "999999999999999999"))
        #expect(try #require(tiny).isLess(than: #require(large)))
    }

    @Test("A thousand random decimals are rounded as their digits say")
    func randomRounding() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<1_000 {
            let thousandths = Int.random(in: -999_999...999_999, using: &random)
            let sign = thousandths < 0 ? "-" : ""
            let digits = String(thousandths.magnitude)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            let text = sign + padded.dropLast(3) + "." + padded.suffix(3)
            let number = try #require(LiveNumber(parsing: text))
            let cents = (Int(thousandths.magnitude) + 5) / 10
            let expected = "\(cents / 100).\(cents / 10 % 10)\(cents % 10)"
            expectEqual(number.rounded(to: 2).text, (cents == 0 ? "" : sign) + expected)
        }
    }
}
