import Marquee
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Steps that take a decision every 70 ms; a picture tells how many were taken.
private final class DecidedSteps: Steps, DirectedContent {
    private(set) var nextDecision: Instant? = milliseconds(70)
    /// Each instant up to which decisions were asked for.
    private(set) var directions: [Instant] = []

    func direct(at instant: Instant) {
        directions.append(instant)
        while let due = nextDecision, due <= instant {
            extra += 100
            nextDecision = due + .milliseconds(70)
        }
    }
}

/// An SPI device that takes everything.
private struct SilentDevice: SPIDevice {
    mutating func send(_ message: SPIMessage) throws(ScriptedError) {}
    func transfersPerCall(ofLength length: Int) -> Int { .max }
}

@Suite("PictureBatch")
struct PictureBatchTests {
    private func shown(_ script: PanelScript) -> [String] { script.calls.filter { $0.hasPrefix("show") } }

    @Test("several pictures are drawn per wake-up, and each is shown when it is due")
    func fewWakeUps() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(10)), batch: 10)
        run.run(until: milliseconds(995))
        expectEqual(shown(script), (0..<100).map { "show \($0)" })
        #expect(run.content.counters.skipped == 0 && run.content.counters.lateness.worst == .zero)
        // Ten pictures a batch, and some steps for the start.
        #expect(run.contentSteps <= 15)
        #expect(run.steps <= 130)
    }

    @Test("a batch reaches no further than its span after its first picture")
    func span() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(60)), batch: 10)
        run.run(until: milliseconds(1))
        let batch = run.link.exchange.taken.pointee
        #expect(batch.count == 3 && batch.due(2) == milliseconds(120) && batch.next == milliseconds(180))
        run.run(until: milliseconds(1_190))
        expectEqual(shown(script), (0..<20).map { "show \($0)" })
    }

    @Test("an event in the middle of a batch is shown at once, and nothing of the rest of the batch")
    func events() throws {
        let script = PanelScript()
        let steps = Steps(every: .milliseconds(10))
        var run = try SimulatedRun(script, steps, batch: 10)
        run.run(until: milliseconds(43))
        steps.extra = 100
        steps.revision += 1
        run.nudgeContent()
        run.run(until: milliseconds(65))
        expectEqual(
            shown(script), ["show 0", "show 1", "show 2", "show 3", "show 4", "show 104", "show 105", "show 106"])
        expectEqual(run.content.counters.skipped, 0)
    }

    @Test("a decision is taken no sooner than the lead before its picture, and never in the middle of a batch")
    func decisions() throws {
        let script = PanelScript()
        let steps = DecidedSteps(every: .milliseconds(10))
        var run = try SimulatedRun(script, steps, batch: 10)
        run.run(until: milliseconds(19))
        #expect(steps.directions.allSatisfy { $0 < milliseconds(70) })
        run.run(until: milliseconds(155))
        let expected = (0...15).map { "show \($0 + 100 * ($0 / 7))" }
        expectEqual(shown(script), expected)
    }

    @Test("pictures of a batch that pass while both sides sleep are skipped and counted")
    func oversleeps() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(10)), batch: 10)
        run.run(until: milliseconds(12))
        run.oversleep(by: .milliseconds(35))
        run.run(until: milliseconds(65))
        expectEqual(shown(script), ["show 0", "show 1", "show 4", "show 5", "show 6"])
        expectEqual(run.content.counters.skipped, 2)
        expectEqual(run.content.counters.lateness.worst, .milliseconds(7))
    }

    @Test("after a stop of the whole process in the middle of a batch nothing old is shown")
    func stopped() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(10)), batch: 10)
        run.run(until: milliseconds(12))
        run.oversleep(by: .milliseconds(1_001))
        run.run(until: milliseconds(1_025))
        expectEqual(shown(script), ["show 0", "show 1", "show 101", "show 102"])
    }

    @Test("a sign that drains shows the rest of its batch first")
    func drains() throws {
        let script = PanelScript()
        let steps = Steps(every: .milliseconds(10))
        var run = try SimulatedRun(script, steps, batch: 4)
        run.content.end = milliseconds(40)
        run.run(until: milliseconds(12))
        run.link.request(.drain)
        run.run(until: milliseconds(100))
        expectEqual(script.calls, ["start", "show 0", "show 1", "show 2", "show 3", "stop"])
        #expect(run.link.hasEnded)
    }

    @Test("a sign whose next picture would come after its end sleeps until then")
    func end() throws {
        let script = PanelScript()
        var run = try SimulatedRun(script, Steps(every: .milliseconds(100)), batch: 10)
        run.content.end = milliseconds(90)
        run.run(until: milliseconds(1))
        let before = run.contentSteps
        run.run(until: milliseconds(89))
        expectEqual(run.contentSteps, before)
    }

    @Test("nothing is allocated while batches are drawn and shown")
    func allocations() throws {
        typealias Chain = RefreshedMAX7219<SilentDevice>
        let chain = MAX7219Chain(count: 4)
        let link = try RefreshLink<Chain>(batch: 10) { Frame(size: chain.size, format: .mono) }
        var panel = Chain(chain: chain, device: SilentDevice())
        try panel.start(at: .zero)
        link.offer(panel)
        let presenter = Presenter(Steps(every: .milliseconds(10)), size: chain.size, format: .mono)
        let loop = ContentLoop(link, presenter: presenter, stall: nil, encode: { swap(&$0, &$1) }) { _ in
            throw ScriptedError()
        }
        var run = SimulatedRun(link, content: loop, refresh: RefreshLoop(link))
        run.run(until: milliseconds(500))
        expectEqual(SignTestSupport.allocations { run.run(until: milliseconds(5_000)) }, 0)
        expectEqual(run.content.counters.shown, 501)
    }
}
