import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Texts that run from right to left, such as Hebrew ones.
@Suite struct SignDirectionTests {
    private static let size = Size(width: 32, height: 16)
    private static let hebrew = "שלום עולם ברוכים הבאים"
    private static let style = "style: {font: /usr/share/fonts/X11/misc/unifont.pcf.gz, speed: 25, spacing: 10}\n"

    private func stage(_ text: String) throws -> SignStage { try SignStage(Self.style + text, size: Self.size) }

    /// The columns of a text on its own, from its first column with ink to its last one.
    private func ink(_ text: String, width: Int = 600) throws -> [String] {
        let wide = try SignStage(
            Self.style + "message: {text: \"\(text)\", scroll: never}", size: Size(width: width, height: 16))
        var columns = wide.columns(at: 0)
        let blank = String(repeating: ".", count: 16)
        while columns.last == blank { columns.removeLast() }
        while columns.first == blank { columns.removeFirst() }
        return columns
    }

    @Test("A6: a text from right to left starts with its beginning at the right edge, and moves to the right")
    func entrance() throws {
        let sign = try stage("message: {text: \"\(Self.hebrew)\"}")
        let ink = try ink(Self.hebrew)
        let blank = String(repeating: ".", count: 16)
        let start = sign.columns(at: 0)
        // The gap that its first letter has at its right.
        let gap = start.reversed().prefix { $0 == blank }.count
        #expect(gap <= 2)
        let tape = ink + [String](repeating: blank, count: gap)
        // Its end, at the left of its picture, comes in last.
        for step in 0..<tape.count - 32 {
            let expected = Array(tape.dropLast(step).suffix(32))
            expectEqual(sign.columns(at: Int64(step) * 40), expected, "after \(step) columns")
        }
        // Behind its end, and the spacing, its beginning comes in at the left edge.
        let comes = (0..<40).contains { step in
            sign.columns(at: Int64(tape.count - 32 + step) * 40).prefix(4 + gap) == tape.suffix(4 + gap)
        }
        #expect(comes)
    }

    /// Texts, and whether they move to the right.
    private static let beginnings: [(String, Bool)] = [
        ("1. \(hebrew)", true), ("(\(hebrew))", true), ("\u{2067}abc\u{2069} \(hebrew)", true),
        ("\(hebrew) and a long Latin text", true), ("A long Latin text and \(hebrew)", false),
        ("123 456 789 012 345", false), ("\u{200F}A long Latin text behind a mark", true),
        ("<red>\(hebrew)</>", true), ("{clock HH:mm} \(hebrew)", true),
    ]

    @Test("A6: the first letter with a direction decides, whatever stands before it", arguments: beginnings)
    func firstLetter(text: String, isTurned: Bool) throws {
        let sign = try stage("message: {text: \"\(text)\"}")
        _ = sign.picture(at: 0)
        let marquee = try #require(sign.player.marquee)
        #expect(marquee.isMoving)
        expectEqual(marquee.velocity > 0, isTurned)
    }

    @Test("A6: the first line with such a letter decides for all of them")
    func firstLine() throws {
        let lines = "message: {text: \"... \\n\(Self.hebrew)\\nA\"}"
        let sign = try SignStage(Self.style + lines, size: Size(width: 32, height: 48))
        expectEqual(sign.player.marquee.map { $0.velocity > 0 }, true)
    }

    @Test("A6: a direction in the file overrides that of the text, and a negative speed turns it")
    func overridden() throws {
        func velocity(_ keys: String, _ text: String = SignDirectionTests.hebrew) throws -> Int64 {
            let sign = try stage("message: {text: \"\(text)\", \(keys)}")
            _ = sign.picture(at: 0)
            return try #require(sign.player.marquee).velocity / Subpixel.perPixel
        }
        expectEqual(try velocity("direction: left"), -25)
        expectEqual(try velocity("direction: right"), 25)
        expectEqual(try velocity("direction: automatic"), 25)
        expectEqual(try velocity("speed: -25"), -25)
        expectEqual(try velocity("speed: -25", "<red>\(Self.hebrew)</>"), -25)
        expectEqual(try velocity("speed: -25", "A long Latin text"), 25)
        // To the left its picture is as it is for any other text.
        let left = try stage("message: {text: \"\(Self.hebrew)\", direction: left}")
        expectEqual(left.columns(at: 0).drop { !$0.contains("#") }.prefix(28), try ink(Self.hebrew).prefix(28))
    }

    @Test("C2: a value that turns the direction of a text starts it again; one that does not, moves nothing else")
    func values() throws {
        let fields = "fields: {n: {variable: \"\"}}\n"
        let sign = try stage(fields + "message: {text: \"{n} 1234567890 12345\"}")
        func change(_ text: String, at time: Int64) {
            sign.player.take(
                [LiveChange(name: "n", reading: LiveReading(.text(text)))], at: sign.instant(time))
        }
        change("abc", at: 0)
        expectEqual(sign.player.marquee.map { $0.velocity < 0 }, true)
        change("שלום", at: 1_000)
        let turned = try stage("message: {text: \"שלום 1234567890 12345\"}")
        expectEqual(sign.picture(at: 1_000), turned.picture(at: 0))
        expectEqual(sign.picture(at: 2_000), turned.picture(at: 1_000))
        change("שלוש", at: 2_000)
        expectEqual(sign.player.marquee.map { $0.velocity > 0 }, true)
    }

    @Test("C3: texts of both directions follow each other when each has gone by")
    func turns() throws {
        let sign = try stage("messages: [\"\(Self.hebrew)\", \"A long Latin text\"]")
        let (first, second) = (try stage("message: \"\(Self.hebrew)\""), try stage("message: A long Latin text"))
        // All of the first one has been seen: its cycle ends.
        let cycle = try #require(first.player.marquee).instant(ofCyclesDone: 1, notBefore: SignStage.start)
        expectEqual(sign.player.turnEnd, cycle)
        let end = try #require(cycle) - SignStage.start
        let time = (end.count + 999_999) / 1_000_000
        expectEqual(sign.picture(at: time - 40), first.picture(at: time - 40))
        expectEqual(sign.picture(at: time), second.picture(at: 0))
    }

    @Test("C3: on a shared line the first message stands at the right if it runs from right to left")
    func together() throws {
        let line = "playlist: {order: together, separator: \" * \"}\n"
        let sign = try stage(line + "messages: [\"שלום עולם\", \"ברוכים הבאים\"]")
        let single = try stage("message: {text: \"שלום עולם * ברוכים הבאים * \", spacing: 0}")
        for step in 0..<300 {
            expectEqual(sign.columns(at: Int64(step) * 40), single.columns(at: Int64(step) * 40), "\(step)")
        }
    }

    @Test("a text from right to left whose time is over scrolls off to the right")
    func scrollsOff() throws {
        let sign = try stage("message: {text: \"\(Self.hebrew)\", lifetime: 500ms}")
        _ = sign.picture(at: 600)
        #expect(try #require(sign.player.marquee).velocity > 0)
        #expect(sign.picture(at: 600).contains("#"))
        #expect(!sign.picture(at: 20_000).contains("#"))
    }

    @Test("F1: with reduced motion the pages of a text from right to left begin with its beginning")
    func pages() throws {
        let sign = try stage("message: {text: \"\(Self.hebrew)\", reduced-motion: yes, hold: 1s}")
        let first = try stage("message: \"שלום\"")
        expectEqual(sign.picture(at: 0), first.picture(at: 0))
    }
}
