import Boards
import Foundation
import LinuxHardware
import LinuxSystem
import Schedules
import Settings
import SignFiles
import SignHost
import SignNetwork
import Timelines

/// Settings of a user or a machine: the default board, the clock of signs, and their page.
///
/// The first of these files that exists counts: `$XDG_CONFIG_HOME/ledsign/config.yaml` (`~/.config/...` without that
/// variable), `/etc/ledsign/config.yaml`. All of its keys may be left out:
///
///     board: max7219-32x8
///     clock: trusted
///     http: {listen: 0.0.0.0:8080, token: ./token}
///     mqtt: {broker: mqtt://192.168.1.5}
struct Configuration: Equatable {
    /// The name or path of the board.
    var board: String?
    /// Which clock signs go by whose files do not say it.
    var clock: ClockTrust?
    /// Where signs serve their page whose files do not say it.
    var http: HTTPSettings?
    /// The broker of signs whose files do not name one.
    var mqtt: MQTTSettings?

    fileprivate static let form = SettingsForm(
        noun: "a configuration file", owner: "a configuration file", maximumBytes: 65_536, maximumBrackets: nil,
        mayBeEmpty: true)

    /// The files that may hold it, in order.
    static func candidates(environment: [String: String]) -> [String] {
        var paths: [String] = []
        if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty {
            paths.append(folder + "/ledsign/config.yaml")
        } else if let home = environment["HOME"], !home.isEmpty {
            paths.append(home + "/.config/ledsign/config.yaml")
        }
        return paths + ["/etc/ledsign/config.yaml"]
    }

    /// Reads the first file that exists; empty without a file.
    static func load(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Configuration {
        guard let path = candidates(environment: environment).first(where: FileManager.default.fileExists) else {
            return Configuration()
        }
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try RegularFile.read(path: path, limit: form.maximumBytes)
        } catch {
            throw CommandError("\(path): cannot be read: \(error.descriptionWithFix)")
        }
        return try Configuration(bytes, path: path)
    }

    /// Reads a file; an empty one has no settings.
    init(_ bytes: [UInt8], path: String) throws {
        var fields = SettingsFields<ConfigurationReason>(SettingsFile(bytes, path: path, form: Self.form))
        if fields.isReadable {
            fields.read("board", as: .nonEmpty("the name of a board or the path of its file"), into: &board)
            fields.read("clock", as: .word, into: &clock)
            HTTPSettings.read(&fields, into: &http)
            MQTTSettings.read(&fields, into: &mqtt)
            fields.recordUnknownKeys()
        }
        let problems = fields.problems.inOrder()
        guard problems.isEmpty else { throw CommandError(problems.map(\.description).joined(separator: "\n")) }
    }

    private init() {}
}

/// What can be wrong with the configuration.
private enum ConfigurationReason: FileReason {
    case settings(SettingsReason)

    var description: String {
        switch self {
        case .settings(let reason): reason.description(in: Configuration.form)
        }
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
    func address(onMachine machine: String) -> String? {
        guard let endpoint = listen.first(where: { !$0.isLoopback }) else { return nil }
        guard ["0.0.0.0", "::"].contains(endpoint.address) else { return "http://\(endpoint)/" }
        // Most systems announce it (mDNS).
        let name = machine.contains(".") ? machine : "\(machine).local"
        return "http://\(names.first ?? name):\(endpoint.port)/"
    }
}
