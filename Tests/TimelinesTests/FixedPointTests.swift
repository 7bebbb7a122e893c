import SignTestSupport
import Testing

@testable import Timelines

/// Literals from mpmath with 50 digits: the argument times 2^32, and the result times 2^32.
@Suite("Fixed point")
struct FixedPointTests {
    @Test(
        "B3: the exponential of minus x equals long arithmetic to 2^-31",
        arguments: [
            (429, 4_294_966_867), (4_294_967, 4_290_674_476), (429_496_730, 3_886_247_118),
            (2_147_483_648, 2_605_029_347), (2_977_044_472, 2_147_483_648), (4_294_967_296, 1_580_030_169),
            (8_589_934_592, 581_260_615), (15_891_378_995, 106_186_738), (21_474_836_480, 28_939_262),
            (42_949_672_960, 194_991), (65_498_251_264, 1023), (85_899_345_920, 9),
        ] as [(Int64, Int64)])
    func exponential(x: Int64, expected: Int64) {
        let deviation: Int64 = abs(FixedPoint.exponentialDecay(x) - expected)
        #expect(deviation <= 2)
    }

    @Test(
        "E5: the sine of turns equals long arithmetic to 2^-31, below zero and beyond a turn too",
        arguments: [
            (0, 0), (42_949_673, 269_683_228), (357_913_940, 2_147_483_641), (536_870_912, 3_037_000_500),
            (858_993_459, 4_084_756_634), (1_073_741_824, 4_294_967_296), (1_288_490_189, 4_084_756_634),
            (2_147_483_648, 0), (2_576_980_378, -2_524_518_438), (3_221_225_472, -4_294_967_296),
            (3_865_470_566, -2_524_518_438), (4_290_672_329, -26_985_896), (-429_496_730, -2_524_518_438),
            (-1_073_741_824, -4_294_967_296), (31_353_261_261, 4_084_756_634), (4_295_495_576_977, 2_998_597_640),
        ] as [(Int64, Int64)])
    func sine(turns: Int64, expected: Int64) {
        let deviation: Int64 = abs(FixedPoint.sine(turns: turns) - expected)
        #expect(deviation <= 2)
        let secondDeviation: Int64 = abs(FixedPoint.cosine(turns: turns - FixedPoint.one / 4) - expected)
        #expect(secondDeviation <= 2)
    }

    @Test(
        "the square root is the largest number whose square is not greater",
        arguments: [
            (1, 65_536), (429_497, 42_949_686), (1_073_741_824, 2_147_483_648), (2_147_483_648, 3_037_000_499),
            (4_294_967_296, 4_294_967_296), (8_589_934_592, 6_074_000_999), (12_884_901_888, 7_439_101_573),
            (42_949_672_960, 13_581_879_131), (53_024_283_256_947, 477_218_568_878),
            (9_223_372_032_559_808_512, 199_032_864_720_089), (0, 0), (-5, 0),
        ] as [(Int64, Int64)])
    func squareRoot(x: Int64, expected: Int64) {
        expectEqual(FixedPoint.squareRoot(x), expected)
    }

    @Test("quarters of a turn are exact")
    func quarters() {
        let quarter = FixedPoint.one / 4
        expectEqual((0..<5).map { FixedPoint.sine(turns: quarter * $0) }, [0, 1, 0, -1, 0].map { $0 * FixedPoint.one })
        expectEqual((0..<4).map { FixedPoint.cosine(turns: quarter * $0) }, [1, 0, -1, 0].map { $0 * FixedPoint.one })
    }

    @Test("products round down, quotients towards zero, and both saturate")
    func saturation() {
        let one = FixedPoint.one
        expectEqual(FixedPoint.multiply(3 * one, -one / 2), -3 * one / 2)
        expectEqual(FixedPoint.multiply(-1, 1), -1)
        expectEqual(FixedPoint.divide(-1, 2 * one), 0)
        expectEqual(FixedPoint.divide(one, 0), .max)
        expectEqual(FixedPoint.divide(-one, 0), .min)
        for left in Extremes.numbers {
            for right in Extremes.numbers {
                let product = FixedPoint.multiply(left, right)
                let exact = Double(left) / 4_294_967_296 * Double(right)
                let deviation: Double = abs(Double(product) - min(max(exact, -0x1p63), 0x1p63))
                let allowed: Double = abs(exact) * 1e-9 + 1
                #expect(deviation <= allowed)
                #expect(
                    (FixedPoint.divide(left, right) >= 0) == (left == 0 || (left > 0) == (right >= 0)) || right != 0)
            }
            #expect((0...FixedPoint.one).contains(FixedPoint.exponentialDecay(left)))
            let deviation: Int64 = abs(FixedPoint.sine(turns: left))
            #expect(deviation <= FixedPoint.one)
            let secondDeviation: Int64 = abs(FixedPoint.cosine(turns: left))
            #expect(secondDeviation <= FixedPoint.one)
            #expect(FixedPoint.squareRoot(left) >= 0)
        }
    }
}
