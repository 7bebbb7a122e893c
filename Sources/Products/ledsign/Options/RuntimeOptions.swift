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
    func setup(
        board: BoardChoice, simulate: Bool, duration: Nanoseconds?, http: HTTPSettings? = nil,
        mqtt: MQTTSettings? = nil
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
            if board.isSimulated || simulate {
                let preview = try PreviewOutput(board, messages: messages)
                connections.outputs.append(preview)
                connections.services.append(preview)
            }
            // Before the server, which steers it.
            if let pixels = file.installation.pixels {
                connections.services.append(
                    StreamService(pixels, version: programVersion, clock: SystemMonotonicClock(), log: log.warn))
            }
            if let settings = file.installation.http ?? http {
                let server = HTTPService.connections(
                    Self.server(settings, of: file), board: board, clock: SystemMonotonicClock(), log: log.warn)
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

extension SignFile {
    /// What connects a sign whose file names a broker, or any where one is the default; nil for none.
    func brokerService(
        board: Board, defaults: MQTTSettings?, defaultPage: HTTPSettings?, log: Log
    ) -> MailboxService? {
        guard let settings = installation.mqtt ?? defaults else {
            if let warning = missingBrokerWarning(defaults: nil) { log.warn(warning) }
            return nil
        }
        let configuration = brokerConfiguration(settings, board: board.name, page: installation.http ?? defaultPage)
        return BrokerService.service(configuration, clock: SystemMonotonicClock(), log: log.warn)
    }

    /// What is missing for fields that wait for messages; nil where there is a broker, and without such fields.
    func missingBrokerWarning(defaults: @autoclosure () throws -> MQTTSettings?) rethrows -> String? {
        let waiting = fields.first { if case .topic = $0.origin { true } else { false } }
        guard let waiting, installation.mqtt == nil, try defaults() == nil else { return nil }
        return
            "\(path): field \(waiting.name) gets no values, because there is no broker; name it with \"mqtt\" in the "
            + "sign file or in config.yaml, such as mqtt: {broker: mqtt://192.168.1.5}"
    }

    /// What the connection to a broker is made of.
    func brokerConfiguration(_ settings: MQTTSettings, board: String, page: HTTPSettings?) -> BrokerConfiguration {
        let machine = ProcessInfo.processInfo.hostName
        var configuration = BrokerConfiguration(
            settings, signFile: path, machine: machine,
            machineID: Discovery.machine(named: machine), page: page)
        configuration.sign.board = board
        configuration.sign.version = programVersion
        configuration.sign.page = page.flatMap { $0.address(onMachine: machine) }
        configuration.sign.cues = installation.cues.keys.sorted()
        let actions = Set((installation.inputs?.buttons ?? []).map(\.action.rawValue))
        configuration.sign.buttons = actions.sorted()
        for field in fields {
            if case .variable(let value) = field.origin { configuration.values[field.name] = value?.text() ?? "" }
        }
        return configuration
    }
}

extension HTTPSettings {
    /// The address of the page for other machines; nil where it is served to this one alone.
    fileprivate func address(onMachine machine: String) -> String? {
        guard let endpoint = listen.first(where: { !$0.isLoopback }) else { return nil }
        guard ["0.0.0.0", "::"].contains(endpoint.address) else { return "http://\(endpoint)/" }
        // Most systems announce it (mDNS).
        let name = machine.contains(".") ? machine : "\(machine).local"
        return "http://\(names.first ?? name):\(endpoint.port)/"
    }
}
