import LiveValues
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Tags and values in the texts of parts.
@Suite struct PartTextTests {
    private func change(_ name: String, _ text: String) -> LiveChange {
        LiveChange(name: name, reading: LiveReading(.text(text)))
    }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try SignFile(parsing: text, path: "s.yaml")
            return []
        } catch {
            return error.problems.map { String($0.description.dropFirst("s.yaml:".count)) }
        }
    }

    @Test("the texts of parts have tags like those of messages, and none where they want it so")
    func tags() throws {
        let text = "<red>A</> <icon=heart>"
        let part = try SignStage("message: {parts: [{text: \"\(text)\"}]}", format: .rgb)
        let message = try SignStage("message: {text: \"\(text)\"}", format: .rgb)
        var (first, second) = (Frame(size: part.player.size, format: .rgb), Frame(size: part.player.size, format: .rgb))
        part.player.draw(at: part.instant(0), into: &first)
        message.player.draw(at: message.instant(0), into: &second)
        expectEqual(first.canvas.rgb, second.canvas.rgb)
        // The left leg of the A.
        expectEqual(first.canvas.rgb[0, 5], Color(rawValue: 0xFF0000))
        let plain = try SignStage("message: {parts: [{text: \"<red>\", markup: no}]}")
        try expectEqual(plain.picture(at: 0), SignStage("message: {text: \"<<red>\"}").picture(at: 0))
    }

    @Test("C2: a changed value in a part swaps in place, and a moving text is not disturbed")
    func values() throws {
        let file = """
            fields: {n: {variable: "3"}}
            message:
              parts:
                - {text: "Fresh bread until noon: {n} left", speed: 25}
                - {text: "{n}", area: {x: 0, y: 0, width: 8, height: 8}, background: red}
            """
        let sign = try SignStage(file)
        sign.player.take([change("n", "3")], at: sign.instant(0))
        let three = try SignStage(file.replacingOccurrences("{n}", with: "3"))
        let five = try SignStage(file.replacingOccurrences("{n}", with: "5"))
        for time in stride(from: Int64(0), to: 8_000, by: 40) {
            if time == 3_000 { sign.player.take([change("n", "5")], at: sign.instant(time)) }
            let expected = (time < 3_000 ? three : five).picture(at: time)
            expectEqual(sign.picture(at: time), expected, "at \(time)")
        }
    }

    @Test("C2: a changed value in items that slide by moves none of them")
    func items() throws {
        let file = """
            fields: {n: {variable: "3"}}
            message:
              parts:
                - items: [{text: "Bread {n}", capsule: blue}, {text: Cakes, box: red}, "{n} left"]
                  speed: 25
            """
        let sign = try SignStage(file)
        sign.player.take([change("n", "3")], at: sign.instant(0))
        let three = try SignStage(file.replacingOccurrences("{n}", with: "3"))
        let five = try SignStage(file.replacingOccurrences("{n}", with: "5"))
        for time in stride(from: Int64(0), to: 12_000, by: 40) {
            if time == 5_000 { sign.player.take([change("n", "5")], at: sign.instant(time)) }
            let expected = (time < 5_000 ? three : five).picture(at: time)
            expectEqual(sign.picture(at: time), expected, "at \(time)")
        }
    }

    @Test("the time of day in a part changes at its minute, whatever turns and key frames do")
    func clock() throws {
        let file = """
            time-zone: UTC
            message:
              parts:
                - turns: [{text: "{clock HH:mm}"}]
                  ticks: 7s
            """
        // Two seconds before noon and a minute.
        let clock = ManualWallClock(wall: WallTime(seconds: 1_767_268_858), at: SignStage.start)
        let sign = try SignStage(file, clock: clock)
        let noon = try SignStage("message: {text: \"12:00\"}").picture(at: 0)
        let later = try SignStage("message: {text: \"12:01\"}").picture(at: 0)
        expectEqual(sign.picture(at: 0), noon)
        expectEqual(sign.player.nextChange(after: sign.instant(0)), sign.instant(2_000))
        expectEqual(sign.picture(at: 1_999), noon)
        expectEqual(sign.picture(at: 2_000), later)
    }

    @Test("problems in the texts of parts are reported at their places, and field names must be known")
    func faults() {
        let text = """
            fields: {score: {variable: "0"}}
            message:
              parts:
                - text: "A <rde>b</>"
                - "{scoer} to {score}"
                - items: [{text: "<icon=hart>", capsule: red}]
                - parts:
                    - turns: ["{clock HH:mm", fine]
            """
        expectEqual(
            problems(text).map { String($0.prefix { $0 != ";" }) },
            [
                "4:16: unknown tag or colour \"rde\"",
                "4:22: </> has no opening tag",
                "5:9: unknown field \"scoer\"",
                "6:23: unknown icon \"hart\"",
                "8:20: this { has no closing }",
            ])
    }

    @Test("E6: parts can only call cues of the file, if it has any")
    func cues() {
        let message = """
            message:
              parts:
                - {text: A, cues: [{name: bell, ticks: 1s}]}
                - parts: [{text: B, cues: [{name: tikc, ticks: 1s}]}]
            """
        expectEqual(problems(message), [])
        expectEqual(
            problems("cues: {tick: {line: 23}, bell: {line: 24}}\n" + message),
            [
                "5:39: unknown cue \"tikc\"; did you mean \"tick\"?"
            ])
    }
}

extension String {
    fileprivate func replacingOccurrences(_ text: String, with other: String) -> String { replacing(text, with: other) }
}
