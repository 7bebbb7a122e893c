import ArgumentParser
import SignControl

/// A command that is one request, and prints nothing but what is wrong.
protocol CtlRequest: ParsableCommand {
    /// What the socket's protocol calls it.
    static var name: String { get }
    /// What it asks for.
    var members: [JSONMember] { get }
    var options: CtlOptions { get }
}

extension CtlRequest {
    var members: [JSONMember] { [] }

    func run() throws {
        try reporting { _ = try options.ask(Self.name, members) }
    }
}
