import Foundation
import Settings
import SignHost
import Testing
import Timelines

/// What a server was asked, and how much it answers with.
final class Echo {
    var lines: [String] = []
    var reports: [String] = []
    var size = 0
}

/// Tests with a server at a socket in a folder of their own.
protocol ServerStage {
    var folder: URL { get }
}

extension ServerStage {
    var path: String { folder.appendingPathComponent("s").path }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ctl-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A server that answers with the number of the request.
    func server(_ echo: Echo, limits: ControlServer.Limits = .init()) throws -> ControlServer {
        try ControlServer(
            try ControlSocket(path: path), limits: limits, report: { echo.reports.append($0) },
            answer: { line, _ in
                echo.lines.append(String(decoding: line, as: UTF8.self))
                if echo.lines.last == "bad" {
                    return .failed(ControlError(.notAnObject, "a request must be an object"))
                }
                return .object([
                    JSONMember("n", .integer(echo.lines.count)),
                    JSONMember("pad", .text(String(repeating: "x", count: echo.size))),
                ])
            })
    }

    /// Whether the server has something to do.
    func isReady(_ server: ControlServer) -> Bool {
        var descriptor = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    /// Steps the server as long as it has something to do; returns how often.
    @discardableResult
    func settle(_ server: ControlServer, at instant: Instant = at(0), maximum: Int = 10_000) -> Int {
        var steps = 0
        while isReady(server), steps < maximum {
            server.step(at: instant)
            steps += 1
        }
        return steps
    }
}
