import ArgumentParser
import Foundation
import LinuxHardware
import LinuxSystem
import Settings
import SignHost
import Timelines

/// Which sign gets the request, and how its answer is printed.
struct CtlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The socket of the sign.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to wait for the answer. (default: 10s)", valueName: "time"),
        transform: OptionValue.positiveTime)
    var timeout: Nanoseconds?

    @Flag(help: "Print the answer as JSON, unchanged, also if it is an error.")
    var json = false

    /// Sends a request; with --json, prints the answer.
    ///
    /// - Returns: the answer, unless it was printed as JSON.
    /// - Throws: if no answer came, or the sign refused the request.
    func send(_ verb: String, _ fields: [JSONMember]) throws -> JSONValue? {
        let client = try ControlClient(path: path, limit: timeout ?? .seconds(10))
        let request = JSONValue.object([JSONMember("command", .text(verb))] + fields)
        let answer = try client.send(request, clock: SystemMonotonicClock())
        let isDone = answer["ok"] == .bool(true)
        if json { print(answer.line) }
        guard isDone else {
            if json { throw ExitCode.failure }
            throw CommandError(PrintableText.lines(answer["error"]?.text ?? "request refused (no reason given)"))
        }
        guard !json else { return nil }
        if let warning = answer["warning"]?.text { Messages.warn(PrintableText.line(warning)) }
        return answer
    }

    private var path: String {
        if let socket { return socket }
        let searched = ControlPaths.ofProcess.searched
        return searched.first { FileManager.default.fileExists(atPath: $0) } ?? searched[searched.count - 1]
    }
}

/// The zone that a request is for.
struct CtlZone: ParsableArguments {
    @Option(help: ArgumentHelp("Only this zone of the sign.", valueName: "zone"))
    var zone: String?

    var fields: [JSONMember] { zone.map { [JSONMember("zone", .text($0))] } ?? [] }
}
