import ArgumentParser
import Foundation
import LinuxHardware
import LinuxSystem
import Settings
import SignHost
import Timelines

/// Which sign gets the request, and how its answer is printed.
struct CtlOptions: ParsableArguments {
    @Option("The socket of the sign.", value: "path", completion: .file())
    var socket: String?

    @Option("A sign over the network instead, such as http://sign.local:8080.", value: "url")
    var url: String?

    @Option("The file with the token of that sign.", value: "path", completion: .file())
    var token: String?

    @Option("How long to wait for the answer. (default: 10s)", time: .long)
    var timeout: Nanoseconds?

    @Flag(help: "Print the answer as JSON, unchanged, also if it is an error.")
    var json = false

    /// Sends a request with its fields, an object; returns the answer, or prints it where JSON is wanted.
    func send(_ verb: String, _ fields: JSONValue) throws -> JSONValue? {
        let answer = try answer(to: .object([JSONMember("command", .text(verb))] + (fields.members ?? [])))
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

    private func answer(to request: JSONValue) throws -> JSONValue {
        let limit = timeout ?? .seconds(10)
        if let url { return try SignHTTPClient(url: url, tokenFile: token, limit: limit).send(request) }
        guard token == nil else { throw CommandError("--token belongs to a sign over the network; give its --url") }
        let client = try ControlClient(paths: socket.map { [$0] } ?? ControlPaths.ofProcess.searched, limit: limit)
        return try client.send(request, clock: SystemMonotonicClock())
    }
}

struct CtlZone: ParsableArguments {
    @Option("Only this zone of the sign.", value: "zone")
    var zone: String?

    /// The field of the request; nil without a zone.
    var json: JSONValue? { zone.map { .text($0) } }
}
