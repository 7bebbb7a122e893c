import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that take turns.
@Suite struct SignTurnTests {
    private static let first = "{name: a, text: Fresh bread until noon, speed: 25, spacing: 10}"
    private static let second = "{name: b, text: Cakes all day long, speed: 25, spacing: 10}"

    @Test("C2: messages in turn follow each other at the seam: together they are one endless tape")
    func tape() throws {
        let sign = try SignStage("messages: [\(Self.first), \(Self.second)]")
        let tape =
            try SignStage.strip("Fresh bread until noon", spacing: 10)
            + SignStage.strip("Cakes all day long", spacing: 10)
        // 25 px/s: a column every 40 ms; three rounds.
        for step in 0..<tape.count * 3 {
            let expected = (0..<32).map { tape[(step + $0) % tape.count] }
            let shown = sign.columns(at: Int64(step) * 40)
            expectEqual(shown, expected, "after \(step) columns")
            guard shown == expected else { return }
        }
    }

    @Test("C2: a tape that goes to the right is one, too")
    func tapeToTheRight() throws {
        let turned = [Self.first, Self.second].map { $0.replacingOccurrences("25", "-25") }
        let sign = try SignStage("messages: [\(turned[0]), \(turned[1])]")
        let first = try SignStage.strip("Fresh bread until noon", spacing: 10)
        let second = try SignStage.strip("Cakes all day long", spacing: 10)
        // To the left of the first text stands the second, and to its left the first again.
        let tape = second + first
        for step in 0..<tape.count * 2 {
            let start = second.count + 4 * tape.count - step
            let expected = (start..<start + 32).map { (place: Int) -> String in tape[place % tape.count] }
            let shown = sign.columns(at: Int64(step) * 40)
            expectEqual(shown, expected, "after \(step) columns")
            guard shown == expected else { return }
        }
    }

    @Test("B5: a message is repeated as often as it asks for before the next one follows")
    func repeats() throws {
        let sign = try SignStage(
            "messages: [\(Self.first.dropLast()), repeat: 3}, \(Self.second.dropLast()), repeat: 2}]")
        let first = try SignStage.strip("Fresh bread until noon", spacing: 10)
        let second = try SignStage.strip("Cakes all day long", spacing: 10)
        let tape = first + first + first + second + second
        for step in stride(from: 0, to: tape.count * 2, by: 3) {
            let expected = (0..<32).map { tape[(step + $0) % tape.count] }
            expectEqual(sign.columns(at: Int64(step) * 40), expected, "after \(step) columns")
        }
    }

    @Test("what is shown does not depend on how often or how late it is drawn")
    func lateness() throws {
        let text = "messages: [\(Self.first), {text: A, duration: 2s}, \(Self.second), {text: B}]"
        let often = try SignStage(text)
        let late = try SignStage(text)
        for time in stride(from: Int64(0), through: 90_000, by: 20) {
            let picture = often.picture(at: time)
            guard time % 7_300 == 0 else { continue }
            expectEqual(late.picture(at: time), picture, "at \(time) ms")
        }
    }

    @Test("texts that stand still take turns for the time that they ask for")
    func stills() throws {
        let sign = try SignStage("messages: [{text: A, duration: 2s}, {text: B, duration: 500ms}, {text: C}]")
        let pictures = try ["A", "B", "C"].map { try SignStage("message: {text: \($0)}").picture(at: 0) }
        // C is shown for the time it takes to read a letter: 1 s and 60 ms.
        let edges: [Int64] = [0, 2_000, 2_500, 3_560, 5_560, 6_060, 7_120]
        for (number, edge) in edges.enumerated() {
            expectEqual(sign.picture(at: edge), pictures[number % 3], "at \(edge) ms")
            guard number + 1 < edges.count else { break }
            let next = sign.player.nextChange(after: sign.instant(edge))
            expectEqual(next, sign.instant(edges[number + 1]))
            expectEqual(sign.picture(at: edges[number + 1] - 1), pictures[number % 3])
        }
    }

    @Test("a message alone is never interrupted, and one that joins it comes at a seam")
    func joining() throws {
        let alone = try SignStage("message: \(Self.first)")
        let sign = try SignStage("messages: [\(Self.first)]")
        let first = try SignStage.strip("Fresh bread until noon", spacing: 10)
        for time in stride(from: Int64(0), through: 20_000, by: 40) {
            expectEqual(sign.picture(at: time), alone.picture(at: time))
        }
        try sign.show("messages: [\(Self.first), \(Self.second)]", at: 20_000)
        // 500 columns have gone by; the copy that is on its way in comes in as a whole.
        let copies = (500 + 32 + first.count - 1) / first.count
        var tape = [[String]](repeating: first, count: copies).flatMap { $0 }
        tape += try SignStage.strip("Cakes all day long", spacing: 10) + first
        for step in 500..<tape.count - 32 {
            expectEqual(sign.columns(at: Int64(step) * 40), Array(tape[step..<step + 32]), "after \(step) columns")
        }
    }

    @Test("C4: after the last round the sign is dark, or shows the idle message")
    func rounds() throws {
        let messages = "messages: [{text: A, duration: 1s}, {text: B, duration: 1s}]\nplaylist: {repeat: 2}\n"
        let dark = try SignStage(messages)
        let idle = try SignStage(messages + "idle: {text: I}\n")
        let pictures = try ["A", "B", "I"].map { try SignStage("message: {text: \($0)}").picture(at: 0) }
        for (second, shown) in [0, 1, 0, 1].enumerated() {
            expectEqual(dark.picture(at: Int64(second) * 1_000), pictures[shown])
            expectEqual(idle.picture(at: Int64(second) * 1_000 + 999), pictures[shown])
        }
        #expect(!dark.picture(at: 4_000).contains("#"))
        #expect(dark.player.nextChange(after: dark.instant(4_000)) == nil)
        expectEqual(idle.picture(at: 4_000), pictures[2])
    }

    @Test("C4: an empty message is skipped")
    func empty() throws {
        let sign = try SignStage("messages: [{text: \"\"}, {text: A}]")
        try expectEqual(sign.picture(at: 0), SignStage("message: {text: A}").picture(at: 0))
        #expect(sign.player.nextChange(after: sign.instant(0)) == nil)
    }

    @Test("a still text follows a moving one, and stays for its time once it stands")
    func arrival() throws {
        let sign = try SignStage("messages: [\(Self.first), {text: B, duration: 3s, spacing: 10, speed: 25}]")
        let standing = try SignStage("message: {text: B}").picture(at: 0)
        let first = try SignStage.strip("Fresh bread until noon", spacing: 10)
        // B stands at the left edge when the whole first text has gone by.
        let stands = Int64(first.count) * 40
        #expect(sign.picture(at: stands - 40) != standing)
        expectEqual(sign.picture(at: stands), standing)
        expectEqual(sign.picture(at: stands + 2_999), standing)
        #expect(sign.picture(at: stands + 3_000) != standing)
    }
}

extension String {
    /// The same with one text in place of another.
    func replacingOccurrences(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }

    @Test(
        "a reload that changes only when a message is shown does not begin its turn again",
        arguments: ["wake: yes", "weight: 7", "swap: now"])
    func turnKeys(keys: String) throws {
        func text(_ keys: String) -> String {
            "messages: [{name: a, text: A, duration: 4s\(keys)}, {text: B, duration: 4s}]"
        }
        let sign = try SignStage(text(""))
        let second = try SignStage("message: {text: B}").picture(at: 0)
        #expect(sign.picture(at: 2_000) != second)
        try sign.show(text(", \(keys)"), at: 2_000)
        #expect(sign.picture(at: 3_999) != second)
        expectEqual(sign.picture(at: 4_000), second)
    }
}
