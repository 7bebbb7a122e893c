import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Pushed messages on a sign whose file changes: they are read again for the new one, as after a restart.
@Suite struct PushedReloadTests {
    /// A sign in UTC whose clock shows noon of 1 January 2026.
    private func bench(_ keys: String) throws -> SignBench {
        try SignBench(Self.text(keys), clock: ManualWallClock(wall: WallTime(seconds: 1_767_268_800)))
    }

    private static func text(_ keys: String) -> String { "time-zone: UTC\nmessage: A\n" + keys + "\n" }

    private func show(_ keys: String, on bench: SignBench, at milliseconds: Int64) throws {
        bench.sign.showRead(try SignFile(parsing: Self.text(keys), path: "s.yaml"), at: at(milliseconds))
    }

    private func states(_ bench: SignBench, at milliseconds: Int64) -> [String] {
        _ = bench.sign.step(at: at(milliseconds))
        return bench.sign.listed(at: at(milliseconds)).map { "\($0.message.title) \($0.state.rawValue)" }
    }

    private func colors(_ bench: SignBench, at milliseconds: Int64) -> Set<Color> {
        var frame = Frame(size: Size(width: 32, height: 8), format: .rgb)
        bench.sign.content.draw(at: at(milliseconds), into: &frame)
        var colors: Set<Color> = []
        for y in 0..<8 { for x in 0..<32 { colors.insert(frame.canvas.rgb[x, y]) } }
        return colors
    }

    @Test("a pushed message follows the schedule of the new file that its `when` names")
    func times() throws {
        let bench = try bench("times: {open: \"08:00-18:00\"}")
        #expect(bench.push("\"name\":\"x\",\"text\":\"B\",\"priority\":3,\"when\":\"open\"").contains("true"))
        expectEqual(states(bench, at: 0), ["A interrupted", "B shown"])
        try show("times: {open: \"08:00-11:00\"}", on: bench, at: 1_000)
        expectEqual(states(bench, at: 1_000), ["A shown", "B off"])
        try show("times: {open: \"12:00:05-13:00\"}", on: bench, at: 2_000)
        expectEqual(states(bench, at: 4_999), ["A shown", "B off"])
        expectEqual(states(bench, at: 5_000), ["A interrupted", "B shown"])
        #expect(bench.sign.problem == nil)
    }

    @Test(
        "a pushed message whose schedule has gone from the file keeps it, and that is a problem until the message fits")
    func gone() throws {
        let bench = try bench("times: {open: \"08:00-18:00\"}")
        for name in ["x", "y"] {
            _ = bench.push("\"name\":\"\(name)\",\"text\":\"B\",\"priority\":3,\"when\":\"open\"")
        }
        try show("times: {shop: \"08:00-09:00\"}", on: bench, at: 1_000)
        expectEqual(states(bench, at: 1_000).first, "A interrupted")
        #expect(bench.sign.problem?.hasPrefix("keeping the message \"x\" as it was: message:1:") == true)
        #expect(bench.sign.problem?.contains("\"open\"") == true)
        // The message goes, or says something else.
        try bench.sign.remove("x", at: at(2_000))
        #expect(bench.sign.problem?.hasPrefix("keeping the message \"y\"") == true)
        _ = bench.push("\"name\":\"y\",\"text\":\"C\",\"lifetime\":\"1s\"", at: at(2_000))
        #expect(bench.sign.problem == nil)
        _ = bench.push("\"name\":\"z\",\"text\":\"B\",\"priority\":3,\"when\":\"shop\"", at: at(3_000))
        try show("", on: bench, at: 4_000)
        #expect(bench.sign.problem?.hasPrefix("keeping the message \"z\"") == true)
        try show("times: {shop: \"08:00-18:00\"}", on: bench, at: 5_000)
        #expect(bench.sign.problem == nil)
        expectEqual(states(bench, at: 5_000), ["A interrupted", "B shown"])
    }

    @Test("the style of the new file is the default of pushed messages, and their lifetimes go on")
    func style() throws {
        let bench = try bench("style: {color: red}")
        _ = bench.push("\"name\":\"x\",\"text\":\"B\",\"priority\":3,\"lifetime\":\"3s\"")
        _ = bench.push("\"name\":\"own\",\"text\":\"B\",\"priority\":2,\"color\":\"lime\"")
        _ = states(bench, at: 0)
        expectEqual(colors(bench, at: 0), [.black, Color(rawValue: 0xFF0000)])
        try show("style: {color: blue}", on: bench, at: 2_000)
        expectEqual(colors(bench, at: 2_000), [.black, Color(rawValue: 0x0000FF)])
        expectEqual(states(bench, at: 2_999), ["A interrupted", "B shown", "B interrupted"])
        expectEqual(states(bench, at: 3_000), ["A interrupted", "B shown"])
        expectEqual(colors(bench, at: 3_000), [.black, Color(rawValue: 0x00FF00)])
    }
}
