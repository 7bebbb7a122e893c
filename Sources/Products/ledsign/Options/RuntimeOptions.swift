import ArgumentParser
import Boards
import Foundation
import LinuxHardware
import LiveValues
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
        "Turn off the panel if the program hangs for this time; 0 means never. (default: 10s)", time: .long,
        as: Nanoseconds.init(option:))
    var stall: Nanoseconds?

    @Option(
        help: ArgumentHelp(
            "Write when each frame was due and shown, in ns since the start.", valueName: "file", visibility: .hidden),
        completion: .file())
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
    ///   - setupMode: what is shown until there is a sign file; nil where there is one.
    func setup(
        board: BoardChoice, simulate: Bool, duration: Nanoseconds?, http: HTTPSettings? = nil,
        mqtt: MQTTSettings? = nil, setupMode: SetupMode? = nil
    ) throws -> SignSetup {
        let messages = try Messages.startQueue()
        var setup = SignSetup(log: .messages)
        setup.boards = board.resolver
        setup.duration = duration
        setup.stall = stall
        (setup.drive.frameLog, setup.drive.guardian) = (frameLog, origin)
        setup.isDeviceOptional = simulate
        setup.connector = TronbytConnection.connector(
            version: programVersion, machine: ProcessInfo.processInfo.hostName)
        let log = setup.log
        setup.connections = { board, file in
            var connections = SignConnections()
            let page = setupMode?.settings ?? file.installation.http ?? http
            // A service has no terminal; its page shows the picture too.
            if board.isSimulated || simulate, page == nil || isatty(STDOUT_FILENO) == 1 {
                let preview = try PreviewOutput(board, messages: messages)
                connections.outputs.append(preview)
                connections.services.append(preview)
            }
            // Before the server, which steers it.
            if let pixels = file.installation.pixels {
                connections.services.append(
                    StreamService(pixels, version: programVersion, clock: SystemMonotonicClock(), log: log.warn))
            }
            if let settings = page {
                var configuration = Self.server(settings, of: file)
                configuration.panel = PanelTest.page(of: board)
                setupMode?.connect(&configuration, &connections)
                let server = HTTPService.connections(
                    configuration, board: board, clock: SystemMonotonicClock(), log: log.warn)
                connections.outputs += server.outputs
                connections.services += server.services
            }
            if let broker = file.brokerService(board: board, defaults: mqtt, defaultPage: http, log: log) {
                connections.services.append(broker)
            }
            return connections
        }
        return setup
    }

    /// What serves the page and the API of a sign file.
    private static func server(_ settings: HTTPSettings, of file: SignFile) -> ServerConfiguration {
        let data = try? DataFolder.path()
        var configuration = ServerConfiguration(
            settings, signFile: file.path, machine: ProcessInfo.processInfo.hostName,
            pageFolder: data.map { $0 + "/web" })
        /// In a checkout it stands among the documents.
        func document(_ name: String) -> String? {
            data.flatMap { data in
                ["\(data)/\(name)", "\(data)/docs/\(name)"].first { FileManager.default.isReadableFile(atPath: $0) }
            }
        }
        configuration.schemaPath = document("sign-file.schema.json")
        configuration.apiPath = document("openapi.json")
        configuration.cues = Set(file.installation.cues.keys)
        configuration.version = programVersion
        return configuration
    }

    /// Says what there is to say at the end of a sign; throws the exit code of the signal that ended it.
    func finish(_ end: SignEnd) throws {
        if stats { Messages.say(end.report) }
        if let signal = end.signal { throw ExitCode.signal(signal) }
    }

    /// Where the guardian comes from; a unit of the service manager sets its socket.
    private var origin: FailDark.Origin {
        guard guardian else { return .nowhere }
        let socket = ProcessInfo.processInfo.environment["LEDSIGN_GUARDIAN_SOCKET"] ?? ""
        return socket.isEmpty ? .child : .service(socket: socket)
    }
}
