import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

@Suite("CommandPace")
struct CommandPaceTests {
    @Test("50 commands a second are taken; after them nothing is read until that second is over")
    func pause() {
        var pace = CommandPace()
        let start = Instant(nanoseconds: 7_000_000_000)
        var begun = (0..<49).map { pace.record(at: start + .milliseconds(Int64($0))) }
        #expect(!begun.contains(true) && pace.pause == nil)
        begun = [pace.record(at: start + .milliseconds(100))]
        let end = start + .seconds(1)
        expectEqual(pace.pause, end)
        // Those that were read with the last one do not make it longer.
        begun.append(pace.record(at: start + .milliseconds(101)))
        #expect(begun == [true, false] && pace.pause == end)
        pace.resume(at: start + .milliseconds(999))
        expectEqual(pace.pause, end)
        pace.resume(at: end)
        #expect(pace.pause == nil)
        begun = [pace.record(at: end)]
        #expect(begun == [false] && pace.pause == nil)
    }

    @Test("a message that is too long is read in pieces, and after the last one nothing is read for a second")
    func tooLong() {
        var pace = CommandPace()
        let start = Instant(nanoseconds: 7_000_000_000)
        pace.recordPassed(isOver: false, at: start)
        expectEqual(pace.pause, start + .milliseconds(5))
        pace.resume(at: start + .milliseconds(5))
        #expect(pace.pause == nil)
        pace.recordPassed(isOver: true, at: start)
        let end = start + .seconds(1)
        pace.resume(at: start + .milliseconds(999))
        expectEqual(pace.pause, end)
        pace.resume(at: end)
        #expect(pace.pause == nil)
    }
}
