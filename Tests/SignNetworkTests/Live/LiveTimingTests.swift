import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite("Pacing and keeping alive of viewers")
struct LiveTimingTests {
    /// How many frames are sent in a second when there is a new one every so many microseconds.
    private func frames(_ pacing: LivePacing, every microseconds: Int, seconds: Int = 10) -> Int {
        var pacing = pacing
        var count = 0
        for now in stride(from: 0, to: seconds * 1_000_000, by: microseconds) {
            let instant = Instant.zero + .microseconds(Int64(now))
            guard pacing.allows(at: instant) else { continue }
            pacing.sent(at: instant)
            count += 1
        }
        return count
    }

    @Test("a viewer gets 30 frames a second unless it asks for fewer, and never more than the limit")
    func rates() {
        for (asked, expected) in [(nil, 30), (1, 1), (10, 10), (29, 29), (30, 30), (60, 30), (0, 1), (-5, 1)] {
            var pacing = LivePacing()
            if let asked { pacing.ask(asked) }
            expectEqual(pacing.rate, expected)
            for step in [1_000, 3_333, 11_111] {
                #expect(abs(frames(pacing, every: step) - 10 * expected) <= 1)
            }
        }
        var fast = LivePacing(limit: 60)
        fast.ask(60)
        #expect(abs(frames(fast, every: 1_000) - 600) <= 1)
    }

    @Test("a slower sign is not slowed further, and small lateness does not add up")
    func slowSigns() {
        expectEqual(frames(LivePacing(), every: 50_000), 200)
        #expect(frames(LivePacing(), every: 20_000) >= 299)
    }

    @Test("the first frame is allowed at once, the next an interval later; after a rest there is no burst")
    func intervals() {
        var pacing = LivePacing()
        pacing.ask(10)
        #expect(pacing.next == nil)
        let start = Instant.zero + .seconds(5)
        #expect(pacing.allows(at: start))
        pacing.sent(at: start)
        expectEqual(pacing.next, start + .milliseconds(100))
        #expect(!pacing.allows(at: start + .milliseconds(99)))
        #expect(pacing.allows(at: start + .milliseconds(100)))
        let later = start + .seconds(60)
        pacing.sent(at: later)
        expectEqual(pacing.next, later + .milliseconds(100))
        pacing.ask(20)
        expectEqual(pacing.next, later + .milliseconds(50), "a new rate counts from the last frame")
    }

    @Test("a ping is due every 20 seconds, and 40 seconds of silence are too many")
    func pings() {
        var alive = LiveKeepAlive(at: .zero)
        func takePing(at milliseconds: Int64) -> Bool { alive.takePing(at: Instant.zero + .milliseconds(milliseconds)) }
        expectEqual(alive.due, Instant.zero + .seconds(20))
        #expect(!takePing(at: 19_999))
        #expect(takePing(at: 20_000))
        #expect(!takePing(at: 20_000))
        #expect(!alive.isGone(at: Instant.zero + .milliseconds(39_999)))
        #expect(alive.isGone(at: Instant.zero + .seconds(40)))
        alive.heard(at: Instant.zero + .seconds(30))
        expectEqual(alive.due, Instant.zero + .seconds(40))
        #expect(!alive.isGone(at: Instant.zero + .seconds(69)))
        #expect(takePing(at: 45_000))
        expectEqual(alive.due, Instant.zero + .seconds(65))
        #expect(alive.isGone(at: Instant.zero + .seconds(70)))
    }
}
