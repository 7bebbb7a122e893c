import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages that are pushed without a zone, on signs with several zones.
@Suite struct SignCoverTests {
    private static let one = "messages: [{name: o, text: One and only, speed: 25}]"
    private static let zones = """
        zones:
          - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {name: l, text: Left and on, speed: 25}}
          - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, message: {name: r, text: Right and on, speed: 25}}
        """

    private func whole(_ text: String) throws -> String {
        try SignStage("message: {text: \"\(text)\"}").picture(at: 0)
    }

    @Test("C3: without a zone a message covers the whole sign; the zones resume at their exact positions")
    func covers() throws {
        let undisturbed = try SignStage(Self.zones)
        let sign = try SignStage(Self.zones)
        let fire = try whole("Fire")
        try sign.push("name: fire, text: Fire, priority: 9", at: 1_000)
        for time in stride(from: Int64(1_000), to: 6_000, by: 40) { expectEqual(sign.picture(at: time), fire) }
        expectEqual(sign.states(at: 6_000), ["l interrupted", "r interrupted", "fire pushed shown"])
        #expect(sign.remove("fire", at: 6_000))
        for time in stride(from: Int64(6_000), to: 9_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time - 5_000), "at \(time)")
        }
    }

    @Test("a message without a priority also covers the zones during its lifetime; then they resume")
    func lifetime() throws {
        let undisturbed = try SignStage(Self.zones)
        let sign = try SignStage(Self.zones)
        try sign.push("name: x, text: Hi, lifetime: 2s", at: 1_000)
        try expectEqual(sign.picture(at: 2_999), whole("Hi"))
        for time in stride(from: Int64(3_000), to: 6_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time - 2_000), "at \(time)")
        }
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(6_000)), ["x"])
    }

    @Test("one turn of a message with a priority covers the zones once; the next one follows at once")
    func turns() throws {
        let sign = try SignStage(Self.zones)
        try sign.push("name: a, text: A, priority: 5, duration: 1s", at: 1_000)
        try sign.push("name: b, text: B, priority: 5, duration: 1s", at: 1_000)
        try expectEqual(sign.picture(at: 1_999), whole("A"))
        try expectEqual(sign.picture(at: 2_000), whole("B"))
        try expectEqual(sign.picture(at: 2_999), whole("B"))
        expectEqual(sign.states(at: 3_000).prefix(2), ["l shown", "r shown"])
    }

    @Test("a higher priority in a zone keeps the zones visible until it is over")
    func priorities() throws {
        let sign = try SignStage(Self.zones)
        try sign.push("name: u, text: U, priority: 7", zone: "left", at: 500)
        try sign.push("name: x, text: Hi, priority: 3", at: 1_000)
        expectEqual(sign.states(at: 1_000), ["l interrupted", "u pushed shown", "r shown", "x pushed interrupted"])
        #expect(sign.player.acknowledge(zone: "left", at: sign.instant(2_000)))
        expectEqual(sign.states(at: 2_000), ["l interrupted", "u pushed off", "r interrupted", "x pushed shown"])
        try expectEqual(sign.picture(at: 2_000), whole("Hi"))
        #expect(sign.player.acknowledge(zone: nil, at: sign.instant(3_000)))
        expectEqual(sign.states(at: 3_000), ["l shown", "u pushed off", "r shown", "x pushed off"])
    }

    @Test("a zone that is a part of the sign is covered, too, though it is the only one")
    func part() throws {
        let sign = try SignStage("zones: [{area: {x: 0, y: 0, width: 16, height: 8}, message: {text: A}}]")
        try sign.push("name: x, text: Whole", at: 1_000)
        try expectEqual(sign.picture(at: 1_000), whole("Whole"))
    }

    @Test(
        "a file with other zones keeps messages pushed for the whole sign, with their remaining lifetimes",
        arguments: [0, 1])
    func reload(first: Int) throws {
        let files = [Self.one, Self.zones]
        let sign = try SignStage(files[first])
        try sign.push("name: x, text: Whole, priority: 2, lifetime: 5s", at: 1_000)
        try sign.show(files[1 - first], at: 3_000)
        try expectEqual(sign.picture(at: 3_000), whole("Whole"))
        try expectEqual(sign.picture(at: 5_999), whole("Whole"))
        #expect(!sign.states(at: 6_000).contains("x pushed shown"))
        expectEqual(sign.player.takeEndedPushes(at: sign.instant(6_000)), ["x"])
    }

    @Test("pushing a message again moves it from the whole sign to a zone and back")
    func moves() throws {
        let sign = try SignStage(Self.zones)
        try sign.push("name: x, text: X, priority: 1", at: 1_000)
        try sign.push("name: x, text: X, priority: 1", zone: "left", at: 2_000)
        expectEqual(sign.states(at: 2_000), ["l interrupted", "x pushed shown", "r shown"])
        try sign.push("name: x, text: X, priority: 1", at: 3_000)
        expectEqual(sign.states(at: 3_000), ["l interrupted", "r interrupted", "x pushed shown"])
    }

    @Test("an idle message is not shown while the whole sign is covered")
    func idle() throws {
        let sign = try SignStage(
            "idle: {text: Idle}\nzones: [{name: z, area: {x: 0, y: 0, width: 16, height: 8}, messages: []}]")
        try expectEqual(sign.picture(at: 500), whole("Idle"))
        try sign.push("name: x, text: \"I\"", at: 1_000)
        try expectEqual(sign.picture(at: 1_000), whole("I"))
        #expect(sign.remove("x", at: 2_000))
        try expectEqual(sign.picture(at: 2_000), whole("Idle"))
    }
}
