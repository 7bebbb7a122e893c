import Foundation
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Images that a message brings along, and pictures in its text.
@Suite struct MessageImageTests {
    private func problems(_ text: String) throws -> [String] {
        do {
            _ = try SignStage(text)
            return []
        } catch let error as SignError {
            return error.problems.map { "\($0.line):\($0.column) \($0.reason)" }
        }
    }

    private static func row(_ picture: String) -> String { String(picture.split(separator: "\n")[3].prefix(6)) }

    private static func url(_ bytes: [UInt8]) -> String { "data:image/x;base64," + Data(bytes).base64EncodedString() }

    @Test("E8: an image whose bytes stand in the file is shown like one of a file, and its problems stand at its place")
    func inline() throws {
        let bytes = try ImageFolder.gif([("#.##", 10)])
        let sign = try SignStage("message: {image: \"\(Self.url(bytes))\"}")
        expectEqual(Self.row(sign.picture(at: 0)), "#.##..")
        expectEqual(sign.player.file.zones.first?.messages.first?.title, "an image of 1 kB")
        let none = "data:image/png;base64, and at most 512 KiB of a PNG, GIF, JPEG or WebP file in base64"
        for wrong in [
            "data:", "data:image/gif;base64,", "data:image/gif;base64,A?", "data:image/gif,R0lG", "data:;base64,R0lG!",
        ] {
            let problems = try problems("message: {image: \"\(wrong)\"}")
            #expect(
                problems.count == 1 && problems[0].hasPrefix("1:18 \"image\" is") && problems[0].contains(none),
                "\(wrong)")
        }
        for (count, isImage) in [(0, false), (1, true), (512 << 10, true), ((512 << 10) + 1, false), (1 << 20, false)] {
            #expect((InlineImage(Self.url([UInt8](repeating: 1, count: count))) != nil) == isImage, "\(count)")
        }
        let broken = try problems("message: {image: \"\(Self.url(Array("no picture".utf8)))\"}")
        #expect(broken.count == 1 && broken[0].hasPrefix("1:18 ") && broken[0].contains("the file is neither PNG"))
        let cut = try problems("message: {image: \"\(Self.url(Array(bytes.prefix(30))))\"}")
        #expect(cut.count == 1 && cut[0].hasPrefix("1:18 an image of 1 kB: cannot decode GIF"))
    }

    @Test("E8: a picture in a text follows its file at once, and stays as it was while that is broken or missing")
    func pictureInText() throws {
        let folder = try ImageFolder()
        let path = try folder.png("a.png", "#.##")
        for text in ["\"<image=\(path)>\"", "{parts: [{text: \"<image=\(path)>\"}]}", "{rows: [\"<image=\(path)>\"]}"] {
            try folder.png("a.png", "#.##")
            let sign = try SignStage("message: \(text)")
            expectEqual(sign.player.imageFiles, [path])
            let rows = { (time: Int64) in sign.picture(at: time).split(separator: "\n").first { $0.contains("#") } ?? ""
            }
            let (before, draws) = (rows(0), sign.player.decisions)
            sign.player.lookAtFiles(at: sign.instant(100))
            expectEqual(sign.player.decisions, draws, "nothing has changed")
            for broken in [Data("broken".utf8), nil] {
                try broken?.write(to: folder.url.appendingPathComponent("a.png"))
                if broken == nil { try FileManager.default.removeItem(atPath: path) }
                sign.player.lookAtFiles(at: sign.instant(500))
                expectEqual(rows(600), before)
            }
            try folder.png("a.png", "##.#")
            sign.player.lookAtFiles(at: sign.instant(1_000))
            expectEqual(rows(1_100), before.replacing("#.##", with: "##.#"), "\(text)")
        }
    }
}
