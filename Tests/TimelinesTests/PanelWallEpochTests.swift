import SignTestSupport
import Testing
import Timelines

@Suite struct PanelWallEpochTests {
    private func instant(_ count: Int64) -> Instant { Instant(nanoseconds: count) }
    /// 2026-11-22T00:00Z.
    private static let utc: Int64 = 1_795_305_600_000_000_000

    @Test("two monotonic clocks with different zeros come to the same shared time")
    func shared() {
        for zero in [Int64(0), 5, 123_456_789_012, -7_000_000_000] {
            let epoch = PanelWallEpoch(wallTime: Self.utc, at: instant(zero))
            expectEqual(epoch.shared(instant(zero + 1_500)), instant(Self.utc + 1_500))
            expectEqual(epoch.shared(instant(zero - 1_500)), instant(Self.utc - 1_500))
            expectEqual(epoch.monotonic(instant(Self.utc + 99)), instant(zero + 99))
        }
    }

    @Test("a step of the wall clock by 5 s moves nothing at once; it is followed by 500 ppm, either way")
    func step() {
        for sign in [Int64(1), -1] {
            var epoch = PanelWallEpoch(wallTime: Self.utc, at: .zero)
            let moment = instant(60_000_000_000)
            let before = epoch.shared(moment)
            let isFollowed = epoch.record(wallTime: Self.utc + (60 + 5 * sign) * 1_000_000_000, at: moment)
            #expect(isFollowed)
            expectEqual(epoch.shared(moment), before)
            // A second later half a millisecond has been made good.
            expectEqual(epoch.shared(moment + .seconds(1)) - before, Nanoseconds(1_000_000_000 + sign * 500_000))
            expectEqual(
                epoch.shared(moment + .seconds(5_000)) - before, .seconds(5_000) + Nanoseconds(sign * 2_500_000_000))
            // After 10,000 s all of it, and no more.
            for later in [Int64(10_000), 10_001, 1_000_000] {
                let expected = Nanoseconds.seconds(later) + .seconds(5 * sign)
                expectEqual(epoch.shared(moment + .seconds(later)) - before, expected)
            }
        }
    }

    @Test("the shared time never goes back, whatever the wall clock does, and its inverse is the first instant")
    func monotonic() {
        var random = SeededRandom(seed: 9)
        let rates: [Int64] = [1, 500, 100_000]
        for round in 0..<40 {
            let slew = rates[round % 3]
            var epoch = PanelWallEpoch(wallTime: 1_000, at: .zero, slewPerMillion: slew)
            var now = Int64(0)
            var last = epoch.shared(.zero)
            for _ in 0..<6 {
                let jump = Int64.random(in: -3_000_000...3_000_000, using: &random)
                _ = epoch.record(wallTime: now + 1_000 + jump, at: instant(now))
                #expect(epoch.shared(instant(now)) >= last)
                for _ in 0..<60 {
                    let ahead = Int64.random(in: 1...40_000_000, using: &random)
                    let wanted = epoch.shared(instant(now)) + Nanoseconds(ahead)
                    guard let found = epoch.monotonic(wanted) else {
                        Issue.record("no instant has \(wanted)")
                        continue
                    }
                    #expect(epoch.shared(found) >= wanted)
                    #expect(epoch.shared(found - .one) < wanted)
                    #expect(found > instant(now))
                }
                now += Int64.random(in: 1...4_000_000_000, using: &random)
                last = epoch.shared(instant(now))
            }
        }
    }

    @Test("the unsteadiness of reading two clocks is left alone")
    func tolerance() {
        var epoch = PanelWallEpoch(wallTime: Self.utc, at: .zero)
        let (first, second) = (
            epoch.record(wallTime: Self.utc + 100_000, at: .zero), epoch.record(wallTime: Self.utc + 100_001, at: .zero)
        )
        #expect(!first && second)
    }

    @Test("a clock that was never right is left at once when it is; one that was right is not followed astray")
    func synchronisation() {
        var epoch = PanelWallEpoch(wallTime: 5, at: .zero, isSynchronized: false)
        let isFollowed = epoch.record(wallTime: Self.utc, at: instant(10))
        #expect(isFollowed)
        expectEqual(epoch.shared(instant(10)), instant(Self.utc))
        let isLedAstray = epoch.record(wallTime: 5, at: instant(20), isSynchronized: false)
        #expect(!isLedAstray)
        expectEqual(epoch.shared(instant(20)), instant(Self.utc + 10))
    }

    @Test("the ends of time do not trap")
    func ends() {
        for wallTime in [Int64.min, 0, .max] {
            for zero in [Int64.min, 0, .max] {
                var epoch = PanelWallEpoch(wallTime: wallTime, at: instant(zero), slewPerMillion: .max)
                _ = epoch.record(wallTime: -(wallTime / 2), at: instant(zero / 2))
                var last = Instant(nanoseconds: .min)
                for time in [Int64.min, -1, 0, 1, .max] {
                    let shared = epoch.shared(instant(time))
                    #expect(shared >= last)
                    last = shared
                    if let found = epoch.monotonic(instant(time)) { #expect(epoch.shared(found) >= instant(time)) }
                }
            }
        }
    }
}
