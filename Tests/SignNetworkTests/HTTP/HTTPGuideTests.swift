import Boards
import Foundation
import LinuxSystem
import PixelGraphics
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// The lines of docs/http.md, sent to a sign that runs.
@Suite(.serialized) struct HTTPGuideTests {
    /// The `curl` lines of the guide, with another port.
    private func lines(port: UInt16) throws -> [String] {
        let text = try String(contentsOf: PackageFolder.root.appendingPathComponent("docs/http.md"), encoding: .utf8)
        let lines: [String] = text.split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }
        return lines.filter { $0.hasPrefix("curl ") }
            .map { $0.replacingOccurrences(of: "127.0.0.1:8080", with: "127.0.0.1:\(port)") }
    }

    /// Ends the sign when an event is raised.
    private final class EndService: SignService {
        let event: EventDescriptor
        init(_ event: EventDescriptor) { self.event = event }
        var descriptors: [Int32] { [event.number] }
        func begin(_ sign: Sign, at start: Instant) {}
        func take(_ event: ServiceEvent, at instant: Instant) -> Bool { event != .readable(self.event.number) }
    }

    /// A port that is free now.
    private func freePort() throws -> UInt16 {
        try ListeningSocket(HTTPSettings.Endpoint(address: "127.0.0.1", port: 0)).port
    }

    @Test("every line of the guide succeeds, in order")
    func guide() throws {
        let folder = try ScratchFolder()
        let port = try freePort()
        let file = folder.path("sign.yaml")
        let keys =
            "pixels: {}\nhttp: {listen: \"127.0.0.1:\(port)\", edit: yes, awtrix: yes, tidbyt: yes}\ncontrol: {socket: none, state: none}\n"
        try Data("message: {text: Fresh bread}\n\(keys)".utf8).write(to: URL(fileURLWithPath: file))
        let picture = try #require(Data(base64Encoded: "UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAA8Q87//8x8OMqL/AQA="))
        for name in ["clock.webp", "logo.png"] { try picture.write(to: URL(fileURLWithPath: folder.path(name))) }
        let lines = try lines(port: port)
        #expect(lines.count >= 14)
        let script = lines.map {
            $0.replacingOccurrences(
                of: "curl ", with: "curl -fsS --retry 60 --retry-connrefused --retry-delay 1 -m 60 ")
        }
        try Data(("set -ex\ncd \"\(folder.url.path)\"\n" + script.joined(separator: "\n")).utf8)
            .write(to: URL(fileURLWithPath: folder.path("guide.sh")))
        let over = EventDescriptor()
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [folder.path("guide.sh")]
        (process.standardError, process.standardOutput) = (output, FileHandle.nullDevice)
        process.terminationHandler = { _ in over.raise() }
        var setup = SignSetup(log: Log { _ in })
        setup.boards = BoardResolver(given: "sim-32x8")
        setup.duration = .seconds(300)
        setup.connections = { board, file in
            guard let settings = file.installation.http else { return SignConnections() }
            let configuration = ServerConfiguration(settings, signFile: file.path, machine: "bakery")
            var connections = HTTPService.connections(configuration, board: board, clock: KernelClock()) { _ in }
            connections.services += [FakeStreamService(FakePixels(board.size)), EndService(over)]
            return connections
        }
        let runner = SignRunner(.file(path: file), setup)
        try process.run()
        _ = try signalLock.withLock { try runner.run() }
        process.waitUntilExit()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        expectEqual(process.terminationStatus, 0, "\(said)")
        // The signature of a PNG.
        try expectEqual(folder.bytes("sign.png").prefix(4), [0x89, 0x50, 0x4E, 0x47])
    }
}

/// CLOCK_MONOTONIC.
private struct KernelClock: MonotonicClock {
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
