import Foundation

/// The server of Tests/LiveServer/server.py, for as long as the tests run.
public final class LocalServer: Sendable {
    let port: Int
    private let process: Process
    /// Kept open: the server ends when it is closed.
    private let input: Pipe

    /// The one for all tests; each uses pages or queries of its own where it counts requests.
    public static let shared = Result { try LocalServer() }

    private init() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        process.arguments = ["python3", tests.appendingPathComponent("LiveServer/server.py").path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.prefix { $0 != "\n" }) else { throw CocoaError(.fileReadUnknown) }
        (self.process, self.input, self.port) = (process, input, port)
    }

    /// The address of one of its pages.
    public func url(_ page: String) -> String { "http://127.0.0.1:\(port)/\(page)" }
}
