import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("RefreshMachine")
struct RefreshMachineTests {
    /// What a panel is after the commands that it got.
    private struct Panel {
        var isOpen = false
        var isStarted = false
        /// Whether it was told to be dark since it was last lit.
        var isTold = true
    }

    /// Carries a command out, well or badly; returns what is wrong with having got it.
    private func carryOut(
        _ command: RefreshMachine.Command, fails: Bool, _ panel: inout Panel, _ facts: inout RefreshMachine.Facts
    ) -> String? {
        switch command {
        case .adopt:
            if panel.isOpen { return "a second panel is taken" }
            panel = Panel(isOpen: true, isStarted: true, isTold: true)
        case .start:
            if !panel.isOpen { return "a panel that is closed is started" }
            panel.isStarted = !fails
        case .show:
            if !panel.isStarted { return "a panel is lit that was not started" }
            panel.isTold = false
            if fails { panel.isStarted = false }
        case .darken:
            if !facts.hasPanel { return "a panel that is closed is darkened" }
            panel.isStarted = false
            panel.isTold = true
        case .close:
            if !panel.isTold { return "a panel is closed that was not darkened" }
            panel = Panel()
            facts.hasPanel = false
        case .wait, .finish: break
        }
        return nil
    }

    @Test(
        "whatever fails, panels are lit only after a start, darkened before they are closed, and every end comes soon")
    func randomWalks() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            var machine = RefreshMachine(stall: .milliseconds(500))
            var facts = RefreshMachine.Facts()
            var panel = Panel()
            var now = Instant.zero
            var lastFailure: Instant?
            var problems: [String] = []
            let failureShare = UInt64.random(in: 1...10, using: &random)
            let length = Int.random(in: 5...200, using: &random)
            var commandsToEnd = 0
            for step in 0..<(length + 60) {
                if random.next() % 10 == 0 { facts.request = facts.request == .run ? .pause : .run }
                if step >= length { facts.request = .stop }
                if random.next() % 4 != 0 { facts.contentHeartbeat = now }
                if random.next() % 20 == 0 { facts.darkenings += 1 }
                if machine.state == .closed, random.next() % 3 == 0 { facts.hasPanel = true }
                let command = machine.next(at: now, facts)
                if command == .finish { break }
                if step >= length { commandsToEnd += 1 }
                if case .wait(let until) = command {
                    if let until, until <= now { problems.append("waits for what is over") }
                    now = until ?? now + .milliseconds(Int64(random.next() % 400))
                    continue
                }
                if let lastFailure, now < lastFailure + RefreshMachine.retryInterval, command == .start {
                    problems.append("tries again at once")
                }
                let canFail = command == .start || command == .show || command == .darken
                let fails = canFail && random.next() % 11 < failureShare
                if let problem = carryOut(command, fails: fails, &panel, &facts) { problems.append(problem) }
                if fails { machine.failed(command, at: now) } else { machine.succeeded(command) }
                lastFailure = fails ? now : nil
                now = now + .milliseconds(Int64(random.next() % 3))
            }
            #expect(problems.isEmpty, "\(problems)")
            expectEqual(machine.state, .stopped)
            // Four attempts to darken, with a wait before each but the first.
            #expect(commandsToEnd <= 8)
        }
    }

    @Test("draining lasts as long as a picture is pending")
    func drain() {
        var machine = RefreshMachine(stall: nil)
        var facts = RefreshMachine.Facts()
        facts.hasPanel = true
        var commands = [machine.next(at: .zero, facts)]
        machine.succeeded(.adopt)
        facts.request = .drain
        facts.isPending = true
        commands.append(machine.next(at: .zero, facts))
        machine.succeeded(.show)
        facts.isPending = false
        commands.append(machine.next(at: .zero, facts))
        machine.succeeded(.darken)
        commands.append(machine.next(at: .zero, facts))
        expectEqual(commands, [.adopt, .show, .darken, .finish])
        #expect(machine.isDarkAtEnd)
    }

    @Test("a pause makes the panel dark, whatever the content side says, until it runs again or ends")
    func pause() {
        for end in [RefreshMachine.Request.run, .stop] {
            var machine = RefreshMachine(stall: nil)
            var facts = RefreshMachine.Facts()
            facts.hasPanel = true
            machine.succeeded(machine.next(at: .zero, facts))
            machine.succeeded(machine.next(at: .zero, facts))
            expectEqual(machine.state, .showing)
            facts.request = .pause
            expectEqual(machine.next(at: .zero, facts), .darken)
            machine.succeeded(.darken)
            expectEqual(machine.darkening, .guardian)
            expectEqual(machine.state, .stalled)
            facts.isPending = true
            expectEqual(machine.next(at: .zero, facts), .wait(until: .zero + RefreshMachine.stallInterval))
            facts.request = end
            expectEqual(machine.next(at: .zero + .milliseconds(5), facts), end == .run ? .start : .darken)
        }
    }
}
