import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that share a line.
@Suite struct SignLineTests {
    private static let blank = String(repeating: ".", count: 8)
    private static let style = "style: {speed: 25, spacing: 10}\n"
    private static let together = "playlist: {order: together, separator: \" + \"}\n" + style

    /// The columns of texts side by side, with the separator behind each.
    private func tape(_ texts: [String]) throws -> [String] {
        var tape: [String] = []
        // A separator stands between blanks: the font's blanks have four columns, its letters one behind them.
        let plus = try SignStage.strip("+")
        let gap = try SignStage.strip("a a").count - 2 * SignStage.strip("a").count
        let separator = [String](repeating: Self.blank, count: gap) + plus + [String](repeating: Self.blank, count: gap)
        for text in texts { tape += try SignStage.strip(text) + separator }
        return tape
    }

    @Test("C3: several messages run together on one line, with a separator between them and at the seam")
    func together() throws {
        let sign = try SignStage(Self.together + "messages: [Fresh bread, Cakes, Open until six]")
        let tape = try tape(["Fresh bread", "Cakes", "Open until six"])
        for step in 0..<tape.count * 2 {
            let expected = (0..<32).map { tape[(step + $0) % tape.count] }
            expectEqual(sign.columns(at: Int64(step) * 40), expected, "after \(step) columns")
        }
    }

    @Test("C3: a message that joins the line comes in at the seam, one that leaves scrolls off, and nothing jumps")
    func joinsAndLeaves() throws {
        let sign = try SignStage(Self.together + "messages: [Fresh bread, Cakes]")
        let old = try tape(["Fresh bread", "Cakes"])
        let new = try tape(["Fresh bread", "Open until six", "Cakes"])
        let last = try tape(["Open until six", "Cakes"])
        try sign.show(Self.together + "messages: [Fresh bread, Open until six, Cakes]", at: 500)
        // The first copy boundary behind the window is where the new line begins.
        let passed = (12 + 32 + old.count - 1) / old.count * old.count
        var expected = [[String]](repeating: old, count: passed / old.count).flatMap { $0 } + new
        let second = passed + 40
        for step in 12..<second {
            expectEqual(sign.columns(at: Int64(step) * 40), Array(expected[step..<step + 32]), "after \(step) columns")
        }
        try sign.show(Self.together + "messages: [Open until six, Cakes]", at: Int64(second) * 40)
        let rounds = (second + 32 - passed + new.count - 1) / new.count
        expected = Array(expected[..<passed]) + [[String]](repeating: new, count: rounds).flatMap { $0 } + last + last
        for step in second..<expected.count - 32 {
            expectEqual(sign.columns(at: Int64(step) * 40), Array(expected[step..<step + 32]), "after \(step) columns")
        }
    }

    @Test("messages that fit together stand side by side")
    func fits() throws {
        let sign = try SignStage("playlist: {order: together, separator: \"-\"}\nmessages: [a, b]")
        let expected = try SignStage("message: {text: a-b}").picture(at: 0)
        expectEqual(sign.picture(at: 0), expected)
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test("without a separator there is a gap as wide as the one at the seam")
    func gaps() throws {
        let sign = try SignStage(
            "playlist: {order: together}\n" + Self.style + "messages: [Fresh bread, Cakes all day]")
        let tape = try SignStage.strip("Fresh bread", spacing: 10) + SignStage.strip("Cakes all day", spacing: 10)
        for step in 0..<tape.count {
            let expected = (0..<32).map { tape[(step + $0) % tape.count] }
            expectEqual(sign.columns(at: Int64(step) * 40), expected, "after \(step) columns")
        }
    }

    @Test("C3: a message whose lifetime is over leaves the line after it has scrolled off")
    func lifetime() throws {
        let sign = try SignStage(Self.together + "messages: [Fresh bread, {text: Cakes, lifetime: 2s}]")
        let old = try tape(["Fresh bread", "Cakes"])
        let new = try tape(["Fresh bread"])
        let passed = (50 + 32 + old.count - 1) / old.count * old.count
        let expected = [[String]](repeating: old, count: passed / old.count).flatMap { $0 } + new + new
        for step in 0..<expected.count - 32 {
            expectEqual(sign.columns(at: Int64(step) * 40), Array(expected[step..<step + 32]), "after \(step) columns")
        }
    }

    @Test("C2: a changed value on a shared line changes in its place, and nothing jumps")
    func values() throws {
        func file(_ n: String) -> String {
            Self.together
                + "fields: {n: {variable: \"3\"}}\nmessages: [Fresh bread, \"{{n} left\", Cakes]"
                .replacing("{{n}", with: n)
        }
        let (three, five) = (try SignStage(file("3")), try SignStage(file("5")))
        let sign = try SignStage(file("{n}"))
        func take(_ value: String, at time: Int64) {
            sign.player.take(
                [LiveChange(name: "n", reading: LiveReading(.text(value)))], at: sign.instant(time))
        }
        take("3", at: 0)
        for time in stride(from: Int64(0), to: 20_000, by: 20) {
            if time == 7_300 { take("5", at: time) }
            let expected = (time < 7_300 ? three : five).picture(at: time)
            expectEqual(sign.picture(at: time), expected, "at \(time) ms")
        }
    }

    @Test("C2: a wider value on a shared line leaves what can be seen before it where it is")
    func widerValue() throws {
        let sign = try SignStage(
            Self.together + "fields: {n: {variable: \"3\"}}\nmessages: [Fresh bread, \"{n} left\", Cakes]")
        func take(_ value: String, at time: Int64) {
            sign.player.take(
                [LiveChange(name: "n", reading: LiveReading(.text(value)))], at: sign.instant(time))
        }
        take("3", at: 0)
        let start = try tape(["Fresh bread"])
        // The value begins behind the first text and its separator; it is to be seen at the right edge.
        let step = start.count - 24
        let before = sign.columns(at: Int64(step) * 40)
        take("1234", at: Int64(step) * 40)
        let after = sign.columns(at: Int64(step) * 40)
        expectEqual(Array(after[..<24]), Array(before[..<24]))
        #expect(after != before)
        let wide = try tape(["Fresh bread", "1234 left", "Cakes"])
        for next in step..<wide.count * 2 {
            let expected = (0..<32).map { wide[(next + $0) % wide.count] }
            expectEqual(sign.columns(at: Int64(next) * 40), expected, "after \(next) columns")
        }
    }
}
