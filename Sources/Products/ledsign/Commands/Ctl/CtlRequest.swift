import ArgumentParser
import Settings
import SignHost

/// A command that sends one request to a running sign: its name and its summary are those of a verb of `ControlVerb.all`.
protocol CtlRequest: ParsableCommand {
    /// The name of the verb.
    static var verb: String { get }
    /// The help after the summary.
    static var discussion: String { get }
    /// The fields of the request.
    var fields: [JSONMember] { get }
    var options: CtlOptions { get }

    /// Prints the answer; only called if the request succeeded and --json was not given.
    func show(_ answer: JSONValue) throws
}

extension CtlRequest {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: verb, abstract: ControlVerb.named(verb)?.summary ?? "", discussion: discussion)
    }

    static var discussion: String { "" }
    var fields: [JSONMember] { [] }

    func show(_ answer: JSONValue) {}

    func run() throws {
        try reporting {
            if let answer = try options.send(Self.verb, fields) { try show(answer) }
        }
    }
}

/// A command whose only argument is a zone.
protocol CtlZoneRequest: CtlRequest {
    var zone: CtlZone { get }
}

extension CtlZoneRequest {
    var fields: [JSONMember] { zone.fields }
}
