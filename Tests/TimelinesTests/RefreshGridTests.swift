import SignTestSupport
import Testing

@testable import Timelines

@Suite("Refresh grid")
struct RefreshGridTests {
    @Test("A8: lines lie at epoch + n * interval, before the epoch too")
    func lines() {
        let grid = RefreshGrid(epoch: .seconds(1), interval: .milliseconds(20))
        expectEqual(grid.line(atOrBefore: .seconds(1)), .seconds(1))
        expectEqual(grid.line(atOrBefore: .seconds(1.019)), .seconds(1))
        expectEqual(grid.line(atOrBefore: .seconds(0.999)), .seconds(0.98))
        expectEqual(grid.line(after: .seconds(1)), .seconds(1.02))
        expectEqual(grid.line(after: .seconds(0.999)), .seconds(1))
        expectEqual(grid.line(atOrAfter: .seconds(1)), .seconds(1))
        expectEqual(grid.line(atOrAfter: .seconds(1) + .one), .seconds(1.02))
        expectEqual(RefreshGrid().interval, Nanoseconds(16_666_667))
        expectEqual(RefreshGrid(interval: .zero).interval, .microseconds(1))
    }

    @Test("never answers a line on the wrong side, however extreme the numbers")
    func extremes() {
        for epoch in Extremes.instants {
            for interval in Extremes.times {
                let grid = RefreshGrid(epoch: epoch, interval: interval)
                for instant in Extremes.instants {
                    #expect(grid.line(atOrBefore: instant) <= instant)
                    #expect(grid.line(after: instant) > instant || instant.nanoseconds > .max - grid.interval.count)
                    #expect(grid.line(atOrAfter: instant) >= instant)
                }
            }
        }
    }
}
