import SignTestSupport
import Testing

@testable import Timelines

@Suite("Manual clock")
struct ManualClockTests {
    @Test("stands still until it is moved, and never goes back")
    func moves() {
        var clock = ManualClock(now: .seconds(5))
        expectEqual(clock.now, .seconds(5))
        clock.advance(by: .seconds(2))
        expectEqual(clock.now, .seconds(7))
        clock.advance(to: .seconds(1))
        clock.advance(by: .seconds(-3))
        expectEqual(clock.now, .seconds(7))
        clock.advance(by: .max)
        expectEqual(clock.now, .distantFuture)
    }
}
