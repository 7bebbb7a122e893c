import SignTestSupport
import Testing

@testable import Timelines

@Suite("Time mapping")
struct TimeMappingTests {
    @Test("E7: an inner timeline starts later and runs faster or slower")
    func mapping() {
        let late = TimeMapping(origin: .seconds(10), delay: .seconds(2))
        expectEqual(late.local(.seconds(12)), .seconds(10))
        expectEqual(late.local(.seconds(15.5)), .seconds(13.5))
        expectEqual(late.global(.seconds(10)), .seconds(12))
        let slow = TimeMapping(numerator: 500, denominator: 1000)
        expectEqual(slow.local(.seconds(9)), .seconds(4.5))
        expectEqual(slow.global(.seconds(4.5)), .seconds(9))
        expectEqual(slow.local(Instant(nanoseconds: -3)), Instant(nanoseconds: -2))
        let fast = TimeMapping(numerator: 3000, denominator: 1000)
        expectEqual(fast.local(.seconds(2)), .seconds(6))
        expectEqual(fast.global(Instant(nanoseconds: 7)), Instant(nanoseconds: 3))
        #expect(TimeMapping(numerator: 0, denominator: 1000).global(.seconds(1)) == nil)
        expectEqual(TimeMapping(numerator: -5, denominator: 1000).numerator, 0)
    }

    @Test("E5: global is the first outer instant that has come to the inner one, for every speed factor")
    func firstInstant() throws {
        var random = SeededRandom(seed: 41)
        for _ in 0..<5000 {
            let mapping = TimeMapping(
                origin: random.instant(-1_000_000...1_000_000),
                delay: Nanoseconds(Int64.random(in: -1_000_000...1_000_000, using: &random)),
                numerator: Int64.random(in: 1...5000, using: &random), denominator: 1000)
            let local = random.instant(-1_000_000_000...1_000_000_000)
            let global = try #require(mapping.global(local))
            #expect(mapping.local(global) >= local)
            #expect(mapping.local(global - .one) < local)
        }
    }

    @Test("never traps, however extreme the numbers")
    func extremes() {
        for origin in Extremes.instants {
            for delay in Extremes.times {
                for factor in Extremes.numbers {
                    let mapping = TimeMapping(origin: origin, delay: delay, numerator: factor, denominator: 1000)
                    for instant in Extremes.instants {
                        _ = mapping.local(instant)
                        #expect(mapping.numerator > 0 || mapping.global(instant) == nil)
                    }
                }
            }
        }
    }
}
