import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that go before others.
@Suite struct SignPriorityTests {
    private static let long = "{name: a, text: Fresh bread until noon, speed: 25}"
    private static let others = "{name: b, text: Cakes all day long, hold: 700ms, easing: ease-in-out, cycle: 6s}"

    /// Messages of every kind that has a position of its own to keep.
    private static let kinds = [
        "messages: [\(long)]", "messages: [\(long), \(others)]", "messages: [{text: A, duration: 3s}, \(others)]",
        "messages: [{text: One two three four five six, overflow: pages}, \(long)]",
        "messages: [{text: Back and forth we go, bounce: yes, speed: 40}, {text: B}]",
        "messages: [\(long), \(others)]\nplaylist: {order: together, separator: \" + \"}",
        "messages: [{text: Up it goes, overflow: wrap, speed: 5}, {text: B}]",
    ]

    @Test("C3: an urgent message is shown at once, and the old one resumes at its exact position", arguments: kinds)
    func preempts(messages: String) throws {
        let undisturbed = try SignStage(messages)
        let sign = try SignStage(messages)
        let urgent = "{name: fire, text: F, priority: urgent, duration: 2s}"
        let alarm = messages.replacingOccurrences("messages: [", "messages: [\(urgent), ")
        let fire = try SignStage("message: {text: F}").picture(at: 0)
        for change in [Int64(1_013), 9_990] {
            try sign.show(messages, at: change + (change > 5_000 ? 2_000 : 0))
            let begin = change + (change > 5_000 ? 2_000 : 0)
            try sign.show(alarm, at: begin)
            for time in stride(from: Int64(0), to: 2_000, by: 37) {
                expectEqual(sign.picture(at: begin + time), fire, "\(time) ms after it")
            }
            let delay = begin + 2_000 - change
            for time in stride(from: change, to: change + 8_000, by: 13) {
                let same = sign.picture(at: time + delay) == undisturbed.picture(at: time)
                #expect(same, "\(time) ms of its own time")
                guard same else { return }
            }
            // The next change is that of the undisturbed sign, later.
            let next = sign.player.nextChange(after: sign.instant(change + 8_000 + delay))
            let expected = undisturbed.player.nextChange(after: undisturbed.instant(change + 8_000))
            expectEqual(next, expected.map { $0 + .milliseconds(delay) })
        }
    }

    @Test("C3: a removed urgent message disappears at once")
    func takenAway() throws {
        let undisturbed = try SignStage("messages: [\(Self.long)]")
        let sign = try SignStage("messages: [\(Self.long)]")
        try sign.show("messages: [\(Self.long), {text: F, priority: 9}]", at: 3_000)
        _ = sign.picture(at: 60_000)
        try sign.show("messages: [\(Self.long)]", at: 60_000)
        for time in stride(from: Int64(3_000), to: 12_000, by: 40) {
            expectEqual(sign.picture(at: time + 57_000), undisturbed.picture(at: time))
        }
    }

    @Test("priorities nest: each waits for those above it, and resumes where it was")
    func nesting() throws {
        let undisturbed = try SignStage("messages: [\(Self.long)]")
        let sign = try SignStage("messages: [\(Self.long)]")
        let five = "{name: five, text: Five is in between, priority: 5, speed: 25, lifetime: 8s}"
        let nine = "{name: nine, text: \"9\", priority: 9, lifetime: 2s}"
        let middle = try SignStage("message: {text: Five is in between, speed: 25}")
        let top = try SignStage("message: {text: \"9\"}").picture(at: 0)
        try sign.show("messages: [\(Self.long), \(five)]", at: 1_000)
        expectEqual(sign.picture(at: 2_500), middle.picture(at: 1_500))
        try sign.show("messages: [\(Self.long), \(five), \(nine)]", at: 3_000)
        expectEqual(sign.picture(at: 3_000), top)
        expectEqual(sign.picture(at: 4_999), top)
        // Its life goes on while it waits: it ends 8 s after it began.
        for time in stride(from: Int64(5_000), to: 9_000, by: 33) {
            expectEqual(sign.picture(at: time), middle.picture(at: time - 3_000), "at \(time)")
        }
        for time in stride(from: Int64(9_000), to: 15_000, by: 33) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time - 8_000), "at \(time)")
        }
    }

    @Test("B5: an urgent message with a repeat count is over after it")
    func repeatCount() throws {
        let sign = try SignStage("messages: [{text: A}, {text: F, priority: 9, repeat: 2}]")
        let (a, fire) = (
            try SignStage("message: {text: A}").picture(at: 0), try SignStage("message: {text: F}").picture(at: 0)
        )
        // Twice the time that a letter takes to read.
        expectEqual(sign.picture(at: 2_119), fire)
        expectEqual(sign.picture(at: 2_120), a)
        expectEqual(sign.picture(at: 100_000), a)
        #expect(sign.player.nextChange(after: sign.instant(100_000)) == nil)
    }

    @Test("a message of the same priority waits for its turn")
    func samePriority() throws {
        let sign = try SignStage("messages: [{text: A, duration: 5s, priority: 3}]")
        try sign.show("messages: [{text: A, duration: 5s, priority: 3}, {text: B, priority: 3}]", at: 2_000)
        let a = try SignStage("message: {text: A}").picture(at: 0)
        expectEqual(sign.picture(at: 4_999), a)
        #expect(sign.picture(at: 5_000) != a)
    }
}
