import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("Counters of a run in words")
struct RunCountersTests {
    @Test("one of a thing is in the singular, and several are in the plural")
    func plurals() {
        var counters = RunCounters()
        counters.shown = 1
        (counters.refreshes, counters.refreshTime) = (1, .seconds(1))
        (counters.errors, counters.reopenings) = (1, 1)
        (counters.light.overlong, counters.light.recalibrations) = (1, 1)
        (counters.traffic.messages, counters.traffic.bytes) = (1, 1)
        counters.darkenings[0] = 1
        let one = counters.description.split(separator: "\n")
        #expect(one[0].hasPrefix("1 frame shown, "))
        expectEqual(one[1], "1 refresh, 1.0 per second")
        #expect(one[2].hasPrefix("1 pulse of light too long: "))
        expectEqual(one[3], "the time of a store changed once")
        #expect(one[4].hasPrefix("1 message of 1 byte in all "))
        expectEqual(one[5], "1 call of the device failed, it was opened again once")
        #expect(one[6].hasPrefix("made dark once by "))

        (counters.errors, counters.reopenings) = (2, 0)
        counters.traffic.bytes = 17
        counters.darkenings[0] = 3
        let several = counters.description.split(separator: "\n")
        #expect(several[4].hasPrefix("1 message of 17 bytes in all "))
        expectEqual(several[5], "2 calls of the device failed, it was opened again 0 times")
        #expect(several[6].hasPrefix("made dark 3 times by "))
    }

    @Test("a report says what was shown, how late, and what was sent, and mentions failures only if there were any")
    func report() {
        var counters = RunCounters()
        counters.shown = 3
        counters.skipped = 1
        for late: Int64 in [10, 20, 2_345] { counters.lateness.add(.microseconds(late)) }
        let first = "3 frames shown, 1 skipped, lateness p50 20 us, p99 2.3 ms, worst 2.3 ms"
        expectEqual(counters.description, first)
        counters.traffic.messages = 5
        counters.traffic.bytes = 320
        counters.traffic.healings = 2
        counters.refreshes = 250
        counters.refreshTime = .seconds(2)
        counters.errors = 4
        counters.reopenings = 1
        counters.darkenings = [1, 0, 2]
        counters.light.overlong = 2
        counters.light.repaid = 512_000
        counters.light.forgiven = 1_740_000
        counters.light.recalibrations = 1
        let lines = [
            first, "250 refreshes, 125.0 per second",
            "2 pulses of light too long: 512 us repaid, 1.7 ms forgiven",
            "the time of a store changed once",
            "5 messages of 320 bytes in all to the device, 2 of them to heal at rest",
            "4 calls of the device failed, it was opened again once",
            "made dark once by errors of the device, 2 times by the guardian",
        ]
        expectEqual(counters.description, lines.joined(separator: "\n"))
    }
}
