import Foundation
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Animated pictures within texts.
@Suite struct MarkupAnimationTests {
    /// Two frames, 200 and 300 ms.
    private static let frames = [("#.\n##", 20), ("##\n.#", 30)].map { (art: $0.0, hundredths: $0.1) }

    private func rows(_ sign: SignStage, at time: Int64) -> [String] {
        sign.picture(at: time).split(separator: "\n")[3...4].map { String($0.prefix(4)) }
    }

    @Test(
        "E8: an animated picture in a text changes at the instants of its frames, on any panel",
        arguments: [Canvas.Format.mono, .rgb])
    func frames(format: Canvas.Format) throws {
        let folder = try ImageFolder()
        let path = try folder.gif("a.gif", Self.frames)
        let sign = try SignStage("message: {text: \"<image=\(path)>\"}", format: format)
        for (time, row) in [(0, "#."), (199, "#."), (200, "##"), (499, "##"), (500, "#."), (700, "##")] {
            let other = row == "#." ? "##" : ".#"
            expectEqual(rows(sign, at: Int64(time)), [row + "..", other + ".."], "at \(time) ms")
        }
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(200))
        expectEqual(sign.player.nextChange(after: sign.instant(200)), sign.instant(500))
        let calm = try SignStage("message: {text: \"<image=\(path)>\", reduced-motion: yes}", format: format)
        #expect(calm.player.nextChange(after: calm.instant(0)) == nil)
        expectEqual(rows(calm, at: 300), ["#...", "##.."])
    }

    @Test("E8: a value that changes beside an animated picture does not disturb it")
    func values() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("a.gif", Self.frames)
        let sign = try SignStage("fields: {n: {variable: \"1\"}}\nmessage: {text: \"<image=\(path)>{n}\"}")
        for (time, value) in [(Int64(0), "1"), (300, "2"), (450, "3")] {
            sign.player.take(
                [LiveChange(name: "n", reading: LiveReading(.text(value)))], at: sign.instant(time))
            expectEqual(rows(sign, at: time).first?.prefix(2), (time < 200 ? "#." : "##"))
        }
        expectEqual(rows(sign, at: 499).first?.prefix(2), "##")
        expectEqual(rows(sign, at: 500).first?.prefix(2), "#.")
    }

    @Test("E8: in pages an animated picture restarts with its page")
    func pages() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("a.gif", Self.frames)
        let sign = try SignStage(
            "message: {text: \"<image=\(path)> and a second page\", overflow: pages, hold: 1s}",
            size: Size(width: 40, height: 8))
        for time in [Int64(0), 250, 499] {
            expectEqual(rows(sign, at: time).first?.prefix(2), (time < 200 ? "#." : "##"), "at \(time) ms")
        }
    }

    @Test("E8: too many frames for a text are rejected with the limit")
    func tooMany() throws {
        let folder = try ImageFolder()
        let frames = (0..<257).map { (art: $0 % 2 == 0 ? "#." : ".#", hundredths: 10) }
        let path = try folder.gif("long.gif", frames)
        do {
            _ = try SignStage("message: {text: \"A <image=\(path)>\"}")
            Issue.record("257 frames are taken")
        } catch let error as SignError {
            expectEqual(error.problems.count, 1)
            expectEqual(error.problems.first?.description.contains("256 frames"), true)
        }
    }
}
