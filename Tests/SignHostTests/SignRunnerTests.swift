import Foundation
import PixelGraphics
import SignFiles
import SignPlayback
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Signs that a Swift program runs by itself.
@Suite(.serialized) struct SignRunnerTests {
    private static let ok = """
        .###..#...#.....................
        #...#.#..#......................
        #...#.#.#.......................
        #...#.##........................
        #...#.#.#.......................
        #...#.#..#......................
        .###..#...#.....................
        ................................
        """

    /// What a sign has shown, and since when.
    private final class Recording {
        var pictures: [String] = []
        var times: [Nanoseconds] = []
    }

    /// Runs a sign until it has shown so many pictures, at most a minute; a signal ends it then, as a user does.
    private func run(_ content: SignConfiguration.Content, pictures: Int) throws -> (Recording, SignEnd) {
        let recording = Recording()
        let configuration = SignConfiguration(
            content, board: "sim-32x8", duration: .seconds(60)
        ) { frame, elapsed in
            recording.pictures.append(art(frame.canvas))
            recording.times.append(elapsed)
            if recording.pictures.count == pictures { kill(getpid(), SIGTERM) }
        }
        let runner = try SignRunner(configuration)
        let end = try signalLock.withLock { try runner.run() }
        return (recording, end)
    }

    @Test("a text that fits is shown as it is; the report counts its frame")
    func text() throws {
        let (recording, end) = try run(.text("OK"), pictures: 1)
        expectEqual(recording.pictures, [Self.ok])
        expectEqual(end.signal, SIGTERM)
        #expect(end.report.hasPrefix("1 frame drawn in "), "\(end.report)")
        #expect(end.report.contains(" ms, 0 skipped, "), "\(end.report)")
    }

    @Test("a text that does not fit moves: every frame is different, in order of time")
    func movingText() throws {
        let (recording, end) = try run(.text("Fresh bread until noon"), pictures: 5)
        expectEqual(end.signal, SIGTERM)
        #expect(recording.pictures.count >= 5)
        #expect(zip(recording.pictures, recording.pictures.dropFirst()).allSatisfy { $0 != $1 })
        #expect(zip(recording.times, recording.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(recording.times.allSatisfy { $0 >= .zero && $0 < .seconds(60) })
    }

    @Test("a sign ends by itself after its duration, without a signal")
    func duration() throws {
        // Long enough for no frame, for one or for several: that depends on how fast this machine starts it.
        let runner = try SignRunner(SignConfiguration(.text("OK"), board: "sim-32x8", duration: .milliseconds(1)))
        let end = try signalLock.withLock { try runner.run() }
        #expect(end.signal == nil)
    }

    @Test("a sign file is shown; the given board overrides its own")
    func file() throws {
        let folder = try ScratchFolder()
        let text = "board: sim-64x32\ncontrol: {socket: none, state: none}\nmessage: {text: OK}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let (recording, _) = try run(.file(path: folder.path("sign.yaml")), pictures: 1)
        expectEqual(recording.pictures, [Self.ok])
    }

    @Test("a broken sign file is an error with its place")
    func brokenFile() throws {
        let folder = try ScratchFolder()
        let text = "control: {socket: none, state: none}\nmesage: {text: OK}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let path = folder.path("sign.yaml")
        #expect {
            _ = try run(.file(path: path), pictures: 1)
        } throws: { error in
            "\(error)".contains("sign.yaml:2:1: ")
        }
    }
}
