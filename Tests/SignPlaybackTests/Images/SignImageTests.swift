import Foundation
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that show images.
@Suite struct SignImageTests {
    private static let size = Size(width: 8, height: 4)
    private static let arrow = "##..\n.###\n##.."

    private func stage(_ text: String, format: Canvas.Format = .mono) throws -> SignStage {
        try SignStage(text, size: Self.size, format: format)
    }

    @Test("E8: a still image stands where its message says, and does not move", arguments: [Canvas.Format.mono, .rgb])
    func still(format: Canvas.Format) throws {
        let folder = try ImageFolder()
        let path = try folder.png("arrow.png", Self.arrow)
        let middle = try stage("message: {image: \(path), align: center, valign: bottom}", format: format)
        expectEqual(
            middle.picture(at: 0),
            """
            ........
            ..##....
            ...###..
            ..##....
            """)
        #expect(middle.player.nextChange(after: middle.instant(0)) == nil)
        let right = try stage("message: {image: \(path), align: right, valign: top}", format: format)
        expectEqual(
            right.picture(at: 5_000),
            """
            ....##..
            .....###
            ....##..
            ........
            """)
    }

    @Test("E8: a reduced image has means of light, or its nearest pixels where the file asks for them")
    func scaling() throws {
        let folder = try ImageFolder()
        let path = try folder.png("stripes.png", Array(repeating: "#.#.#.#.#.#.#.#.", count: 8).joined(separator: "\n"))
        for (words, columns) in [("", [194, 194]), (", scaling: mean", [194, 194]), (", scaling: nearest", [0, 0])] {
            for form in [
                "message: {image: \(path), fit: contain\(words)}",
                "message: {parts: [{image: \(path), fit: contain\(words)}]}",
            ] {
                let sign = try stage(form, format: .rgb)
                var frame = Frame(size: Self.size, format: .rgb)
                sign.player.draw(at: sign.instant(0), into: &frame)
                expectEqual([0, 5].map { Int(frame.canvas.rgb[$0, 2].green) }, columns, "\(form)")
            }
        }
    }

    @Test("E8: an image keeps its colours, and its background shows through where it is transparent or black")
    func colors() throws {
        let folder = try ImageFolder()
        let path = try folder.png("dot.png", "#", color: Color(rawValue: 0x00FF00))
        let sign = try stage("message: {image: \(path), background: blue}", format: .rgb)
        var frame = Frame(size: Self.size, format: .rgb)
        sign.player.draw(at: sign.instant(0), into: &frame)
        expectEqual(frame.canvas.rgb[0, 1], Color(rawValue: 0x00FF00))
        expectEqual(frame.canvas.rgb[1, 1], Color(rawValue: 0x0000FF))
        expectEqual(frame.canvas.rgb[0, 0], Color(rawValue: 0x0000FF))
    }

    @Test("E8: what does not fit scrolls like a text, by its own frames; delays of 0 are 10 hundredths")
    func scrolling() throws {
        let folder = try ImageFolder()
        // Twelve columns; a second picture turns them over.
        let first = "#..#.#.#..##"
        let second = String(first.map { $0 == "#" ? "." : "#" })
        var bytes = try ImageFolder.gif([(first, 3), (second, 25)])
        // The first delay is none: it stands behind the block's name, length and flags.
        let block = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x21, 0xF9, 0x04]) })
        #expect(bytes[block + 4] == 3 && bytes[block + 5] == 0)
        bytes[block + 4] = 0
        let path = folder.path("wide.gif")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let sign = try stage("message: {image: \(path), speed: 20, spacing: 3, valign: top}")
        for time in stride(from: Int64(0), to: 5_000, by: 5) {
            // A column every 50 ms; the first picture for 100 ms, the second for 250 ms.
            let tape = Array((time % 350 < 100 ? first : second) + "...")
            let row = String((0..<8).map { tape[(Int(time / 50) + $0) % 15] })
            #expect(sign.picture(at: time).prefix(8) == row, "at \(time) ms")
        }
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(50))
        expectEqual(sign.player.nextChange(after: sign.instant(340)), sign.instant(350))
        expectEqual(sign.player.nextChange(after: sign.instant(350)), sign.instant(400))
    }

    @Test("E8: an animation that stands is shown once in its turn, another image for 5 s")
    func turns() throws {
        let folder = try ImageFolder()
        let animation = try folder.gif("blink.gif", [("#", 60), (".\n", 20), ("#", 40)])
        let picture = try folder.png("dot.png", "##")
        let sign = try stage("messages: [{image: \(animation)}, {image: \(picture)}]")
        // 1.2 s for the animation.
        let rows = [
            (0, "#......."), (599, "#......."), (600, "........"), (799, "........"), (800, "#......."),
            (1_199, "#......."), (1_200, "##......"), (6_199, "##......"), (6_200, "#......."), (6_800, "........"),
        ]
        for (time, row) in rows {
            expectEqual(SignImageTests.secondRow(sign.picture(at: Int64(time))), row, "at \(time) ms")
        }
    }

    private static func secondRow(_ picture: String) -> String { String(picture.split(separator: "\n")[1]) }

    @Test("E8: an image comes in by an effect, and fits its area as its message says")
    func effectAndFit() throws {
        let folder = try ImageFolder()
        let path = try folder.png("two.png", "#.\n.#")
        let sign = try stage("message: {image: \(path), fit: stretch, in: {effect: wipe, duration: 800ms}}")
        expectEqual(
            sign.picture(at: 800),
            """
            ####....
            ####....
            ....####
            ....####
            """)
        expectEqual(
            sign.picture(at: 300),
            """
            ###.....
            ###.....
            ........
            ........
            """)
        let contained = try stage("message: {image: \(path), fit: contain, align: right}")
        expectEqual(
            contained.picture(at: 0),
            """
            ....##..
            ....##..
            ......##
            ......##
            """)
    }

    @Test("F1: with reduced motion only the first picture is shown, without motion")
    func reducedMotion() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("wide.gif", [("##########..", 10), ("..##########", 10)])
        let sign = try stage("calm: {reduced-motion: yes}\nmessage: {image: \(path), scroll: always}")
        expectEqual(SignImageTests.secondRow(sign.picture(at: 0)), "########")
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test("C3: the timeline of an image is stopped while something more urgent is shown")
    func urgent() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("three.gif", [("#..", 30), (".#.", 30), ("..#", 30)])
        let message = "{name: a, image: \(path), scroll: always, speed: 10, spacing: 2}"
        let undisturbed = try stage("messages: [\(message)]")
        let sign = try stage("messages: [\(message)]")
        for time in stride(from: Int64(0), to: 1_000, by: 10) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time))
        }
        try sign.show("messages: [\(message), {text: F, priority: urgent, duration: 2s}]", at: 1_000)
        for time in stride(from: Int64(1_000), to: 5_000, by: 10) {
            expectEqual(sign.picture(at: time + 2_000), undisturbed.picture(at: time), "\(time) ms of its own time")
        }
    }

    @Test("C3: images and texts share a line, and an image's frames change in it")
    func line() throws {
        let folder = try ImageFolder()
        let path = try folder.gif("two.gif", [("##.\n###", 50), ("###\n.##", 50)])
        let sign = try SignStage(
            "playlist: {order: together}\nstyle: {speed: 25, spacing: 10}\nmessages: [Fresh bread, {image: \(path)}]")
        let text = try SignStage.strip("Fresh bread", spacing: 10)
        let blank = String(repeating: ".", count: 8)
        // Two rows in the middle of eight.
        let pictures = [["...##...", "...##...", "....#..."], ["...#....", "...##...", "...##..."]].map { columns in
            text + columns + [String](repeating: blank, count: 10)
        }
        for step in 0..<pictures[0].count * 2 {
            let time = Int64(step) * 40
            let tape = pictures[Int(time / 500) % 2]
            let expected = (0..<32).map { tape[(step + $0) % tape.count] }
            expectEqual(sign.columns(at: time), expected, "after \(step) columns")
        }
    }
}
