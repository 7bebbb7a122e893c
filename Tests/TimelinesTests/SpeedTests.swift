import SignTestSupport
import Testing

@testable import Timelines

@Suite("Speed")
struct SpeedTests {
    @Test(
        "A4: reads decimals as exact fractions in lowest terms",
        arguments: [
            ("30", 30, 1), ("0.5", 1, 2), ("12.3", 123, 10), ("37.3", 373, 10), ("-12.30", -123, 10), ("+7", 7, 1),
            (".25", 1, 4), ("3.", 3, 1), ("0", 0, 1), ("-0.000001", -1, 1_000_000), ("1000000", 1_000_000, 1),
        ] as [(String, Int64, Int64)])
    func decimals(text: String, numerator: Int64, denominator: Int64) {
        let speed = Speed(decimal: text)
        expectEqual(speed?.numerator, numerator)
        expectEqual(speed?.denominator, denominator)
    }

    @Test(
        "refuses what is no plain decimal within the limit",
        arguments: [
            "", "-", ".", "+.", "1e3", "1,5", "0x10", "1.0000001", "1000000.1", "99999999999999999999", "--1", " 1",
            "1 ", "1.2.3", "inf", "nan", "١",
        ])
    func refused(text: String) {
        #expect(Speed(decimal: text) == nil)
    }

    @Test("clamps to the limit either way, for every denominator")
    func clamped() {
        expectEqual(Speed(.max), Speed(1_000_000))
        expectEqual(Speed(.min, over: 1_000_000), Speed(-1_000_000))
        expectEqual(Speed(4, over: 8), Speed(1, over: 2))
        expectEqual(Speed(0, over: 77).denominator, 1)
        expectEqual(Speed(-7, over: 3).reversed, Speed(7, over: 3))
        #expect(Speed.zero.isZero && !Speed(1, over: 1_000_000).isZero)
        expectEqual(Speed(373, over: 10).subpixelsPerSecond, 2_444_492)  // 37.3 * 65536 = 2444492.8
    }
}
