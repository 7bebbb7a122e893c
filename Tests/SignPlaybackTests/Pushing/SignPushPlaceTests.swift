import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Where pushed messages are shown, how they look, and what is refused.
@Suite struct SignPushPlaceTests {
    private static let zones = """
        style: {color: amber}
        zones:
          - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {text: Left and on, speed: 25}}
          - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, style: {color: lime}, message: {text: Right and on, speed: 25}}
        """

    /// The columns of one of the two zones.
    private func half(_ sign: SignStage, _ columns: Range<Int>, at time: Int64) -> [String] {
        Array(sign.columns(at: time)[columns])
    }

    @Test("C1: a message that is pushed into a zone moves nothing in the others")
    func zone() throws {
        let undisturbed = try SignStage(Self.zones)
        let sign = try SignStage(Self.zones)
        expectEqual(sign.player.zoneNames, ["left", "right"])
        #expect(sign.player.hasZone("left") && sign.player.hasZone(nil) && !sign.player.hasZone("middle"))
        try sign.push("name: x, text: X, priority: 9", zone: "right", at: 1_000)
        let x = try SignStage("message: {text: X}", size: Size(width: 16, height: 8)).columns(at: 0)
        for time in stride(from: Int64(1_000), to: 6_000, by: 40) {
            expectEqual(half(sign, 0..<16, at: time), half(undisturbed, 0..<16, at: time))
            expectEqual(half(sign, 16..<32, at: time), x)
        }
        // The same name in another zone: it goes there, and the first one resumes.
        try sign.push("name: x, text: X, priority: 9", zone: "left", at: 6_000)
        for time in stride(from: Int64(6_000), to: 9_000, by: 40) {
            expectEqual(half(sign, 0..<16, at: time), x)
            expectEqual(half(sign, 16..<32, at: time), half(undisturbed, 16..<32, at: time - 5_000))
        }
    }

    @Test("C2: a change of the file keeps what was pushed, at its position")
    func reload() throws {
        let pushed = "name: x, text: Back in five minutes, speed: 25, priority: 3"
        let sign = try SignStage("message: {text: A}")
        let undisturbed = try SignStage("message: {text: A}")
        for stage in [sign, undisturbed] { try stage.push(pushed, at: 500) }
        try sign.show("messages: [{text: B}, {text: C}]", at: 2_000)
        for time in stride(from: Int64(2_000), to: 9_000, by: 40) {
            expectEqual(sign.picture(at: time), undisturbed.picture(at: time), "at \(time)")
        }
        expectEqual(sign.states(at: 9_000), ["- interrupted", "- interrupted", "x pushed shown"])
    }

    @Test("a pushed message has the file's style where it says nothing else")
    func look() throws {
        func colors(_ keys: String) throws -> Set<Color> {
            let sign = try SignStage("style: {color: red, font: ledsign-8}\nmessages: []", format: .rgb)
            try sign.push("name: x, " + keys, at: 0)
            var frame = Frame(size: sign.player.size, format: .rgb)
            sign.player.draw(at: sign.instant(0), into: &frame)
            var colors: Set<Color> = []
            for y in 0..<8 { for x in 0..<32 { colors.insert(frame.canvas.rgb[x, y]) } }
            return colors
        }
        let (red, lime, blue) = (Color(rawValue: 0xFF0000), Color(rawValue: 0x00FF00), Color(rawValue: 0x0000FF))
        try expectEqual(colors("text: A"), [.black, red])
        try expectEqual(colors("text: A, color: lime, background: blue"), [lime, blue])
        try expectEqual(colors("text: \"A<lime>B</>\""), [.black, red, lime])
    }

    @Test("problems of a message are reported with their places, and nothing changes")
    func refused() throws {
        let sign = try SignStage("message: {text: A}")
        func problems(_ keys: String) -> [String] {
            do {
                try sign.push(keys, at: 1_000)
                return []
            } catch {
                return ((error as? SignError)?.problems ?? []).map(\.description)
            }
        }
        expectEqual(
            problems("text: B, colr: red"),
            [
                "message:1:11: unknown key \"colr\" for this part of a sign file; did you mean \"color\"?"
            ])
        expectEqual(
            problems("text: B, color: redd, speed: fast").map { $0.prefix(13) }, ["message:1:18:", "message:1:31:"])
        expectEqual(problems("color: red").map { $0.prefix(12) }, ["message:1:1:"])
        expectEqual(problems("text: B, font: none-such").map { $0.prefix(13) }, ["message:1:17:"])
        expectEqual(sign.states(at: 2_000), ["- shown"])
        try expectEqual(sign.picture(at: 2_000), SignStage("message: {text: A}").picture(at: 0))
    }
}
