import Foundation
import SignTestSupport

/// A broker that does not do what brokers do, in a process of its own.
final class HostileBroker {
    /// What it does with a client, as the program explains.
    enum Kind: String {
        case silent, huge, announce, drip, stream, length, burst, flood, values, garbage, fickle, restart, closed
    }

    let port: UInt16
    private let process = Process()
    private let folder: ScratchFolder

    /// - Parameter topic: that of messages that are too long.
    init(
        _ kind: Kind, address: String = "127.0.0.1", port: UInt16 = FreePort.any(),
        topic: String = "ledsign/bakery/message/x"
    ) throws {
        self.port = port
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let program = CommandRunner.checkout.appendingPathComponent("Tests/HostileBroker/broker.py").path
        process.arguments = [program, address, "\(port)", kind.rawValue, topic]
        process.standardError = FileHandle.nullDevice
        folder = try ScratchFolder()
        let output = folder.url.appendingPathComponent("output")
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        let isListening = try Polling.wait { try folder.text("output").hasPrefix("listening\n") }
        guard isListening else { throw MissingToolError(name: "python3") }
    }

    /// How many connections it has accepted so far.
    func connections() throws -> Int { try count("connection\n") }

    /// How many messages of `stream` it has sent so far.
    func messages() throws -> Int { try count("sent\n") }

    private func count(_ line: String) throws -> Int {
        try folder.text("output").components(separatedBy: line).count - 1
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}
