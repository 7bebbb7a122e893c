import SignTestSupport
import Testing

@testable import Timelines

@Suite("Steady motion")
struct SteadyMotionTests {
    /// Instants computed by hand: ceil((k + 1) d / n) for the change from offset k of a positive speed, and
    /// floor(k d / n) + 1 for that from -k of a negative one.
    static let departures: [(speed: String, offset: Int64, nanoseconds: Int64)] = [
        ("30", 0, 33_333_334), ("30", 1, 66_666_667), ("30", 2, 100_000_000), ("30", 999, 33_333_333_334),
        ("0.5", 0, 2_000_000_000), ("0.5", 1, 4_000_000_000), ("12.3", 0, 81_300_814), ("12.3", 1, 162_601_627),
        ("37.3", 0, 26_809_652), ("37.3", 999, 26_809_651_475), ("1000", 0, 1_000_000),
        ("0.000001", 0, 1_000_000_000_000_000), ("0.000001", 999, 1_000_000_000_000_000_000),
        ("-30", 0, 1), ("-30", -1, 33_333_334), ("-30", -999, 33_300_000_001), ("-37.3", 0, 1),
        ("-37.3", -1, 26_809_652), ("-37.3", -999, 26_782_841_824), ("-12.3", -2, 162_601_627),
    ]

    @Test("A1: whole pixels change at the instants of hand arithmetic, for both signs of speed", arguments: departures)
    func literals(speed: String, offset: Int64, nanoseconds: Int64) throws {
        let motion = SteadyMotion(start: .zero, speed: try #require(Speed(decimal: speed)))
        let change = Instant(nanoseconds: nanoseconds)
        func index(_ instant: Instant) -> Int64 { MotionStep.pixel.index(of: motion.position(at: instant)) }
        expectEqual(index(change - .one), offset)
        expectEqual(index(change), offset + (motion.speed.numerator < 0 ? -1 : 1))
        let trajectory = Trajectory(.steady(motion))
        expectEqual(trajectory.nextChange(after: change - .one, step: .pixel), change)
        expectEqual(motion.departure(from: offset, step: .pixel, notBefore: change - .one), change)
    }

    @Test(
        "A4: is where arithmetic says after 1 s, 1 h, 1 day and 30 years",
        arguments: [
            ("30", [30, 108_000, 2_592_000, 28_401_840_000]),
            ("37.3", [37, 134_280, 3_222_720, 35_312_954_400]),
            ("12.3", [12, 44_280, 1_062_720, 11_644_754_400]),
            ("0.5", [0, 1800, 43_200, 473_364_000]),
            ("-37.3", [-38, -134_280, -3_222_720, -35_312_954_400]),
            ("-0.5", [-1, -1800, -43_200, -473_364_000]),
        ] as [(String, [Int64])])
    func years(speed: String, offsets: [Int64]) throws {
        let start = Instant(nanoseconds: 123_456_789_012)
        let motion = SteadyMotion(start: start, speed: try #require(Speed(decimal: speed)))
        for (seconds, offset) in zip([1, 3600, 86_400, 946_728_000] as [Int64], offsets) {
            let position = motion.position(at: start + .seconds(seconds))
            expectEqual(MotionStep.pixel.index(of: position), offset)
        }
    }

    @Test("A1: equals floor(v t) in plain long arithmetic at random instants")
    func plainArithmetic() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<20_000 {
            // Up to 100,000 px/s: 30 years at that speed are well within what a position holds.
            let denominator = Int64.random(in: 1...1_000_000, using: &random)
            let speed = Speed(Int64.random(in: -100_000...100_000, using: &random) * denominator + 1, over: denominator)
            let start = random.instant(-1_000_000_000_000...1_000_000_000_000)
            let elapsed = Int64.random(in: 0...946_728_000_000_000_000, using: &random)
            let motion = SteadyMotion(start: start, speed: speed)
            let divisor = Int128(speed.denominator) * 1_000_000_000
            let product = Int128(speed.numerator) * Int128(elapsed)
            let floored = product >= 0 ? product / divisor : -((divisor - 1 - product) / divisor)
            expectEqual(Int128(MotionStep.pixel.index(of: motion.position(at: start + Nanoseconds(elapsed)))), floored)
        }
    }

    @Test("A1: nothing changes before the next change, and at it the step differs, for both steps and signs")
    func nextChange() throws {
        var random = SeededRandom(seed: 12)
        for _ in 0..<4000 {
            let speed = Speed(Int64.random(in: -9_999_999...9_999_999, using: &random), over: 10_000)
            guard !speed.isZero else { continue }
            let motion = SteadyMotion(
                start: random.instant(-5_000_000_000...5_000_000_000),
                from: Int64.random(in: -1_000_000_000...1_000_000_000, using: &random), speed: speed)
            let trajectory = Trajectory(.steady(motion))
            for step in [MotionStep.pixel, .blend] {
                let instant = random.instant(-10_000_000_000...1_000_000_000_000_000)
                let change = try #require(trajectory.nextChange(after: instant, step: step))
                func index(_ instant: Instant) -> Int64 { step.index(of: motion.position(at: instant)) }
                #expect(change > instant)
                expectEqual(index(change - .one), index(instant))
                #expect(index(change) != index(instant))
            }
        }
    }

    @Test("stands before its start and never changes at no speed")
    func standing() {
        let motion = SteadyMotion(start: .seconds(5), from: 7, speed: Speed(30))
        expectEqual(motion.position(at: .zero), 7)
        expectEqual(motion.position(at: .earliest), 7)
        let still = Trajectory(.steady(SteadyMotion(start: .zero, speed: .zero)))
        #expect(still.nextChange(after: .seconds(3), step: .blend) == nil)
    }
}
