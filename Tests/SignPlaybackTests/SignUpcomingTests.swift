import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Which message comes next, and when.
@Suite struct SignUpcomingTests {
    private static let messages =
        "messages: [{name: a, text: A, duration: 10s}, {name: b, text: B, duration: 10s}, {name: c, text: C, duration: 10s}]"

    /// The messages that come next, each as its name and the milliseconds until its turn.
    private func next(_ sign: SignStage, at milliseconds: Int64) -> [String] {
        sign.player.direct(at: sign.instant(milliseconds))
        return sign.player.listed(at: sign.instant(milliseconds)).compactMap { listed in
            listed.next.map { "\(listed.message.name ?? "-") \($0.count / 1_000_000)" }
        }
    }

    private func shown(_ sign: SignStage, at milliseconds: Int64) -> String? {
        sign.states(at: milliseconds).first { $0.hasSuffix(" shown") }.map { String($0.prefix { $0 != " " }) }
    }

    @Test("messages in turn: the one after what is shown, at the end of its turn")
    func inTurn() throws {
        let sign = try SignStage(Self.messages)
        expectEqual(next(sign, at: 3_000), ["b 7000"])
        expectEqual(next(sign, at: 13_000), ["c 7000"])
        expectEqual(next(sign, at: 29_000), ["a 1000"])
    }

    @Test(
        "whatever the order is, what was said to come next comes, at that time",
        arguments: ["shuffle", "weighted", "in-turn"])
    func orders(order: String) throws {
        let sign = try SignStage(
            "playlist: {order: \(order), seed: 5}\n"
                + Self.messages.replacingOccurrences("name: b,", "name: b, weight: 2,"))
        var seen: Set<String> = []
        for turn in Int64(0)..<40 {
            guard let said = next(sign, at: turn * 10_000 + 4_000).first else { continue }
            expectEqual(said.split(separator: " ").last, "6000")
            expectEqual(shown(sign, at: turn * 10_000 + 10_000), String(said.prefix { $0 != " " }))
            seen.insert(said)
        }
        expectEqual(seen, ["a 6000", "b 6000", "c 6000"])
    }

    @Test("after an urgent message what it interrupted comes, and without an end nothing is known")
    func interrupted() throws {
        let sign = try SignStage(Self.messages)
        _ = sign.picture(at: 0)
        try sign.push("name: u, text: U, priority: 9, duration: 5s", at: 12_000)
        expectEqual(next(sign, at: 13_000), ["b 4000"])
        expectEqual(next(sign, at: 18_000), ["c 7000"])
        try sign.push("name: v, text: V, priority: 9", at: 19_000)
        expectEqual(next(sign, at: 20_000), [])
        expectEqual(next(try SignStage("messages: [{name: a, text: A, duration: 10s}]"), at: 1_000), [])
    }

    @Test("a lifetime that ends before the turn counts")
    func lifetimes() throws {
        let sign = try SignStage("messages: [{name: a, text: A, duration: 1h}]")
        _ = sign.picture(at: 0)
        try sign.push("name: u, text: U, priority: 3, lifetime: 6s", at: 1_000)
        expectEqual(next(sign, at: 3_000), ["a 4000"])
    }
}
