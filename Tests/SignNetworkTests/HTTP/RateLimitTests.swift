import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite struct RateLimitTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    @Test("a client waits until its time is over, and others do not")
    func oneClient() {
        var limit = RateLimit(2, within: .seconds(1))
        limit.record("a", at: at(0))
        #expect(limit.wait("a", at: at(1)) == nil)
        limit.record("a", at: at(100))
        expectEqual(limit.wait("a", at: at(400)), .milliseconds(600))
        #expect(limit.wait("b", at: at(400)) == nil)
        #expect(limit.wait("a", at: at(1_000)) == nil)
        limit.record("a", at: at(1_000))
        #expect(limit.wait("a", at: at(1_001)) == nil)
    }

    @Test("256 clients count each for itself and end no count; further ones count together until there is room")
    func manyClients() {
        var limit = RateLimit(2, within: .seconds(1))
        for number in 0..<256 { for _ in 0..<2 { limit.record("\(number)", at: at(Int64(number))) } }
        limit.record("late", at: at(300))
        #expect(limit.wait("late", at: at(301)) == nil)
        limit.record("later", at: at(301))
        expectEqual(limit.wait("late", at: at(302)), .milliseconds(998))
        expectEqual(limit.wait("another", at: at(302)), .milliseconds(998))
        for number in 0..<256 { expectEqual(limit.wait("\(number)", at: at(302)), .milliseconds(Int64(698 + number))) }
        // The first of them are forgotten, and have left room.
        limit.record("another", at: at(1_010))
        #expect(limit.wait("another", at: at(1_011)) == nil)
        expectEqual(limit.wait("later", at: at(1_011)), .milliseconds(289))
        #expect(limit.wait("later", at: at(1_300)) == nil)
    }

    @Test("a flood of clients takes no memory")
    func memory() {
        var limit = RateLimit(2, within: .seconds(1))
        func flood(_ numbers: Range<Int>) {
            for number in numbers { limit.record("\(number)", at: at(Int64(number / 100))) }
        }
        flood(0..<10_000)
        #expect(heapGrowth { flood(10_000..<60_000) } < 100_000)
    }
}
