import Foundation
import ImageFiles
import KernelModel
import PixelGraphics
import SignTestSupport

/// `ledsign run` in a process of its own, on a model of the kernel's drivers, and `ledsign ctl` that steers it.
final class SteeredSign {
    let folder: ScratchFolder
    let model: KernelModel
    private var manager: ServiceManagerSocket
    private var program: RunningProgram
    /// The status that the service manager gets with the news that the sign is ready.
    private(set) var firstStatus = ""
    private let standardError: FileHandle?
    private let environment: [String: String]

    /// Starts a sign of one chain, and waits until it shows its first picture.
    ///
    /// - Parameters:
    ///   - text: the sign file without its board.
    ///   - control: what the file says of control, with the socket at `ctl.sock` in its folder.
    ///   - standardError: takes what it says on standard error; nil keeps it for `errors()`.
    ///   - environment: more variables.
    ///   - clock: what the kernel says of its clock; nil leaves that to this machine's own.
    init(
        _ text: String, control: String = "state: ./state.json", standardError: FileHandle? = nil,
        clock: KernelModel.Clock? = nil, environment: [String: String] = [:]
    ) throws {
        self.environment = environment
        self.standardError = standardError
        folder = try ScratchFolder()
        model = try KernelModel(spiDevices: ["spidev0.0"])
        if let clock { try model.setClock(clock) }
        let head = "board: max7219-32x8\ncontrol: {socket: ./ctl.sock, \(control)}\n"
        try Data((head + text).utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        (program, manager, firstStatus) = try Self.start("sign.yaml", folder, model, standardError, environment)
    }

    private static func start(
        _ file: String, _ folder: ScratchFolder, _ model: KernelModel, _ standardError: FileHandle?,
        _ variables: [String: String]
    ) throws -> (RunningProgram, ServiceManagerSocket, status: String) {
        let manager = try ServiceManagerSocket("@ledsign-ctl-\(UUID().uuidString)")
        let environment = try environment(folder, model).merging(["NOTIFY_SOCKET": manager.name]) { $1 }
            .merging(variables) { $1 }
        let program = try RunningProgram(
            "run", folder.path(file), environment: environment, standardError: standardError)
        // What is wrong from the beginning comes first.
        while let told = manager.next() {
            if told.hasPrefix("READY=1") { return (program, manager, Self.status(in: told) ?? "") }
            guard told.hasPrefix("STATUS=") else {
                throw NotReadyError(description: "the sign does not start: \(told) \(try program.errors())")
            }
        }
        throw NotReadyError(description: "the sign is not ready in time: \(try program.errors())")
    }

    private static func environment(_ folder: ScratchFolder, _ model: KernelModel) throws -> [String: String] {
        try model.environment().merging(["XDG_STATE_HOME": folder.path("state")]) { $1 }
    }

    /// Rewrites its file, with other texts for its board and its control, if given.
    func write(_ text: String, head: String? = nil) throws {
        let own = try folder.text("sign.yaml").split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
        try Data(((head ?? own) + text).utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"), options: .atomic)
    }

    /// Whether there is a copy of the last good sign file.
    func hasCopy() -> Bool {
        let files = FileManager.default.enumerator(atPath: folder.path("."))
        return files?.contains { "\($0)".hasSuffix(".good.json") } ?? false
    }

    /// Runs `ledsign run` where it does not last; returns what came of it.
    ///
    /// - Parameter fault: one that the program makes for tests.
    func runInVain(provoking fault: String? = nil) throws -> Outcome {
        var environment = try Self.environment(folder, model)
        environment["LEDSIGN_PROVOKE"] = fault
        return try CommandRunner.ledsign("run", folder.path("sign.yaml"), environment: environment)
    }

    /// Runs `ledsign dark --sign` with its file; returns what came of it and the transfers to the panel.
    func dark() throws -> (outcome: Outcome, messages: [[String]]) {
        let before = try model.log().count
        let outcome = try CommandRunner.ledsign(
            "dark", "--sign", folder.path("sign.yaml"), environment: try Self.environment(folder, model))
        let log = try model.log()
        return (outcome, log.dropFirst(before).filter { $0.name == "message" }.map(\.transfers))
    }

    /// Starts it again, after its end.
    func startAgain() throws {
        (program, manager, firstStatus) = try Self.start("sign.yaml", folder, model, standardError, environment)
    }

    /// Starts a copy of its file in a folder within its own, after its end.
    func startAgain(in name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        let text = try folder.text("sign.yaml").replacingOccurrences(of: "./ctl.sock", with: folder.path("ctl.sock"))
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("\(name)/sign.yaml"))
        (program, manager, firstStatus) = try Self.start("\(name)/sign.yaml", folder, model, standardError, environment)
    }

    /// Ends it; returns the exit code and what it has said, but for notes of what this machine's kernel refuses.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) throws -> (status: Int32, errors: [String]) {
        let (status, errors) = try program.end(signal)
        return (status, errors.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("note: ") })
    }

    /// Sends a signal that it outlives.
    func signal(_ number: Int32) { program.signal(number) }

    /// The memory that it occupies, in kB (proc(5)).
    func residentKilobytes() throws -> Int { try kilobytes("VmRSS:") }

    /// The most memory that it has occupied so far, in kB.
    func peakKilobytes() throws -> Int { try kilobytes("VmHWM:") }

    private func kilobytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(program.number)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? .max
    }

    /// The processor time that it has taken, in seconds (proc(5), `stat`).
    func processorSeconds() throws -> Double {
        let stat = try String(contentsOfFile: "/proc/\(program.number)/stat", encoding: .utf8)
        // The name in brackets may have spaces; `utime` and `stime` are the 14th and the 15th field.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        return (fields[12...13].compactMap { Double($0) }.reduce(0, +)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// What it has said so far.
    func errors() throws -> String { try program.errors() }

    /// The next status that the service manager hears.
    func nextStatus() -> String? {
        while let told = manager.next() { if let status = Self.status(in: told) { return status } }
        return nil
    }

    private static func status(in datagram: String) -> String? {
        let line = datagram.split(separator: "\n").last { $0.hasPrefix("STATUS=") }
        return line.map { String($0.dropFirst(7)) }
    }

    /// Asks to read the file again.
    func reload() { program.signal(SIGHUP) }

    /// Waits until something is so, at most a minute.
    func wait(until isSo: () throws -> Bool) throws -> Bool { try program.wait(until: isSo) }

    /// Runs `ledsign ctl` with the sign's socket.
    func ctl(_ command: String, _ arguments: String...) throws -> Outcome {
        try ctl(command, arguments: arguments)
    }

    /// Runs `ledsign ctl` with the sign's socket.
    func ctl(_ command: String, arguments: [String]) throws -> Outcome {
        try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["ctl", command, "--socket", folder.path("ctl.sock")] + arguments)
    }

    /// The rows of `ledsign ctl list`, their columns without the blanks between them.
    func list() throws -> [String] {
        try ctl("list").output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    }

    /// What it shows, one character for every LED.
    func picture() throws -> String {
        let run = try ctl("screenshot", "--style", "pixels", folder.path("shot.png"))
        guard run.status == 0 else { throw NotReadyError(description: run.errors) }
        let picture = try ImageLoader.read(path: folder.path("shot.png")).frames[0].picture.bitmap
        return (0..<picture.size.height).map { y in
            String((0..<picture.size.width).map { x in picture[x, y] == .black ? "." : "#" } as [Character])
        }.joined(separator: "\n")
    }

    /// A sign that does not do what every test needs.
    struct NotReadyError: Error, CustomStringConvertible {
        let description: String
    }
}
