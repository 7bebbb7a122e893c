import Foundation
import KernelModel
import LinuxHardware
import SignTestSupport

/// `ledsign show` in a process of its own, on a model of the kernel.
final class ShownSign {
    /// Something did not come about in a minute.
    struct TimeoutError: Error, CustomStringConvertible {
        let description: String
    }

    let panel: TestPanel
    let model: KernelModel
    private(set) var process = Process()
    private let watch: RegisterWatch
    private var simulated: PanelHistory
    private var place: UInt64 = 0
    private let errors: URL

    /// Starts it and returns when the panel is lit.
    ///
    /// - Parameter failing: its calls that fail, as `inject` of strace(1) has them.
    init(
        _ panel: TestPanel, keepsOutputs: Bool = true, arguments: [String] = [], provoking: String? = nil,
        kernel: [String] = [], on model: KernelModel? = nil, guardianSocket: String? = nil, failing: String? = nil
    ) throws {
        self.panel = panel
        self.model = try model ?? panel.model(keepsOutputs: keepsOutputs, further: kernel)
        watch = try RegisterWatch(self.model)
        simulated = PanelHistory(panel)
        errors = self.model.folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        // A busy machine can make the system calls seem so slow that the program refuses the board.
        var surroundings = provoking.map { ["LEDSIGN_PROVOKE": $0] } ?? [:]
        if let guardianSocket { surroundings["LEDSIGN_GUARDIAN_SOCKET"] = guardianSocket }
        for _ in 0..<5 {
            try start(arguments, surroundings, failing: failing)
            try wait(for: "a refresh thread") { thread("refresh") != nil || !process.isRunning }
            if process.isRunning { break }
        }
        try wait(for: "light") { try isLit() }
        guard panel == .spi else { return }
        // Chips are on before the refresh thread works; the first picture is its.
        try wait(for: "a picture") {
            _ = try history()
            return simulated.messages >= 2
        }
    }

    private func start(
        _ arguments: [String], _ surroundings: [String: String], failing: String? = nil
    ) throws {
        process = Process()
        try Data().write(to: errors)
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("ledsign")
        process.arguments = ["show", "Light", "--board", panel.board(in: model)] + arguments
        if let failing, let program = process.executableURL {
            // With -D the process is the program, and strace is its grandchild; other calls are not slowed down.
            let call = failing.prefix { $0 != ":" }
            let words = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null"]
            let filter = ["-e", "trace=\(call)", "-e", "inject=\(failing)", program.path]
            process.arguments = words + filter + (process.arguments ?? [])
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        }
        process.environment = ProcessInfo.processInfo.environment
            .merging(try model.environment()) { $1 }
            .merging(["XDG_CONFIG_HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
            .merging(surroundings) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    deinit {
        watch.end()
        // The model ends the guardian.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The kernel's number of the thread of that name; nil where there is none.
    func thread(_ name: String) -> pid_t? {
        let tasks = "/proc/\(process.processIdentifier)/task"
        for number in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            let text = FileManager.default.contents(atPath: "\(tasks)/\(number)/comm").map {
                String(decoding: $0, as: UTF8.self)
            }
            if text == name + "\n", let number = pid_t(number) { return number }
        }
        return nil
    }

    /// The guardians, by their process numbers.
    func guardians() throws -> [pid_t] {
        try model.processes().filter { $0.arguments == ["panel-guardian"] }.map(\.number)
    }

    /// The processes of this sign that a program such as pidof(8) or pgrep(1) finds by the name of the command.
    func processes(foundBy program: String) throws -> [pid_t] {
        let finder = Process()
        finder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        finder.arguments = [program, "ledsign"]
        let output = Pipe()
        finder.standardOutput = output
        try finder.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        finder.waitUntilExit()
        let found = text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        return try model.processes().map(\.number).filter { found.contains($0) }
    }

    /// The name of a process that the kernel shows; nil where it is gone.
    static func name(of process: pid_t) -> String? {
        FileManager.default.contents(atPath: "/proc/\(process)/comm")
            .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    }

    /// The inodes of the sockets that a process has open.
    static func sockets(of process: pid_t) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            guard let target, target.hasPrefix("socket:[") else { return nil }
            return String(target.dropFirst("socket:[".count).dropLast())
        }
    }

    /// Waits until one guardian watches, another one than before.
    func waitForGuardian(otherThan old: [pid_t] = []) throws -> pid_t {
        var found: pid_t = -1
        try wait(for: "a guardian that watches") {
            let present = try guardians()
            guard present.count == 1, !old.contains(present[0]) else { return false }
            found = present[0]
            // It calls itself so when it begins.
            return Self.name(of: found) == "panel-guardian"
        }
        return found
    }

    /// Runs `ledsign dark` on the same board; returns its exit code.
    func runDark() throws -> Int32 {
        let dark = Process()
        dark.executableURL = process.executableURL
        dark.arguments = ["dark", "--board", panel.board(in: model)]
        dark.environment = process.environment
        dark.standardInput = FileHandle.nullDevice
        dark.standardOutput = FileHandle.nullDevice
        dark.standardError = process.standardError
        try dark.run()
        dark.waitUntilExit()
        return dark.terminationStatus
    }

    /// Sends a signal to the program, and returns when it took effect.
    ///
    /// The kernel stops a thread when its turn comes, which a busy machine delays: for SIGSTOP that is the last instant at which a
    /// thread was seen that did not stand still yet.
    func send(_ signal: Int32) throws -> Int64 {
        let sent = SystemMonotonicClock().now.nanoseconds
        kill(process.processIdentifier, signal)
        guard signal == SIGSTOP else { return sent }
        var last = sent
        let start = sent
        while true {
            let now = SystemMonotonicClock().now.nanoseconds
            if ProcessState.isStopped(process.processIdentifier) { return last }
            guard now - start < 60_000_000_000 else { throw TimeoutError(description: "it does not stop") }
            last = now
        }
    }

    /// What the program said on standard error.
    func errorText() throws -> String { String(decoding: try Data(contentsOf: errors), as: UTF8.self) }

    /// When the panel became lit and dark.
    func history() throws -> [(time: Int64, isLit: Bool)] {
        if panel == .registers { return watch.history }
        for request in try model.log(from: &place) { simulated.add(request) }
        return simulated.changes
    }

    func isLit() throws -> Bool { try history().last?.isLit ?? false }

    /// Waits for something, at most a minute.
    func wait(for what: String, _ condition: () throws -> Bool) throws {
        let isSo = try Polling.wait {
            if try condition() { return true }
            if what.hasPrefix("light"), !process.isRunning {
                throw TimeoutError(description: "it ended: \(try errorText())")
            }
            return false
        }
        if !isSo { throw TimeoutError(description: "\(what): \(try errorText())") }
    }

    /// Waits until the panel has been dark for a while, and returns when it became so: nanoseconds after an instant.
    ///
    /// Zero where it was dark at that instant already.
    func darkness(after cause: Int64) throws -> Int64 {
        try wait(for: "the panel is dark") {
            let history = try history()
            guard let last = history.last, !last.isLit else { return false }
            return SystemMonotonicClock().now.nanoseconds - max(last.time, cause) > 150_000_000
        }
        return max((try history().last?.time ?? 0) - cause, 0)
    }

    /// What the machine's other work cost at a time since an instant, in nanoseconds.
    func noise(since time: Int64) -> Int64 { watch.longestGap(since: time) }
}
