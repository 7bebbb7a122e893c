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

    private func run(_ content: SignConfiguration.Content, milliseconds: Int64) throws -> (Recording, SignEnd) {
        let recording = Recording()
        let configuration = SignConfiguration(
            content, board: "sim-32x8", duration: .milliseconds(milliseconds)
        ) { frame, elapsed in
            recording.pictures.append(art(frame.canvas))
            recording.times.append(elapsed)
        }
        let runner = try SignRunner(configuration)
        let end = try signalLock.withLock { try runner.run() }
        return (recording, end)
    }

    @Test("a text that fits is one frame; the report counts it")
    func text() throws {
        // Its time begins before its fonts are loaded.
        let (recording, end) = try run(.text("OK"), milliseconds: 1_500)
        expectEqual(recording.pictures, [Self.ok])
        #expect(end.signal == nil)
        #expect(end.report.hasPrefix("1 frame drawn in 1500 ms, 0 skipped, "), "\(end.report)")
    }

    @Test("a text that does not fit moves: every frame is different, in order of time")
    func movingText() throws {
        let (recording, _) = try run(.text("Fresh bread until noon"), milliseconds: 500)
        #expect(recording.pictures.count > 3)
        #expect(zip(recording.pictures, recording.pictures.dropFirst()).allSatisfy { $0 != $1 })
        #expect(zip(recording.times, recording.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(recording.times.allSatisfy { $0 < .milliseconds(500) })
    }

    @Test("a sign file is shown; the given board overrides its own")
    func file() throws {
        let folder = try ScratchFolder()
        let text = "board: sim-64x32\ncontrol: {socket: none, state: none}\nmessage: {text: OK}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let (recording, _) = try run(.file(path: folder.path("sign.yaml")), milliseconds: 2_000)
        expectEqual(recording.pictures, [Self.ok])
    }

    @Test("a broken sign file is an error with its place")
    func brokenFile() throws {
        let folder = try ScratchFolder()
        let text = "control: {socket: none, state: none}\nmesage: {text: OK}\n"
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"))
        let path = folder.path("sign.yaml")
        #expect {
            _ = try run(.file(path: path), milliseconds: 100)
        } throws: { error in
            "\(error)".contains("sign.yaml:2:1: ")
        }
    }
}
