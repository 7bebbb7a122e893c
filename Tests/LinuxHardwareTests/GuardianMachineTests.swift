import SignTestSupport
import Testing
import Timelines

@testable import LinuxHardware

@Suite("GuardianMachine")
struct GuardianMachineTests {
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// What is due at an instant: the start of a guardian, or the end of one that does not get ready.
    private func due(_ machine: GuardianMachine, _ now: Instant) -> String? {
        guard machine.isDue(at: now) else { return nil }
        if case .absent = machine.state { return "start" }
        return "give up"
    }

    /// A machine whose guardian watches; it was started at 0 ms.
    private func watching() -> GuardianMachine {
        var machine = GuardianMachine(at: at(0))
        machine.started(at: at(0))
        machine.watches()
        return machine
    }

    @Test("a guardian is started at once, and nothing more is due when it watches")
    func starts() {
        var machine = GuardianMachine(at: at(0))
        expectEqual(due(machine, at(0)), "start")
        machine.started(at: at(0))
        #expect(due(machine, at(1)) == nil)
        machine.watches()
        #expect(machine.state == .watching && machine.wake == .distantFuture)
        #expect(due(machine, at(1_000_000)) == nil)
    }

    @Test("a guardian that does not get ready is abandoned after 30 s")
    func givesUp() {
        var machine = GuardianMachine(at: at(0))
        machine.started(at: at(5))
        expectEqual(machine.wake, at(30_005))
        #expect(due(machine, at(30_004)) == nil)
        expectEqual(due(machine, at(30_005)), "give up")
    }

    @Test("a lost guardian is replaced at once, but at most ten times a second")
    func replaces() {
        var machine = watching()
        machine.lost(at: at(7_000))
        expectEqual(due(machine, at(7_000)), "start")
        machine.started(at: at(7_000))
        machine.watches()
        machine.lost(at: at(7_010))
        #expect(due(machine, at(7_010)) == nil)
        expectEqual(machine.wake, at(7_100))
        expectEqual(due(machine, at(7_100)), "start")
    }

    @Test("the first start that fails is tried again soon, the others each second, and success forgets that")
    func retries() {
        var machine = GuardianMachine(at: at(0))
        machine.started(at: at(0))
        machine.failed(at: at(20))
        #expect(machine.failures == 1 && machine.wake == at(100))
        machine.started(at: at(100))
        machine.failed(at: at(120))
        #expect(machine.failures == 2 && machine.wake == at(1_120))
        machine.started(at: at(1_120))
        machine.watches()
        expectEqual(machine.failures, 0)
    }

    @Test("a guardian that cannot be started is retried each second from the second attempt on")
    func cannotStart() {
        var machine = GuardianMachine(at: at(0))
        machine.failed(at: at(0))
        expectEqual(due(machine, at(0)), "start")
        machine.failed(at: at(0))
        expectEqual(machine.wake, at(1_000))
        #expect(due(machine, at(999)) == nil)
    }

    @Test("a lost guardian that cannot be replaced leaves the panel unguarded after 200 ms, until one watches")
    func unguarded() {
        var machine = watching()
        machine.lost(at: at(7_000))
        #expect(!machine.isUnguarded(at: at(9_000)), "one is being started")
        // At once, once more at once, and then each 100 ms.
        var attempts: [Instant] = []
        while machine.wake < at(7_500) {
            attempts.append(machine.wake)
            machine.failed(at: machine.wake)
        }
        expectEqual(attempts, [7_000, 7_000, 7_100, 7_200].map(at))
        #expect(!machine.isUnguarded(at: at(7_199)) && machine.isUnguarded(at: at(7_200)))
        expectEqual(machine.wake, at(8_200))
        machine.started(at: at(8_200))
        #expect(machine.isUnguarded(at: at(8_250)))
        machine.watches()
        #expect(!machine.isUnguarded(at: at(8_300)))
        machine.lost(at: at(9_000))
        machine.started(at: at(9_000))
        #expect(!machine.isUnguarded(at: at(9_900)), "it is loading, and none has failed")
    }

    @Test("before the first guardian the panel is dark anyway")
    func beforeTheFirst() {
        var machine = GuardianMachine(at: at(0))
        machine.failed(at: at(0))
        machine.failed(at: at(1_000))
        #expect(!machine.isUnguarded(at: at(5_000)))
    }
}
