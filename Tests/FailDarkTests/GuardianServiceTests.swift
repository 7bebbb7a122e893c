import Foundation
import KernelModel
import LinuxHardware
import SignTestSupport
import Testing

/// Takes the place of a service manager: starts a guardian for each connection to a socket, as `ledsign-guardian.socket` does.
final class GuardianService {
    let socket: String
    private let process = Process()

    /// Accepts connections, and starts the program under the guardian's name with each as descriptor 3.
    private static let program = """
        import os, socket, sys
        path, program = sys.argv[1:]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen()
        print("listening", flush=True)
        while True:
            connection, _ = listener.accept()
            variables = dict(part.split("=", 1) for part in os.environ["GUARDIAN_ENVIRONMENT"].split("\\n"))
            os.posix_spawn(program, ["panel-guardian"], variables,
                           file_actions=[(os.POSIX_SPAWN_DUP2, connection.fileno(), 3)])
            connection.close()
        """

    /// - Parameter model: what the guardians see of the kernel.
    init(_ model: KernelModel) throws {
        socket = model.folder.appendingPathComponent("guardian.sock").path
        let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", Self.program, socket, products.appendingPathComponent("ledsign").path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["GUARDIAN_ENVIRONMENT": try model.environment().map { "\($0)=\($1)" }.joined(separator: "\n")]
        ) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    deinit { kill(process.processIdentifier, SIGKILL) }
}

@Suite("Guardian of a service manager", .serialized)
struct GuardianServiceTests {
    /// The process that started another one.
    private func parent(of process: pid_t) throws -> pid_t? {
        let status = try #require(FileManager.default.contents(atPath: "/proc/\(process)/status"))
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("PPid:") }
        return line.flatMap { pid_t($0.dropFirst("PPid:".count).trimmingCharacters(in: .whitespaces)) }
    }

    @Test("a guardian that a service manager starts makes the panel dark", arguments: TestPanel.some(1))
    func works(panel: TestPanel) throws {
        try Darkening.expect("\(panel.rawValue), kill, guardian of a service", within: 100_000_000) {
            let model = try panel.model(keepsOutputs: true)
            let service = try GuardianService(model)
            let sign = try ShownSign(panel, on: model, guardianSocket: service.socket)
            let guardian = try sign.waitForGuardian()
            #expect(try parent(of: guardian) != sign.process.processIdentifier)
            let darkening = try Darkening(of: sign, after: try sign.send(SIGKILL))
            try sign.wait(for: "the end of the guardian") { try sign.guardians().isEmpty }
            return darkening
        }
    }

    @Test("one that is stopped is replaced by another one of the service manager")
    func isReplaced() throws {
        let model = try TestPanel.calls.model(keepsOutputs: true)
        let service = try GuardianService(model)
        let sign = try ShownSign(.calls, on: model, guardianSocket: service.socket)
        let first = try sign.waitForGuardian()
        kill(first, SIGSTOP)
        let second = try sign.waitForGuardian(otherThan: [first])
        #expect(try parent(of: second) != sign.process.processIdentifier)
        kill(sign.process.processIdentifier, SIGTERM)
        sign.process.waitUntilExit()
        try expectEqual(sign.errorText(), "")
    }

    @Test("without a service the guardian is a child process, and a message says so")
    func fallsBack() throws {
        let sign = try ShownSign(.spi, guardianSocket: "/nonexistent/guardian.sock")
        let guardian = try sign.waitForGuardian()
        try expectEqual(parent(of: guardian), sign.process.processIdentifier)
        // A thread of its own writes messages.
        try sign.wait(for: "the message") {
            try sign.errorText().contains("cannot reach the guardian's service at /nonexistent/guardian.sock")
        }
    }
}
