import Foundation
import KernelModel
import LinuxHardware
import SignTestSupport
import Testing

/// The real program, ended in every way: its panel is dark within a tenth of a second, and stays so; one of chips that keep
/// their picture, where the refresh stands still, within two seconds.
///
/// Times are those of the model's log, or of looks at its registers five times in a millisecond.
@Suite("Fail dark", .serialized)
struct FailDarkTests {
    /// A way to end the program, or to hinder it.
    enum Cause: CaseIterable, CustomTestStringConvertible {
        case interrupt, terminate, hangup, kill, stop
        case illegal, abort, segment
        case trapInRefresh, trapInContent, faultInRefresh, faultInContent, abortInContent, overflowInRefresh,
            leaveRefresh

        var testDescription: String { "\(self)" }

        /// The signal that is sent to the process, or to a thread to provoke a fault.
        var signal: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangup: SIGHUP
            case .kill: SIGKILL
            case .stop: SIGSTOP
            case .illegal: SIGILL
            case .abort: SIGABRT
            case .segment: SIGSEGV
            default: SIGUSR2
            }
        }

        /// What is provoked, and in which thread.
        var fault: (kind: String, thread: String)? {
            switch self {
            case .trapInRefresh: ("trap", "refresh")
            case .trapInContent: ("trap", "ledsign")
            case .faultInRefresh: ("fault", "refresh")
            case .faultInContent: ("fault", "ledsign")
            case .abortInContent: ("abort", "ledsign")
            case .overflowInRefresh: ("overflow", "refresh")
            case .leaveRefresh: ("leave", "refresh")
            default: nil
            }
        }

        /// How long a panel may stay lit, in nanoseconds.
        func limit(_ panel: TestPanel) -> Int64 {
            switch self {
            case .stop: panel.maximumTimeAfterStop
            case .leaveRefresh: max(panel.maximumTimeAfterStop, FailDarkTests.limit)
            default: FailDarkTests.limit
            }
        }

        /// Whether the program lives on.
        var livesOn: Bool { self == .stop }
    }

    /// A cause and the panel that it is brought about on.
    struct Ending: CustomTestStringConvertible {
        let cause: Cause
        let panel: TestPanel

        var testDescription: String { "\(cause), \(panel.rawValue)" }

        /// Every cause on every panel where tests are exhaustive; otherwise each cause on one panel, by turns, and on all panels
        /// those that only a guardian can act on.
        static func some(of causes: [Cause]) -> [Ending] {
            let all = causes.enumerated().flatMap { number, cause in
                TestPanel.allCases.enumerated().map { place, panel in
                    (Ending(cause: cause, panel: panel), isFew: number % 4 == place || cause == .kill || cause == .stop)
                }
            }
            return all.filter { isExhaustive || $0.isFew }.map(\.0)
        }
    }

    /// Brings a cause about; returns when.
    private func bringAbout(_ cause: Cause, in sign: ShownSign) throws -> Int64 {
        guard let fault = cause.fault else { return try sign.send(cause.signal) }
        let thread = try #require(sign.thread(fault.thread))
        let time = SystemMonotonicClock().now.nanoseconds
        try expectEqual(Self.send(cause.signal, to: thread, of: sign.process.processIdentifier), 0)
        return time
    }

    /// Calls tgkill(2), which Swift does not see.
    private static func send(_ signal: Int32, to thread: pid_t, of process: pid_t) throws -> Int32 {
        typealias Call = @convention(c) (pid_t, pid_t, Int32) -> Int32
        let place = try #require(dlsym(nil, "tgkill"))
        return unsafeBitCast(place, to: Call.self)(process, thread, signal)
    }

    /// How long a panel may stay lit after its program has died, in nanoseconds.
    private static let limit: Int64 = 100_000_000

    private func check(_ cause: Cause, _ panel: TestPanel, keepsOutputs: Bool) throws {
        let what = "\(panel.rawValue), \(cause)" + (keepsOutputs ? "" : ", not kept")
        var attempts: useconds_t = 0
        try Darkening.expect(what, within: cause.limit(panel)) {
            let sign = try ShownSign(panel, keepsOutputs: keepsOutputs, provoking: cause.fault?.kind)
            // The program has much to do at its start, and a busy machine prolongs that: later attempts strike later.
            usleep(attempts * 100_000)
            attempts += 1
            let time = try bringAbout(cause, in: sign)
            let darkening = try Darkening(of: sign, after: time)
            if !cause.livesOn {
                sign.process.waitUntilExit()
                // Those of a kernel that keeps outputs end; the others hold the lines until they are asked for.
                let left = !keepsOutputs && panel != .spi ? 1 : 0
                try sign.wait(for: "the end of the guardian") { try sign.guardians().count == left }
                try expectEqual(sign.model.isAnythingHeld(), (left == 1))
            }
            if cause == .leaveRefresh {
                // Only a new process can light the panel again: this one says so, for a service manager to start one.
                expectEqual(sign.process.terminationStatus, 1)
                let words = try sign.errorText()
                // Calibration writes registers before the thread is ready, which seems like light: it may be struck then.
                let isEarly = words.contains("cannot start the refresh thread: it ended at once")
                #expect(isEarly || words.contains("the thread that drives the panel has died"))
            }
            #expect(try !sign.isLit())
            return darkening
        }
    }

    @Test("every cause makes a panel dark, on a kernel that keeps outputs", arguments: Ending.some(of: Cause.allCases))
    func kept(ending: Ending) throws {
        try check(ending.cause, ending.panel, keepsOutputs: true)
    }

    @Test(
        "on a kernel that does not keep outputs the guardian goes on holding the lines",
        arguments: Ending.some(of: [.terminate, .kill, .stop, .trapInContent, .overflowInRefresh]))
    func notKept(ending: Ending) throws {
        try check(ending.cause, ending.panel, keepsOutputs: false)
    }

    @Test(
        "without a guardian SIGKILL and SIGSTOP leave the panel lit", arguments: [SIGKILL, SIGSTOP], TestPanel.some(0))
    func unguarded(signal: Int32, panel: TestPanel) throws {
        var hasStayedLit = false
        // A HUB75 panel is dark between its pulses, so that some instants are harmless.
        for _ in 0..<20 where !hasStayedLit {
            let sign = try ShownSign(panel, arguments: ["--no-guardian"])
            #expect(try sign.guardians().isEmpty)
            kill(sign.process.processIdentifier, signal)
            let time = SystemMonotonicClock().now.nanoseconds
            try sign.wait(for: "a third of a second") {
                SystemMonotonicClock().now.nanoseconds - time > 333_000_000
            }
            hasStayedLit = try sign.isLit()
        }
        #expect(hasStayedLit)
    }

    @Test("after SIGCONT the panel is lit again", arguments: TestPanel.some(1))
    func continues(panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        try Darkening.expect("\(panel.rawValue), stop, to go on", within: panel.maximumTimeAfterStop) {
            let darkening = try Darkening(of: sign, after: try sign.send(SIGSTOP))
            kill(sign.process.processIdentifier, SIGCONT)
            try sign.wait(for: "light") { try sign.isLit() }
            return darkening
        }
        kill(sign.process.processIdentifier, SIGTERM)
        sign.process.waitUntilExit()
        expectEqual(sign.process.terminationStatus, 128 + SIGTERM)
        try expectEqual(sign.errorText(), "")
    }

    @Test("a guardian that is killed is replaced, and the new one does its work", arguments: TestPanel.some(0))
    func respawned(panel: TestPanel) throws {
        try Darkening.expect("\(panel.rawValue), kill, after the first guardian", within: Self.limit) {
            let sign = try ShownSign(panel, keepsOutputs: false)
            let first = try sign.waitForGuardian()
            kill(first, SIGKILL)
            _ = try sign.waitForGuardian(otherThan: [first])
            try sign.wait(for: "light") { try sign.isLit() }
            return try Darkening(of: sign, after: try sign.send(SIGKILL))
        }
    }

    @Test(
        "a panel whose guardian is lost and cannot be replaced goes dark, and is lit again under a new one",
        arguments: TestPanel.some(1))
    func unguarded(panel: TestPanel) throws {
        // No connection to a second guardian can be made, and in the other sign not for three seconds.
        let dying = try ShownSign(panel, failing: "socketpair:error=EMFILE:when=2+")
        kill(try dying.waitForGuardian(), SIGKILL)
        _ = try dying.darkness(after: 0)
        try dying.wait(for: "the problem") {
            try dying.errorText().contains("the panel is dark, because it has no guardian")
        }
        kill(dying.process.processIdentifier, SIGKILL)
        dying.process.waitUntilExit()
        #expect(try !dying.isLit())
        try Darkening.expect("\(panel.rawValue), kill, after a time without a guardian", within: Self.limit) {
            let sign = try ShownSign(panel, failing: "socketpair:error=EMFILE:when=2..7")
            let first = try sign.waitForGuardian()
            kill(first, SIGKILL)
            _ = try sign.darkness(after: 0)
            _ = try sign.waitForGuardian(otherThan: [first])
            try sign.wait(for: "light") { try sign.isLit() }
            return try Darkening(of: sign, after: try sign.send(SIGKILL))
        }
    }

    @Test("signals that end a terminal's programs do not end the guardian", arguments: [SIGINT, SIGTERM, SIGHUP])
    func deaf(signal: Int32) throws {
        try Darkening.expect("kill, guardian signalled before", within: Self.limit) {
            let sign = try ShownSign(.calls)
            let guardian = try #require(try sign.guardians().first)
            kill(guardian, signal)
            expectEqual(getsid(guardian), guardian)
            return try Darkening(of: sign, after: try sign.send(SIGKILL))
        }
    }

    @Test(
        "`ledsign dark` takes the lines that a guardian holds, and leaves the panel dark", arguments: TestPanel.allCases
    )
    func taken(panel: TestPanel) throws {
        let sign = try ShownSign(panel, keepsOutputs: false)
        kill(sign.process.processIdentifier, SIGKILL)
        try sign.wait(for: "darkness") { try !sign.isLit() }
        let before = try sign.guardians()
        try expectEqual(sign.runDark(), 0)
        let left = panel == .spi ? 0 : 1
        try sign.wait(for: "the end of the first guardian") { try sign.guardians().count == left }
        let after = try sign.guardians()
        #expect(panel == .spi || after != before)
        try expectEqual(sign.model.isAnythingHeld(), (left == 1))
        #expect(try !sign.isLit())
    }

    @Test("a guardian that holds lines has no socket address that another process could take first")
    func hasNoAddress() throws {
        let sign = try ShownSign(.calls, keepsOutputs: false)
        kill(sign.process.processIdentifier, SIGKILL)
        try sign.wait(for: "a guardian that holds the lines") {
            try sign.guardians().contains { ShownSign.name(of: $0) == "panel-holder" }
        }
        let inodes = try sign.guardians().flatMap { try ShownSign.sockets(of: $0) }
        let sockets = String(
            decoding: try #require(FileManager.default.contents(atPath: "/proc/net/unix")), as: UTF8.self)
        // The last column but one is the inode, the last one the address, where there is one.
        let addresses = sockets.split(separator: "\n").filter { line in
            let words = line.split(separator: " ")
            return words.count > 7 && inodes.contains(String(words[6]))
        }
        #expect(addresses.isEmpty)
        #expect(!sockets.contains("ledsign/gpio"))
    }

    @Test("`ledsign dark` leaves the lines of other panels alone")
    func takesItsOwn() throws {
        let signs = try [ShownSign(.calls, keepsOutputs: false), ShownSign(.calls, keepsOutputs: false)]
        for sign in signs { kill(sign.process.processIdentifier, SIGKILL) }
        for sign in signs {
            try sign.wait(for: "a guardian that holds the lines") {
                try sign.guardians().contains { ShownSign.name(of: $0) == "panel-holder" }
            }
        }
        let others = try signs[1].guardians()
        try expectEqual(signs[0].runDark(), 0)
        try expectEqual(signs[1].guardians(), others)
        #expect(try signs[1].model.isAnythingHeld())
    }

    @Test(
        "`ledsign dark` is an error that names the sign that holds the lines", arguments: [TestPanel.bitBanged, .calls])
    func refused(panel: TestPanel) throws {
        let sign = try ShownSign(panel)
        try expectEqual(sign.runDark(), 1)
        #expect(try sign.errorText().contains("ledsign holds line"))
        #expect(sign.process.isRunning)
    }

    @Test("a normal end leaves no process if the kernel keeps outputs, and otherwise one that holds the lines")
    func endsInOrder() throws {
        for (keeps, left) in [(true, 0), (false, 1)] {
            let sign = try ShownSign(.calls, keepsOutputs: keeps)
            kill(sign.process.processIdentifier, SIGINT)
            sign.process.waitUntilExit()
            expectEqual(sign.process.terminationStatus, 0)
            try sign.wait(for: "the end of the guardian") { try sign.guardians().count == left }
            #expect(try !sign.isLit())
            try expectEqual(sign.model.isAnythingHeld(), !keeps)
        }
    }

    @Test(
        "a guardian watches where memory has to be sealed against execution, and where no such seal is known",
        arguments: ["memfd sealed", "memfd old"])
    func sealed(kernel: String) throws {
        try Darkening.expect("kill, \(kernel)", within: Self.limit) {
            let sign = try ShownSign(.spi, kernel: [kernel])
            _ = try sign.waitForGuardian()
            return try Darkening(of: sign, after: try sign.send(SIGKILL))
        }
    }
}
