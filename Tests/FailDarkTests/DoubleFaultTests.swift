import Foundation
import KernelModel
import LinuxHardware
import Testing

/// What happens to the sign and its guardian at once, or to the one shortly after the other.
@Suite("Double faults", .serialized)
struct DoubleFaultTests {
    /// Brings a fault about up to three times: a machine that does something else can be late once.
    private func expectDark(
        _ panel: TestPanel, _ what: String, within limit: Int64,
        finding find: (ShownSign) throws -> [pid_t] = { _ in [] }, strike: (ShownSign, [pid_t]) throws -> Void
    ) throws {
        var isInTime = false
        for _ in 0..<3 where !isInTime {
            let sign = try ShownSign(panel)
            _ = try sign.waitForGuardian()
            try sign.wait(for: "light") { try sign.isLit() }
            let found = try find(sign)
            let time = SystemMonotonicClock().now.nanoseconds
            try strike(sign, found)
            let darkness = try sign.darkness(after: time)
            let noise = sign.noise(since: time)
            print("fail-dark: \(panel.rawValue), \(what): \(darkness / 1_000) us, noise \(noise / 1_000) us")
            isInTime = darkness <= limit + 2 * noise
            kill(sign.process.processIdentifier, SIGKILL)
        }
        #expect(isInTime, "\(what): not dark in time")
    }

    @Test("everything called ledsign is killed: the guardian has another name", arguments: TestPanel.allCases)
    func killedByName(panel: TestPanel) throws {
        try expectDark(
            panel, "killed by name", within: 100_000_000, finding: { try $0.processes(foundBy: "pgrep") },
            strike: { _, found in
                #expect(!found.isEmpty)
                for number in found { kill(number, SIGKILL) }
            })
    }

    @Test("everything called ledsign is stopped: the guardian has another name", arguments: TestPanel.allCases)
    func stoppedByName(panel: TestPanel) throws {
        try expectDark(
            panel, "stopped by name", within: panel.mostTimeAfterStop, finding: { try $0.processes(foundBy: "pgrep") },
            strike: { _, found in
                #expect(!found.isEmpty)
                for number in found { kill(number, SIGSTOP) }
            })
    }

    @Test("a guardian that is stopped wakes up when its sign dies", arguments: TestPanel.allCases)
    func guardianStoppedAndSignKilled(panel: TestPanel) throws {
        try expectDark(
            panel, "guardian stopped, sign killed", within: 100_000_000, finding: { try $0.guardians() },
            strike: { sign, found in
                for number in found { kill(number, SIGSTOP) }
                kill(sign.process.processIdentifier, SIGKILL)
            })
    }

    @Test(
        "a guardian that is stopped is replaced, and the new one does its work",
        arguments: [SIGKILL, SIGSTOP], TestPanel.allCases)
    func guardianStoppedAndReplaced(signal: Int32, panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        let first = try sign.waitForGuardian()
        kill(first, SIGSTOP)
        _ = try sign.waitForGuardian(otherThan: [first])
        // The old one is gone for good: should it go on, it would take its sign for dead.
        #expect(try sign.guardians().contains(first) == false)
        try sign.wait(for: "light") { try sign.isLit() }
        let time = SystemMonotonicClock().now.nanoseconds
        kill(sign.process.processIdentifier, signal)
        let limit = signal == SIGSTOP ? panel.mostTimeAfterStop : 100_000_000
        #expect(try sign.darkness(after: time) <= limit + 2 * sign.noise(since: time))
        kill(sign.process.processIdentifier, SIGKILL)
    }

    @Test("a sign that is stopped stays dark when its guardian is stopped after it", arguments: TestPanel.allCases)
    func signStoppedAndThenGuardian(panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        let guardian = try sign.waitForGuardian()
        let time = SystemMonotonicClock().now.nanoseconds
        kill(sign.process.processIdentifier, SIGSTOP)
        _ = try sign.darkness(after: time)
        kill(guardian, SIGSTOP)
        #expect(try !sign.isLit())
        // What was stopped is killed: a guardian that wakes up makes the panel dark once more.
        kill(sign.process.processIdentifier, SIGKILL)
        try sign.wait(for: "the end of the guardian") { try sign.guardians().isEmpty }
        #expect(try !sign.isLit())
    }

    @Test("a sign that is killed while its guardian is being replaced is made dark", arguments: TestPanel.allCases)
    func signKilledDuringReplacement(panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        let first = try sign.waitForGuardian()
        var held: HeldStarts? = try sign.model.holdStarts()
        kill(first, SIGKILL)
        try sign.wait(for: "a replacement that loads") { try sign.guardians().contains { $0 != first } }
        kill(sign.process.processIdentifier, SIGKILL)
        sign.process.waitUntilExit()
        #expect(held != nil)
        held = nil
        try sign.wait(for: "darkness") { try !sign.isLit() }
        try sign.wait(for: "the end of the guardian") { try sign.guardians().isEmpty }
        #expect(try !sign.isLit())
    }

    @Test("a stopped guardian makes the panel dark when the sign is killed before the new one watches")
    func signKilledDuringReplacementOfStopped() throws {
        let sign = try ShownSign(.registers)
        let first = try sign.waitForGuardian()
        var held: HeldStarts? = try sign.model.holdStarts()
        kill(first, SIGSTOP)
        try sign.wait(for: "a replacement that loads") { try sign.guardians().contains { $0 != first } }
        kill(sign.process.processIdentifier, SIGKILL)
        // The new one has not begun yet.
        try sign.wait(for: "darkness") { try !sign.isLit() }
        #expect(held != nil)
        held = nil
        try sign.wait(for: "the end of the guardians") { try sign.guardians().isEmpty }
        #expect(try !sign.isLit())
    }

    @Test("a guardian that loads slowly does not keep the sign from drawing", arguments: [TestPanel.spi, .calls])
    func slowReplacement(panel: TestPanel) throws {
        let sign = try ShownSign(panel, arguments: ["--stall", "1s"])
        let first = try sign.waitForGuardian()
        var held: HeldStarts? = try sign.model.holdStarts()
        kill(first, SIGKILL)
        try sign.wait(for: "a replacement that loads") { try sign.guardians().contains { $0 != first } }
        let time = SystemMonotonicClock().now.nanoseconds
        // Three times as long as the drawing side may be silent; a HUB75 panel is dark between its pulses.
        try sign.wait(for: "three seconds") {
            _ = try sign.history()
            return SystemMonotonicClock().now.nanoseconds - time > 3_000_000_000
        }
        let history = try sign.history().filter { $0.time > time }
        let gaps = zip(history, history.dropFirst()).filter { !$0.0.isLit }.map { $1.time - $0.time }
        #expect((gaps.max() ?? 0) < 500_000_000)
        try sign.wait(for: "light") { try sign.isLit() }
        #expect(held != nil)
        held = nil
        _ = try sign.waitForGuardian(otherThan: [first])
        kill(sign.process.processIdentifier, SIGTERM)
        sign.process.waitUntilExit()
        #expect(try sign.errorText() == "")
    }

    @Test("pidof(8) finds the sign alone, as the help has it")
    func named() throws {
        let sign = try ShownSign(.spi)
        let guardian = try sign.waitForGuardian()
        for finder in ["pidof", "pgrep"] {
            #expect(try sign.processes(foundBy: finder) == [sign.process.processIdentifier])
        }
        let commandLine = try #require(FileManager.default.contents(atPath: "/proc/\(guardian)/cmdline"))
        #expect(!String(decoding: commandLine, as: UTF8.self).contains("ledsign"))
    }
}
