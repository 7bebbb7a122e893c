import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that come while the sign runs.
@Suite struct SignPushTests {
    private static let long = "{name: a, text: Fresh bread until noon, speed: 25}"
    private static let others = "{name: b, text: Cakes all day long, hold: 700ms, easing: ease-in-out, cycle: 6s}"
    private static let kinds = [
        "messages: [\(long)]", "messages: [\(long), \(others)]",
        "messages: [{text: One two three four five six, overflow: pages}, \(long)]",
        "messages: [\(long), \(others)]\nplaylist: {order: together, separator: \" + \"}",
        "message: {parts: [{text: Up it goes and never stops, speed: 25}]}",
    ]

    private func picture(_ text: String) throws -> String {
        try SignStage("message: {text: \"\(text)\"}").picture(at: 0)
    }

    @Test("C3: a pushed urgent message is shown at once; the old one resumes at its exact position", arguments: kinds)
    func preempts(messages: String) throws {
        let undisturbed = try SignStage(messages)
        let sign = try SignStage(messages)
        let fire = try picture("F")
        _ = sign.picture(at: 1_000)
        try sign.push("name: fire, text: F, priority: urgent, duration: 2s", at: 1_013)
        for time in stride(from: Int64(1_013), to: 3_013, by: 40) { expectEqual(sign.picture(at: time), fire) }
        for time in stride(from: Int64(1_013), to: 10_000, by: 13) {
            let same = sign.picture(at: time + 2_000) == undisturbed.picture(at: time)
            #expect(same, "\(time) ms of its own time")
            guard same else { return }
        }
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(12_000)), ["fire"])
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(12_000)), [])
    }

    @Test("C1: when an urgent message is removed, the old one resumes at once where it stood")
    func removed() throws {
        let undisturbed = try SignStage("messages: [\(Self.long)]")
        let sign = try SignStage("messages: [\(Self.long)]")
        try sign.push("name: fire, text: F, priority: 9", at: 3_000)
        try expectEqual(sign.picture(at: 60_000), picture("F"))
        #expect(sign.remove("fire", at: 60_000))
        #expect(!sign.remove("fire", at: 60_000))
        for time in stride(from: Int64(3_000), to: 12_000, by: 40) {
            expectEqual(sign.picture(at: time + 57_000), undisturbed.picture(at: time), "at \(time)")
        }
    }

    @Test("C3: a pushed message joins a shared line at the seam off the sign, and leaves it there")
    func sharedLine() throws {
        let line = "playlist: {order: together, separator: \"+\"}"
        let undisturbed = try SignStage("messages: [\(Self.long)]\n\(line)")
        let sign = try SignStage("messages: [\(Self.long)]\n\(line)")
        try sign.push("name: x, text: XX, speed: 25", at: 1_000)
        // A line is 110 columns and more: for these 3 s what was to be seen already goes by.
        for time in stride(from: Int64(1_000), to: 3_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time), "at \(time)")
        }
        let wanted = try SignStage.strip("+XX+").dropLast().joined(separator: "\n")
        func isSeen(from: Int64, to: Int64) -> Bool {
            stride(from: from, to: to, by: 40).contains { time in
                sign.columns(at: time).joined(separator: "\n").contains(wanted)
            }
        }
        #expect(isSeen(from: 3_000, to: 12_000))
        #expect(sign.remove("x", at: 12_000))
        #expect(!isSeen(from: 24_000, to: 40_000))
    }

    @Test("C2: a pushed message replaces the one with the same name in place, without a jump")
    func replaced() throws {
        let before = "Back in 5 minutes at the most"
        let after = "Back in 3 minutes at the most"
        let first = try SignStage("message: {text: \(before), speed: 25, swap: now}")
        let second = try SignStage("message: {text: \(after), speed: 25, swap: now}")
        let sign = try SignStage("messages: []")
        try sign.push("name: back, text: \(before), speed: 25, swap: now", at: 0)
        for time in stride(from: Int64(0), to: 12_000, by: 40) {
            if time == 3_000 { try sign.push("name: back, text: \(after), speed: 25, swap: now", at: time) }
            let expected = (time < 3_000 ? first : second).picture(at: time)
            expectEqual(sign.picture(at: time), expected, "at \(time)")
        }
        expectEqual(sign.states(at: 12_000), ["back pushed shown"])
    }

    @Test("C4: a sign without messages shows what is pushed, and is dark again after its lifetime")
    func lifetime() throws {
        let sign = try SignStage("messages: []")
        let dark = sign.picture(at: 0)
        #expect(!dark.contains("#"))
        try sign.push("name: a, text: A, lifetime: 5s", at: 1_000)
        try expectEqual(sign.picture(at: 1_000), picture("A"))
        try expectEqual(sign.picture(at: 5_999), picture("A"))
        expectEqual(sign.picture(at: 6_000), dark)
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(6_000)), ["a"])
    }

    @Test("a message without a priority waits for its turn; skip goes on to it, acknowledge ends an urgent one")
    func turns() throws {
        let sign = try SignStage("messages: [{name: a, text: A, duration: 1h}]")
        try sign.push("name: b, text: B, duration: 1h", at: 1_000)
        expectEqual(sign.states(at: 1_000), ["a shown", "b pushed waiting"])
        #expect(sign.player.skip(zone: nil, at: sign.instant(2_000)))
        expectEqual(sign.states(at: 60_000), ["a waiting", "b pushed shown"])
        #expect(!sign.player.acknowledge(zone: nil, at: sign.instant(60_000)))
        try sign.push("name: c, text: C, priority: 5", at: 61_000)
        expectEqual(sign.states(at: 61_000), ["a interrupted", "b pushed interrupted", "c pushed shown"])
        #expect(sign.player.acknowledge(zone: nil, at: sign.instant(62_000)))
        expectEqual(sign.states(at: 62_000), ["a waiting", "b pushed shown", "c pushed off"])
    }
}
