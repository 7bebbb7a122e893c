import Foundation
import SignTestSupport

/// A mosquitto of Debian in a process of its own, on a free port of this machine, and its clients.
final class MosquittoBroker {
    let port: UInt16
    let folder: ScratchFolder
    private var process = Process()
    private let credentials: [String]
    private var listeners: [Listener] = []

    /// Starts a broker, and waits until it answers.
    ///
    /// - Parameters:
    ///   - password: that of the user `sign`, the only one who may connect; nil for everyone.
    ///   - encryption: whether it has a certificate that `ca.pem` in its folder signs.
    init(password: String? = nil, encryption: Bool = false) throws {
        folder = try ScratchFolder()
        port = FreePort.any()
        var lines = [
            "listener \(port) 127.0.0.1", "allow_anonymous \(password == nil)", "user root",
            "log_dest file \(folder.path("log"))",
        ]
        var credentials = ["-h", encryption ? "localhost" : "127.0.0.1", "-p", "\(port)"]
        if let password {
            let file = folder.path("passwords")
            let made = try CommandRunner.tool("mosquitto_passwd", ["-b", "-c", file, "sign", password])
            guard made.status == 0 else { throw MissingToolError(name: "mosquitto_passwd: \(made.errors)") }
            lines.append("password_file \(file)")
            credentials += ["-u", "sign", "-P", password]
        }
        if encryption {
            try Self.makeCertificates(folder)
            lines += ["certfile \(folder.path("server.pem"))", "keyfile \(folder.path("server.key"))"]
            credentials += ["--cafile", folder.path("ca.pem")]
        }
        self.credentials = credentials
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.url.appendingPathComponent("mosquitto.conf"))
        try start()
    }

    deinit {
        for listener in listeners { listener.end() }
        stop()
    }

    /// A certificate of an authority of its own, for `localhost`.
    private static func makeCertificates(_ folder: ScratchFolder) throws {
        let commands = [
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test-authority -keyout ca.key -out ca.pem",
            "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key "
                + "-out server.csr",
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy "
                + "-out server.pem",
        ]
        for command in commands {
            let made = try CommandRunner.run(
                "/usr/bin/openssl", command.split(separator: " ").map(String.init), folder: folder.url)
            guard made.status == 0 else { throw MissingToolError(name: "openssl: \(made.errors)") }
        }
    }

    /// Starts it again, after `stop`.
    func start() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
        process.arguments = ["-c", folder.path("mosquitto.conf")]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let isThere = try Polling.wait { try self.publish("test/there", "yes") }
        guard isThere else { throw MissingToolError(name: "mosquitto") }
    }

    /// Ends it; what it has kept is gone.
    func stop() {
        guard process.isRunning else { return }
        // The thread of a test blocks other signals, and mosquitto inherits that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// How many connections it has refused because of their names or passwords.
    func refusals() throws -> Int { try folder.text("log").components(separatedBy: "not authorised").count - 1 }

    /// Publishes a message; returns whether that was possible.
    @discardableResult
    func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws -> Bool {
        let content = payload.isEmpty ? ["-n"] : ["-m", payload]
        return try CommandRunner.tool(
            "mosquitto_pub", credentials + ["-q", "1", "-t", topic] + content + (isRetained ? ["-r"] : [])
        ).status == 0
    }

    /// Publishes a message of so many bytes, which the broker keeps.
    func keep(_ topic: String, bytes: Int) throws {
        let file = folder.url.appendingPathComponent("payload")
        try Data(count: bytes).write(to: file)
        let run = try CommandRunner.tool(
            "mosquitto_pub", credentials + ["-q", "1", "-r", "-t", topic, "-f", file.path])
        guard run.status == 0 else { throw MissingToolError(name: "mosquitto_pub: \(run.errors)") }
    }

    /// Begins to listen at topics.
    func listen(_ filter: String = "#") throws -> Listener {
        let listener = try Listener(credentials + ["-t", filter, "-F", "%t %p"])
        listeners.append(listener)
        return listener
    }

    /// What one client hears.
    final class Listener {
        private let process = Process()
        private let folder: ScratchFolder

        fileprivate init(_ arguments: [String]) throws {
            folder = try ScratchFolder()
            let file = folder.url.appendingPathComponent("heard")
            try Data().write(to: file)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            // Otherwise it writes to files only when there is much to write.
            process.arguments = ["stdbuf", "-oL", "mosquitto_sub"] + arguments
            process.standardOutput = try FileHandle(forWritingTo: file)
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        /// All that was heard, each message with its topic and payload.
        func lines() throws -> [String] {
            let data = try Data(contentsOf: folder.url.appendingPathComponent("heard"))
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// Whether a line is heard, now or within a minute.
        func hears(_ line: String) throws -> Bool { try Polling.wait { try lines().contains(line) } }

        /// Whether a line that begins so is heard, now or within a minute.
        func hears(beginning text: String) throws -> Bool {
            try Polling.wait { try lines().contains { $0.hasPrefix(text) } }
        }

        fileprivate func end() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    }
}
