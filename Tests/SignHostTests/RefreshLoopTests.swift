import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("RefreshLoop")
struct RefreshLoopTests {
    @Test("pictures are drawn ahead and shown at the instant at which they are due")
    func drawsAhead() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(20)))
        run.run(until: milliseconds(105))
        expectEqual(script.calls, ["start", "show 0", "show 1", "show 2", "show 3", "show 4", "show 5"])
        let counters = run.content.counters
        #expect(counters.shown == 6 && counters.skipped == 0)
        expectEqual(counters.lateness.worst, .zero)
        var log: [FrameLog.Entry] = []
        while let entry = run.link.log?.take() { log.append(entry) }
        expectEqual(log.map(\.due), (0..<6).map { milliseconds($0 * 20) })
        expectEqual(log.map(\.shown), (0..<6).map { milliseconds($0 * 20) })
    }

    @Test("a frame costs the refresh one wake-up, however far ahead it was published")
    func oneWakeUp() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(20)))
        run.run(until: milliseconds(50))
        let before = run.steps
        run.run(until: milliseconds(1_050))
        // On the manual clock every mark that changes is a step: the one that shows, and the one after the publication.
        #expect(run.steps - before <= 100)
    }

    @Test(
        "changes that are missed while both sides sleep are skipped and counted, and the next picture is the current one"
    )
    func skips() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(20)))
        run.run(until: milliseconds(30))
        run.oversleep(by: .milliseconds(95))
        run.run(until: milliseconds(150))
        // 2 was published ahead and overtaken at 125 ms by 6, which was due at 120 ms.
        expectEqual(script.calls, ["start", "show 0", "show 1", "show 6", "show 7"])
        expectEqual(run.content.counters.skipped, 4)
        expectEqual(run.content.counters.lateness.worst, .milliseconds(5))
    }

    @Test(
        "after a stop of the whole process nothing old is shown, with a picture pending or without",
        arguments: [45, 60])
    func stopped(until first: Int64) throws {
        for needsRefresh in [false, true] {
            let script = PanelScript()
            script.needsRefresh = needsRefresh
            var run = try SimulatedRun(script, Steps(every: .milliseconds(100)))
            run.stepTime = .milliseconds(1)
            run.run(until: milliseconds(first))
            run.oversleep(by: .seconds(5))
            run.run(until: milliseconds(5_080))
            let shown = script.calls.filter { $0.hasPrefix("show") }
            expectEqual(shown, ["show 0", "show 50"])
        }
    }

    @Test("what was to end a refresh early does not end the program that makes the panel dark")
    func stopsWhole() throws {
        let ends = EndRequests()
        let script = PanelScript()
        script.ends = ends
        var run = try SimulatedRun(
            script, Steps(every: nil), takeBackEnd: { ends.takenBack.add(1, ordering: .relaxed) })
        run.run(until: milliseconds(10))
        run.link.request(.stop)
        run.run(until: milliseconds(20))
        expectEqual(script.calls.last, "stop after 1")
    }

    @Test("a picture that is too old is still shown if the content side draws no other one")
    func oldIsBetterThanNone() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(100)))
        run.run(until: milliseconds(60))
        run.isContentAlive = false
        run.oversleep(by: .seconds(1))
        run.run(until: milliseconds(1_100))
        expectEqual(script.calls, ["start", "show 0"])
        run.run(until: milliseconds(2_100))
        expectEqual(script.calls, ["start", "show 0", "show 1"])
    }

    @Test("an unexpected change is shown at once and replaces the pending picture")
    func events() throws {
        let script = PanelScript()
        let steps = Steps(every: .milliseconds(40))
        var run = try SimulatedRun(script, steps)
        run.run(until: milliseconds(50))
        steps.extra = 100
        steps.revision += 1
        run.nudgeContent()
        run.run(until: milliseconds(90))
        expectEqual(script.calls, ["start", "show 0", "show 1", "show 101", "show 102"])
        expectEqual(run.content.counters.skipped, 0)
        expectEqual(run.content.counters.lateness.worst, .zero)
    }

    @Test("a still picture is healed on time, and nothing else wakes the refresh")
    func healing() throws {
        let script = PanelScript()
        script.healingInterval = .milliseconds(950)
        var run = try SimulatedRun(script, Steps(every: nil))
        run.run(until: milliseconds(10))
        let before = run.steps
        run.run(until: milliseconds(9_600))
        expectEqual(script.calls, ["start", "show 0"] + [String](repeating: "heal", count: 10))
        expectEqual(run.steps - before, 10)
    }

    @Test("a panel that needs it is refreshed without a pause, and a new picture comes between two refreshes")
    func refreshes() throws {
        let script = PanelScript()
        script.needsRefresh = true
        var run = try SimulatedRun(script, Steps(every: .milliseconds(20)))
        run.stepTime = .milliseconds(8)
        run.run(until: milliseconds(35))
        let first = Array(script.calls.prefix(8))
        #expect(
            first == ["start", "show 0", "refresh 0", "refresh 0", "show 1", "refresh 1", "refresh 1", "show 2"]
                || first == [
                    "start", "show 0", "refresh 0", "refresh 0", "refresh 0", "show 1", "refresh 1", "refresh 1",
                ])
        run.run(until: milliseconds(2_000))
        let rate = try #require(run.content.counters.refreshRate)
        #expect(rate > 124.999 && rate < 125.001)
    }

    @Test("a failing call is retried three times, 10 ms apart, after the panel was restarted")
    func retries() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: nil))
        // The first picture, and the first two attempts to start again.
        script.failing = [1, 2, 3]
        run.run(until: milliseconds(19))
        expectEqual(script.calls, ["start", "show 0!", "start!"])
        run.run(until: milliseconds(200))
        expectEqual(script.calls, ["start", "show 0!", "start!", "start!", "start", "show 0"])
        expectEqual(run.content.counters.errors, 3)
        #expect(script.opened == 1 && script.closed == 0)
        #expect(run.content.problem == nil)
    }

    @Test("a panel that does not respond is made dark and closed, and opening is retried every second")
    func reopens() throws {
        let script = PanelScript()
        let steps = Steps(every: nil)
        var run = try SimulatedRun(script, steps)
        script.failing = [1, 2, 3, 4, 5]
        script.isGone = true
        run.run(until: milliseconds(500))
        expectEqual(script.calls, ["start", "show 0!", "start!", "start!", "start!", "stop!"])
        expectEqual(script.closed, 1)
        expectEqual(run.content.problem, "the wire is cut")
        run.run(until: milliseconds(3_500))
        expectEqual(script.opened, 1)
        steps.extra = 7
        steps.revision += 1
        script.isGone = false
        run.run(until: milliseconds(6_000))
        // What it shows first is what is right now.
        expectEqual(script.calls.suffix(2), ["start", "show 7"])
        #expect(script.opened == 2 && script.isLit)
        #expect(run.content.problem == nil)
        expectEqual(run.content.counters.reopenings, 1)
        expectEqual(run.content.counters.darkenings, [1, 0, 0])
    }

    @Test(
        "whichever calls fail, the panel shows the right picture once it responds again",
        arguments: 1...6)
    func everyError(failures: Int) throws {
        for first in 1..<14 {
            let script = PanelScript()
            script.healingInterval = .milliseconds(300)
            let steps = Steps(every: .milliseconds(100))
            var run = try SimulatedRun(script, steps)
            script.failing = Set(first..<(first + failures))
            run.run(until: milliseconds(5_050))
            #expect(script.isLit)
            expectEqual(script.calls.last { $0.hasPrefix("show") }, "show 50")
            let errors = run.content.counters.errors + script.failedOpenings
            expectEqual(errors, failures)
            run.link.request(.stop)
            run.run(until: milliseconds(5_100))
            #expect(run.link.hasEnded && run.link.isDarkAtEnd && !script.isLit)
        }
    }

    @Test("the panel goes dark if the content side is silent, and shows it again after a beat")
    func stall() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(100)), stall: .milliseconds(1_000))
        run.run(until: milliseconds(460))
        run.isContentAlive = false
        run.run(until: milliseconds(1_450))
        // The picture that was drawn ahead at 450 ms is still shown; that was the last heartbeat.
        #expect(script.calls.last == "show 5" && script.isLit)
        run.run(until: milliseconds(1_451))
        #expect(script.calls.last == "stop" && !script.isLit)
        run.run(until: milliseconds(3_000))
        expectEqual(script.calls.last, "stop")
        run.isContentAlive = true
        run.run(until: milliseconds(3_250))
        #expect(script.isLit && script.calls.last == "show 32")
        expectEqual(run.content.counters.darkenings, [0, 1, 0])
    }

    @Test("a still sign beats often enough not to count as silent")
    func stillIsNoStall() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: nil), stall: .seconds(10))
        run.run(until: milliseconds(100_000))
        expectEqual(script.calls, ["start", "show 0"])
    }

    @Test("a panel that the guardian made dark is restarted and shows the newest picture")
    func guardian() throws {
        let script = PanelScript()
        let count = SharedCount()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(40))) { count.value }
        run.run(until: milliseconds(50))
        count.value = 1
        run.oversleep(by: .milliseconds(1_000))
        run.run(until: milliseconds(1_085))
        // What it showed before, and what was drawn ahead, is wrong by now: nothing of that is shown.
        expectEqual(script.calls.prefix(5), ["start", "show 0", "show 1", "start", "show 26"])
        expectEqual(script.calls.suffix(2), ["show 26", "show 27"])
        expectEqual(run.content.counters.darkenings, [0, 0, 1])
    }

    @Test("ending makes the panel dark at once; draining shows the pending picture first")
    func ends() throws {
        for request in [RefreshMachine.Request.stop, .drain] {
            let script = PanelScript()
            var run = try SimulatedRun(script, Steps(every: .milliseconds(40)))
            run.run(until: milliseconds(50))
            run.isContentAlive = false
            run.link.request(request)
            run.run(until: milliseconds(79))
            expectEqual(run.link.hasEnded, (request == .stop))
            run.run(until: milliseconds(100))
            #expect(run.link.hasEnded && run.link.isDarkAtEnd)
            let calls =
                request == .stop
                ? ["start", "show 0", "show 1", "stop"] : ["start", "show 0", "show 1", "show 2", "stop"]
            expectEqual(script.calls, calls)
        }
    }

    @Test("making the panel dark is retried three times, and then reported as failed")
    func endFails() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: nil))
        run.run(until: milliseconds(10))
        script.failing = [2, 3, 4, 5]
        run.link.request(.stop)
        run.run(until: milliseconds(100))
        expectEqual(script.calls, ["start", "show 0", "stop!", "stop!", "stop!", "stop!"])
        #expect(run.link.hasEnded && !run.link.isDarkAtEnd)
        expectEqual(run.content.problem, "the wire is cut")
    }

    @Test("a sign whose device is closed ends at once")
    func endsClosed() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: nil))
        script.failing = [1, 2, 3, 4, 5]
        script.isGone = true
        run.run(until: milliseconds(500))
        run.link.request(.drain)
        run.run(until: milliseconds(510))
        #expect(run.link.hasEnded && run.link.isDarkAtEnd)
    }
}

// Unchecked: the tests use it on one thread.

/// A number that a closure reads.
final class SharedCount: @unchecked Sendable {
    var value: UInt64 = 0
}
