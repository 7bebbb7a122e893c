import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import SignFiles
import SignHost
import SignNetwork
import TerminalPreview
import Timelines

/// How a sign runs on its device: options of `show` and `run`.
struct RuntimeOptions: ParsableArguments {
    @Flag(help: "Print how many frames were shown, skipped and late, at the end and on SIGUSR1.")
    var stats = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn off the panel if the program hangs for this time; 0 means never. (default: 10s)", valueName: "time"),
        transform: OptionValue.time)
    var stall: Nanoseconds?

    @Option(
        help: ArgumentHelp(
            "Write when each frame was due and shown, in ns since the start.", valueName: "file",
            visibility: .hidden), completion: .file())
    var frameLog: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Run a separate process that turns off the panel if this one fails.", visibility: .hidden))
    var guardian = true

    /// What the options say of a sign; messages are queued from now on, so that the sign waits for no reader of them.
    ///
    /// - Parameters:
    ///   - simulate: whether the sign is drawn in the terminal also where its board has a device.
    ///   - http: where the page is served of a sign file that does not say it; nil for nowhere.
    ///   - mqtt: the broker of a sign file that does not name one; nil for none.
    func setup(
        board: BoardChoice, simulate: Bool, duration: Nanoseconds?, http: HTTPSettings? = nil,
        mqtt: MQTTSettings? = nil
    ) throws -> SignSetup {
        let messages = try Messages.startQueue()
        var setup = SignSetup(log: .messages)
        setup.boards = board.resolver
        setup.duration = duration
        setup.stall = stall
        setup.drive = DriveSettings(frameLog: frameLog, guardian: origin)
        setup.isDeviceOptional = simulate
        let log = setup.log
        setup.outputs = { board, file in
            let preview: [any SignOutput] =
                board.isSimulated || simulate ? [try PreviewOutput(board, messages: messages)] : []
            return preview + Self.pixels(of: file, log: log)
                + Self.server(of: file, board: board, usual: http, log: log)
                + SignAtBroker.outputs(of: file, board: board, usual: mqtt, usualPage: http, log: log)
        }
        return setup
    }

    /// What brings network pixels to a sign file that takes them; before the server, which steers it.
    private static func pixels(of file: SignFile, log: Log) -> [any SignOutput] {
        guard let settings = file.installation.pixels else { return [] }
        return [
            SignPixelsOutput(settings, version: ProgramVersion.text, clock: SystemMonotonicClock(), log: log.warn)
        ]
    }

    /// What serves the page and the API of a sign file that asks for it, or of any where it is usual.
    private static func server(
        of file: SignFile, board: Board, usual: HTTPSettings?, log: Log
    ) -> [any SignOutput] {
        guard let settings = file.installation.http ?? usual else { return [] }
        let data = try? DataFolder.path()
        var configuration = ServerConfiguration(
            settings, signFile: file.path, machine: ProcessInfo.processInfo.hostName,
            pageFolder: data.map { $0 + "/web" })
        // In a checkout it stands among the documents.
        let schemas = ["sign-file.schema.json", "docs/sign-file.schema.json"].compactMap { name in
            data.map { "\($0)/\(name)" }
        }
        configuration.schemaPath = schemas.first { FileManager.default.isReadableFile(atPath: $0) }
        configuration.cues = Set(file.installation.cues.keys)
        configuration.version = ProgramVersion.text
        return [SignHTTPOutput(configuration, board: board, clock: SystemMonotonicClock(), log: log.warn)]
    }

    /// Says what there is to say at the end of a sign.
    ///
    /// - Throws: the exit code of the signal that ended it.
    func finish(_ end: SignEnd) throws {
        if stats { Messages.say(end.report) }
        if let signal = end.signal { throw ExitCodes.signal(signal) }
    }

    /// Where the guardian comes from; a unit of the service manager sets its socket.
    private var origin: FailDark.Origin {
        guard guardian else { return .nowhere }
        let socket = ProcessInfo.processInfo.environment["LEDSIGN_GUARDIAN_SOCKET"] ?? ""
        return socket.isEmpty ? .child : .service(socket: socket)
    }
}
