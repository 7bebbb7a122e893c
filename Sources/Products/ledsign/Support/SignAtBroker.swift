import Boards
import Foundation
import LinuxHardware
import LiveValues
import SignFiles
import SignHost
import SignNetwork

/// What a sign file, the configuration and the machine say of a sign at its broker.
enum SignAtBroker {
    /// What connects a sign whose file names a broker, or any where one is the default; nil for none.
    static func service(
        of file: SignFile, board: Board, defaults: MQTTSettings?, defaultPage: HTTPSettings?, log: Log
    ) -> MailboxService? {
        guard let settings = file.installation.mqtt ?? defaults else {
            if let warning = warning(of: file, defaults: nil) { log.warn(warning) }
            return nil
        }
        let configuration = configuration(
            settings, file, board: board.name, page: file.installation.http ?? defaultPage)
        return BrokerThread.service(configuration, clock: SystemMonotonicClock(), log: log.warn)
    }

    /// What is missing for fields that wait for messages; nil where there is a broker, and without such fields.
    ///
    /// - Parameter defaults: the broker of the configuration, which is read only for files with such fields.
    static func warning(of file: SignFile, defaults: @autoclosure () throws -> MQTTSettings?) rethrows -> String? {
        let waiting = file.fields.first { if case .topic = $0.origin { true } else { false } }
        guard let waiting, file.installation.mqtt == nil, try defaults() == nil else { return nil }
        return
            "\(file.path): field \(waiting.name) gets no values, because there is no broker; name it with \"mqtt\" in the "
            + "sign file or in config.yaml, such as mqtt: {broker: mqtt://192.168.1.5}"
    }

    /// What the connection is made of.
    static func configuration(
        _ settings: MQTTSettings, _ file: SignFile, board: String, page: HTTPSettings?
    ) -> BrokerConfiguration {
        let machine = ProcessInfo.processInfo.hostName
        var configuration = BrokerConfiguration(
            settings, signFile: file.path, machine: machine,
            machineID: BrokerIdentity.machine(named: machine), allowsURLs: page?.urls ?? false)
        configuration.sign.board = board
        configuration.sign.version = ProgramVersion.text
        configuration.sign.page = page.flatMap { address(of: $0, machine: machine) }
        configuration.sign.cues = file.installation.cues.keys.sorted()
        let actions = Set((file.installation.inputs?.buttons ?? []).map(\.action.rawValue))
        configuration.sign.buttons = actions.sorted()
        for field in file.fields {
            if case .variable(let value) = field.origin { configuration.values[field.name] = value?.text() ?? "" }
        }
        return configuration
    }

    /// The address of the page for other machines; nil where it is served to this one alone.
    static func address(of page: HTTPSettings, machine: String) -> String? {
        guard let endpoint = page.listen.first(where: { !$0.isLoopback }) else { return nil }
        guard ["0.0.0.0", "::"].contains(endpoint.address) else { return "http://\(endpoint)/" }
        // Most systems announce it (mDNS).
        let name = machine.contains(".") ? machine : "\(machine).local"
        return "http://\(page.names.first ?? name):\(endpoint.port)/"
    }
}
