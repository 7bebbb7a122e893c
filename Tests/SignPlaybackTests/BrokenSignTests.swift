import BitmapFonts
import Foundation
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// The broken sign files of `Tests/BrokenSigns`, and some that are too large to keep.
///
/// The fuzz target reads them too, and their places were counted by hand.
enum BrokenSigns {
    private static let folder = PackageFolder.root.appendingPathComponent("Tests/BrokenSigns")

    static func all() throws -> [BrokenFile] {
        let long = String(repeating: "word ", count: 40_000)
        return try BrokenFile.all(in: folder) + [
            BrokenFile(
                name: "256 KiB and a byte in lines",
                bytes: Array(String(repeating: "# fifteen bytes\n", count: 16_384).utf8) + [0x61],
                expected: ["1:1 tooLarge"]),
            BrokenFile(
                name: "256 KiB and a byte in one line", bytes: [UInt8](repeating: 0x61, count: 262_145),
                expected: ["1:1 tooLarge"]),
            BrokenFile(
                name: "a text that is too long", bytes: Array("message:\n  text: \(long)\n".utf8),
                expected: ["2:9 layout"]),
            BrokenFile(
                name: "a text that is too long, quoted", bytes: Array("message: {text: \"\(long)\"}\n".utf8),
                expected: ["1:17 layout"]),
        ]
    }

    private static let size = Size(width: 32, height: 8)

    /// What an inspection finds, in the words of the files; the only board is sim-32x8.
    static func found(in sign: BrokenFile) -> [String] { names(problems(of: sign)) }

    /// Compares the messages of all files with those that are recorded.
    static func expectMessages() throws {
        try BrokenFile.expectMessages(try all().flatMap { problems(of: $0).map(\.description) }, in: folder)
    }

    /// What is found when a file is read and played: first the values, and what they name only if those are right.
    static func foundByPlaying(_ sign: BrokenFile) -> [String] {
        do throws(SignError) {
            let file = try SignFile(parsing: sign.bytes, path: sign.name)
            _ = try SignPlayer(file, size: size, fonts: TestFonts.fonts, start: .zero)
            return []
        } catch {
            return names(error.problems)
        }
    }

    private static func problems(of sign: BrokenFile) -> [SignProblem] {
        let (readable, problems) = SignFile.readable(in: sign.bytes, path: sign.name)
        guard let file = readable else { return problems }
        let hasBoard = file.board == nil || file.board == "sim-32x8"
        let boardProblems = hasBoard ? [] : file.boardError("unknown board").problems
        let inspection = SignInspection(
            file, found: problems + boardProblems, size: hasBoard ? size : nil, fonts: TestFonts.fonts,
            time: WallTime(seconds: 1_800_000_000))
        guard inspection.problems.isEmpty else { return inspection.problems }
        // What a sign that was started with this file could not take over from the broken one.
        let old = try? SignFile(parsing: "board: sim-32x8\nmessage:\n  text: A\n", path: sign.name)
        return old.map { file.changesForRestart(since: $0) } ?? []
    }

    private static func names(_ problems: [SignProblem]) -> [String] {
        problems.map { "\($0.line):\($0.column) \(SignReasonName.of($0.reason))" }
    }
}

@Suite struct BrokenSignTests {
    @Test("each broken file has the problems that it lists, in order, at their places; the player refuses it too")
    func problems() throws {
        for sign in try BrokenSigns.all() {
            expectEqual(BrokenSigns.found(in: sign), sign.expected, "\(sign.name)")
            let isShown = sign.expected.allSatisfy { $0.hasSuffix("needsRestart") || $0.hasSuffix("board") }
            let found = BrokenSigns.foundByPlaying(sign)
            expectEqual(found.isEmpty, isShown, "\(sign.name)")
            #expect(found.allSatisfy(sign.expected.contains), "\(sign.name)")
        }
    }

    @Test("the messages are those of Tests/BrokenSigns/messages.txt, word for word")
    func messages() throws { try BrokenSigns.expectMessages() }

    @Test("every reason has at least two broken files")
    func everyReason() throws {
        let files = BrokenFile.names(try BrokenSigns.all())
        expectEqual(Set(files.keys), SignReasonName.all)
        for (name, found) in files { #expect(found.count >= 2, "\(name): \(found)") }
    }
}
