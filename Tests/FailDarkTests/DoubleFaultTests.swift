import Foundation
import KernelModel
import LinuxHardware
import SignTestSupport
import Testing

/// Faults of the sign and its guardian at the same time, or shortly after each other.
@Suite("Double faults", .serialized)
struct DoubleFaultTests {
    /// Causes a fault and expects the panel to be dark in time; `strike` returns when the fault took effect.
    private func expectDark(
        _ panel: TestPanel, _ what: String, within limit: Int64,
        finding find: (ShownSign) throws -> [pid_t] = { _ in [] }, strike: (ShownSign, [pid_t]) throws -> Int64
    ) throws {
        try Darkening.expect("\(panel.rawValue), \(what)", within: limit) {
            let sign = try ShownSign(panel)
            _ = try sign.waitForGuardian()
            try sign.wait(for: "light") { try sign.isLit() }
            let found = try find(sign)
            let time = try strike(sign, found)
            let darkening = try Darkening(of: sign, after: time)
            kill(sign.process.processIdentifier, SIGKILL)
            return darkening
        }
    }

    @Test("everything called ledsign is killed: the guardian has another name", arguments: TestPanel.some(1))
    func killedByName(panel: TestPanel) throws {
        try expectDark(
            panel, "killed by name", within: 100_000_000, finding: { try $0.processes(foundBy: "pgrep") },
            strike: { sign, found in
                #expect(found.contains(sign.process.processIdentifier))
                let time = SystemMonotonicClock().now.nanoseconds
                for number in found { kill(number, SIGKILL) }
                return time
            })
    }

    @Test("everything called ledsign is stopped: the guardian has another name", arguments: TestPanel.some(0))
    func stoppedByName(panel: TestPanel) throws {
        try expectDark(
            panel, "stopped by name", within: panel.maximumTimeAfterStop,
            finding: { try $0.processes(foundBy: "pgrep") },
            strike: { sign, found in
                #expect(found.contains(sign.process.processIdentifier))
                for number in found { kill(number, SIGSTOP) }
                return try sign.send(SIGSTOP)
            })
    }

    @Test("a sign that is stopped again as soon as it is lit again gets dark again", arguments: TestPanel.some(1))
    func stoppedTwice(panel: TestPanel) throws {
        try expectDark(
            panel, "stopped twice", within: panel.maximumTimeAfterStop,
            finding: { sign in
                _ = try sign.darkness(after: try sign.send(SIGSTOP))
                // The guardian looks again much later than the sign takes to light the panel.
                _ = try sign.send(SIGCONT)
                try sign.wait(for: "light") { try sign.isLit() }
                return []
            },
            strike: { sign, _ in try sign.send(SIGSTOP) })
    }

    @Test("a guardian that is stopped wakes up when its sign dies", arguments: TestPanel.some(0))
    func guardianStoppedAndSignKilled(panel: TestPanel) throws {
        try expectDark(
            panel, "guardian stopped, sign killed", within: 100_000_000, finding: { try $0.guardians() },
            strike: { sign, found in
                for number in found { kill(number, SIGSTOP) }
                return try sign.send(SIGKILL)
            })
    }

    @Test(
        "a guardian that is stopped is replaced, and the new one does its work",
        arguments: [SIGKILL, SIGSTOP], TestPanel.some(1))
    func guardianStoppedAndReplaced(signal: Int32, panel: TestPanel) throws {
        let limit = signal == SIGSTOP ? panel.maximumTimeAfterStop : 100_000_000
        try Darkening.expect("\(panel.rawValue), guardian replaced, signal \(signal)", within: limit) {
            let sign = try ShownSign(panel)
            let first = try sign.waitForGuardian()
            kill(first, SIGSTOP)
            _ = try sign.waitForGuardian(otherThan: [first])
            // The old one is gone: if it went on, it would treat its sign as dead.
            try expectEqual(sign.guardians().contains(first), false)
            try sign.wait(for: "light") { try sign.isLit() }
            let darkening = try Darkening(of: sign, after: try sign.send(signal))
            kill(sign.process.processIdentifier, SIGKILL)
            return darkening
        }
    }

    @Test("a sign that is stopped stays dark when its guardian is stopped after it", arguments: TestPanel.some(0))
    func signStoppedAndThenGuardian(panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        let guardian = try sign.waitForGuardian()
        _ = try sign.darkness(after: try sign.send(SIGSTOP))
        kill(guardian, SIGSTOP)
        #expect(try !sign.isLit())
        // What was stopped is killed: a guardian that wakes up makes the panel dark once more.
        kill(sign.process.processIdentifier, SIGKILL)
        try sign.wait(for: "the end of the guardian") { try sign.guardians().isEmpty }
        #expect(try !sign.isLit())
    }

    @Test("a sign that is killed while its guardian is being replaced is made dark", arguments: TestPanel.some(1))
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

    @Test(
        "a guardian that loads slowly does not keep the sign from drawing",
        arguments: sample([TestPanel.calls, .spi], 1))
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
        // What the machine's other work costs comes on top.
        #expect((gaps.max() ?? 0) < 500_000_000 + sign.noise(since: time))
        try sign.wait(for: "light") { try sign.isLit() }
        #expect(held != nil)
        held = nil
        _ = try sign.waitForGuardian(otherThan: [first])
        kill(sign.process.processIdentifier, SIGTERM)
        sign.process.waitUntilExit()
        try expectEqual(sign.errorText(), "")
    }

    @Test("pidof(8) finds the sign alone, as the help has it")
    func named() throws {
        let sign = try ShownSign(.spi)
        let guardian = try sign.waitForGuardian()
        for finder in ["pidof", "pgrep"] {
            try expectEqual(sign.processes(foundBy: finder), [sign.process.processIdentifier])
        }
        let commandLine = try #require(FileManager.default.contents(atPath: "/proc/\(guardian)/cmdline"))
        #expect(!String(decoding: commandLine, as: UTF8.self).contains("ledsign"))
    }
}
