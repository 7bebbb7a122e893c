import LiveValues
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// New pictures of parts of a list that take the place of old ones step by step.
@Suite struct ListTransitionTests {
    private static let size = Size(width: 24, height: 8)

    /// A sign with one text that changes as `change` says, and its first value.
    private func sign(_ change: String, _ value: String, more: String = "", part: String = "text: \"{v}\"") throws
        -> SignStage
    {
        let text = """
            fields: {v: {variable: "0"}}
            message:
              rows:
                - change: \(change)
                  \(part)
            """
        let sign = try SignStage(more + text, size: Self.size)
        take(value, sign, at: 0)
        return sign
    }

    private func take(_ value: String, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: "v", reading: LiveReading(.text(value)))], at: sign.instant(milliseconds))
    }

    /// The rows of pixels of a text that stands.
    private func rows(_ text: String) throws -> [[Character]] {
        try SignStage("message: {text: \"\(text)\"}", size: Self.size).picture(at: 0)
            .split(separator: "\n").map(Array.init)
    }

    private func picture(_ rows: [[Character]]) -> String { rows.map { String($0) }.joined(separator: "\n") }

    /// What is seen of a text that rolls up by some of its 8 rows to another one, in columns from one on.
    private func rolled(_ old: [[Character]], _ new: [[Character]], by rows: Int, from column: Int) -> [[Character]] {
        (0..<8).map { y in
            let rolling = y + rows < 8 ? old[y + rows] : new[y + rows - 8]
            return Array(new[y][..<column] + rolling[column...])
        }
    }

    private static let roll = "{effect: roll, duration: 800ms, easing: linear}"

    @Test("of a number that grows the digits roll up that are others, row by row, and the others stand still")
    func roll() throws {
        let sign = try sign(Self.roll, "13")
        let (old, new) = (try rows("13"), try rows("14"))
        expectEqual(sign.picture(at: 0), picture(old))
        take("14", sign, at: 1_000)
        let column = try column(behind: "1")
        for (time, rows) in [(1_000, 0), (1_099, 0), (1_100, 1), (1_399, 3), (1_400, 4), (1_799, 7), (1_800, 8)] {
            expectEqual(
                sign.picture(at: Int64(time)), picture(rolled(old, new, by: rows, from: column)), "\(time)")
        }
        #expect(sign.player.nextChange(after: sign.instant(1_800)) == nil)
    }

    /// The first column behind a text.
    private func column(behind text: String) throws -> Int {
        try text.isEmpty ? 0 : rows(text).map { ($0.lastIndex(of: "#") ?? -1) + 1 }.max() ?? 0
    }

    @Test(
        "a number that falls rolls down, all else rolls up",
        arguments: [
            ("", "3", "4", true), ("", "4", "3", false), ("", "9", "10", true), ("", "A", "B", true),
            ("", "B", "A", true), ("-", "1", "2", false), ("-", "2", "1", true), ("1.", "3", "25", false),
            ("2:", "1", "0", false), ("", "100", "99", false), ("0", "9", "8", false),
        ])
    func direction(start: String, old: String, new: String, isUp: Bool) throws {
        let sign = try sign(Self.roll, start + old)
        let (before, after) = (try rows(start + old), try rows(start + new))
        take(start + new, sign, at: 1_000)
        let column = try column(behind: start)
        let expected =
            isUp
            ? rolled(before, after, by: 3, from: column)
            : rolled(after, before, by: 5, from: column)
        expectEqual(sign.picture(at: 1_300), picture(expected))
    }

    @Test("a second change begins from the picture that the first one has reached")
    func again() throws {
        let sign = try sign(Self.roll, "3")
        let (three, four, five) = (try rows("3"), try rows("4"), try rows("5"))
        take("4", sign, at: 1_000)
        take("5", sign, at: 1_400)
        let reached = rolled(three, four, by: 4, from: 0)
        for (time, rows) in [(1_400, 0), (1_499, 0), (1_500, 1), (1_900, 5), (2_200, 8)] {
            expectEqual(
                sign.picture(at: Int64(time)), picture(rolled(reached, five, by: rows, from: 0)), "\(time)")
        }
    }

    @Test("a digit that is on its way continues while another one changes")
    func unharmed() throws {
        let sign = try sign(Self.roll, "13")
        take("14", sign, at: 1_000)
        take("24", sign, at: 1_300)
        let (old, new) = (try rows("13"), try rows("24"))
        let column = try column(behind: "2")
        let second = rolled(old, new, by: 6, from: column)
        let first = rolled(old, new, by: 3, from: 0)
        let both = (0..<8).map { y in Array(first[y][..<column] + second[y][column...]) }
        expectEqual(sign.picture(at: 1_600), picture(both))
    }

    @Test("a wipe shows the new text up to its column and the old one behind")
    func wipe() throws {
        let sign = try sign("{effect: wipe, duration: 2400ms, easing: linear}", "13")
        let (old, new) = (try rows("13"), try rows("24"))
        take("24", sign, at: 1_000)
        for columns in [0, 1, 5, 8, 24] {
            let both = (0..<8).map { y in Array(new[y][..<columns] + old[y][columns...]) }
            expectEqual(sign.picture(at: 1_000 + Int64(columns) * 100), picture(both), "\(columns)")
        }
    }

    @Test("with a shift the new text pushes the old one out")
    func push() throws {
        let sign = try sign("{effect: scroll_left, duration: 2400ms, easing: linear}", "13")
        let (old, new) = (try rows("13"), try rows("24"))
        take("24", sign, at: 1_000)
        for columns in [0, 3, 9, 24] {
            let both = (0..<8).map { y in Array((old[y] + new[y])[columns..<columns + 24]) }
            expectEqual(sign.picture(at: 1_000 + Int64(columns) * 100), picture(both), "\(columns)")
        }
    }

    @Test(
        "a dissolve shows of each pixel the old or the new one, ever more of the new picture",
        arguments: ["dissolve", "fade"])
    func dissolve(effect: String) throws {
        let sign = try sign("{effect: \(effect), duration: 1s, easing: linear}", "13")
        let (old, new) = (picture(try rows("13")), picture(try rows("88")))
        take("88", sign, at: 1_000)
        var before = 0
        for time in stride(from: Int64(1_000), through: 2_000, by: 100) {
            let shown = sign.picture(at: time)
            let pixels = zip(shown, zip(old, new))
            #expect(pixels.allSatisfy { $0 == $1.0 || $0 == $1.1 })
            let count = pixels.count { $0 == $1.1 && $1.0 != $1.1 }
            #expect(count >= before)
            before = count
        }
        expectEqual(sign.picture(at: 1_000), old)
        expectEqual(sign.picture(at: 2_000), new)
    }

    @Test("the first value is there at once, and with reduced motion every one")
    func atOnce() throws {
        let first = try SignStage(
            "fields: {v: {json: none.json}}\nmessage: {rows: [{text: \"{v}\", change: roll}]}", size: Self.size)
        take("4", first, at: 1_000)
        expectEqual(first.picture(at: 1_000), picture(try rows("4")))
        take("5", first, at: 2_000)
        expectEqual(first.picture(at: 2_000), picture(try rows("4")))
        let calm = try sign("roll", "4", more: "calm: {reduced-motion: yes}\n")
        take("5", calm, at: 1_000)
        expectEqual(calm.picture(at: 1_000), picture(try rows("5")))
    }

    @Test(
        "a bar wipes to its new length, also where it is repeated",
        arguments: [
            "{bar: \"{v}\", range: [0, 24], width: 24, height: 8}",
            "{overflow: cut, rows: [{bar: \"{v}\", range: [0, 24], width: 24, height: 8}]}",
            "{each: v, columns: [{bar: \"{item}\", range: [0, 24], width: 24, height: 8}]}",
        ])
    func bars(part: String) throws {
        let text = """
            fields: {v: {variable: "0"}}
            message: {rows: [{change: {effect: wipe, duration: 2400ms, easing: linear}, rows: [\(part)]}]}
            """
        let sign = try SignStage(text, size: Self.size)
        func take(_ value: Int, at milliseconds: Int64) {
            let number = LiveValue.number(LiveNumber(value))
            let reading = LiveReading(part.contains("each") ? .list([number]) : number)
            sign.player.take([LiveChange(name: "v", reading: reading)], at: sign.instant(milliseconds))
        }
        func row(at milliseconds: Int64) -> String {
            sign.picture(at: milliseconds).split(separator: "\n").first.map(String.init) ?? ""
        }
        take(12, at: 0)
        expectEqual(row(at: 0), "############............")
        take(4, at: 1_000)
        expectEqual(row(at: 1_000), "############............")
        expectEqual(row(at: 1_600), "####..######............")
        expectEqual(row(at: 3_400), "####....................")
    }
}
