import Foundation
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Texts with values, and effects.
@Suite struct SignTextTests {
    private func change(_ name: String, _ text: String) -> LiveChange {
        LiveChange(name: name, reading: LiveReading(.text(text)))
    }

    @Test("a negative speed turns the direction, and the gap is a quarter of the width")
    func negativeSpeed() throws {
        let file = try SignFile(parsing: "message: {text: A, speed: -12.3}", path: "s.yaml")
        let style = file.messages[0].style(width: 64)
        expectEqual(style.direction, .right)
        expectEqual(style.spacing, 16)
    }

    @Test("a changed value swaps in place: a text that stands shows it at once")
    func standing() throws {
        let sign = try SignStage("fields: {score: {variable: \"0\"}}\nmessage: {text: \"<b>\", markup: no}")
        #expect(sign.picture(at: 0).contains("#"))
        let shown = try SignStage("fields: {score: {variable: \"0\"}}\nmessage: {text: \"A {score}\"}")
        shown.player.take([change("score", "3")], at: shown.instant(0))
        try expectEqual(shown.picture(at: 0), SignStage("message: {text: A 3}").picture(at: 0))
        let revision = shown.player.revision
        shown.player.take([change("score", "4")], at: shown.instant(1_000))
        #expect(shown.player.revision > revision)
        try expectEqual(shown.picture(at: 1_000), SignStage("message: {text: A 4}").picture(at: 0))
        shown.player.take([change("score", "<red>")], at: shown.instant(2_000))
        try expectEqual(shown.picture(at: 2_000), SignStage("message: {text: \"A <red>\", markup: no}").picture(at: 0))
    }

    @Test("C2: a changed value in a moving text moves nothing else")
    func moving() throws {
        let file = "fields: {n: {variable: \"0\"}}\nmessage: {text: \"Fresh bread until noon: {n} left\", speed: 25}"
        let sign = try SignStage(file)
        sign.player.take([change("n", "3")], at: sign.instant(0))
        let three = try SignStage("message: {text: \"Fresh bread until noon: 3 left\", speed: 25}")
        let five = try SignStage("message: {text: \"Fresh bread until noon: 5 left\", speed: 25}")
        for time in stride(from: Int64(0), to: 12_000, by: 40) {
            if time == 3_000 { sign.player.take([change("n", "5")], at: sign.instant(time)) }
            let expected = (time < 3_000 ? three : five).picture(at: time)
            expectEqual(sign.picture(at: time), expected, "at \(time)")
        }
    }

    /// Forms of a sign whose value moves and then fits, and what they show of one that fits.
    private static let forms = [
        "message: {text: \"{v}\", speed: 25KEYS}", "message: {parts: [{text: \"{v}\", speed: 25KEYS}]}",
        "playlist: {order: together}\nmessages: [{text: \"{v}\", speed: 25KEYS}]",
        "message: {text: \"{v}\", speed: 25, direction: rightKEYS}",
    ]

    @Test(
        "C2: a text that has no letter in common with the one it replaces begins at its start, whatever columns are alike",
        arguments: ["--", "A %", "8", "llll"])
    func unlike(before: String) throws {
        let keys = ", scroll: always, speed: 10, spacing: 8}"
        let sign = try SignStage("fields: {v: {variable: \"0\"}}\nmessage: {text: \"{v}\"" + keys)
        sign.player.take([change("v", before)], at: sign.instant(0))
        sign.player.take([change("v", "Harbour 123")], at: sign.instant(0))
        let literal = try SignStage("message: {text: \"Harbour 123\"" + keys)
        for time in [0, 1_000, 5_000] { expectEqual(sign.picture(at: Int64(time)), literal.picture(at: Int64(time))) }
    }

    @Test("the beginning of an item that can be seen stays where it is when a value changes behind it on the same box")
    func box() throws {
        let text =
            "fields: {v: {variable: \"0\"}}\nmessage: {parts: [{items: [{text: \"ABCDEF {v}\", capsule: red}], speed: 10}]}"
        let sign = try SignStage(text, format: .rgb)
        sign.player.take([change("v", "1")], at: sign.instant(0))
        let first = sign.columns(at: 0)
        // Until the beginning of the next copy is in column 12.
        let time = try #require(
            (1...100).map { Int64($0) * 100 }.first { sign.columns(at: $0)[12...] == first[..<20] })
        sign.player.take([change("v", "1234")], at: sign.instant(time))
        expectEqual(Array(sign.columns(at: time)[12...]), Array(first[..<20]))
    }

    @Test(
        "a value that fits takes the place of one that moves at once with swap: now and restart, and follows in without",
        arguments: forms)
    func fitting(form: String) throws {
        let fields = "fields: {v: {variable: Fresh bread until noon}}\n"
        for (swap, isAtOnce) in [
            (", swap: now", true), (", swap: restart", true), (", swap: seam", false), ("", false),
        ] {
            let text = fields + form.replacingOccurrences(of: "KEYS", with: swap)
            let (sign, undisturbed) = (try SignStage(text), try SignStage(text))
            let fits = try SignStage(text)
            for stage in [sign, undisturbed] {
                stage.player.take([change("v", "Fresh bread until noon")], at: stage.instant(0))
            }
            fits.player.take([change("v", "AB")], at: fits.instant(0))
            _ = (sign.picture(at: 2_000), undisturbed.picture(at: 2_000))
            sign.player.take([change("v", "AB")], at: sign.instant(2_000))
            let expected = isAtOnce ? fits : undisturbed
            expectEqual(sign.picture(at: 2_000), expected.picture(at: 2_000), "\(swap) \(form)")
            expectEqual(sign.picture(at: 30_000), fits.picture(at: 30_000), "\(swap) \(form)")
            // And back: a value that does not fit moves at once.
            sign.player.take([change("v", "Fresh bread until noon")], at: sign.instant(31_000))
            #expect(sign.picture(at: 31_000) != fits.picture(at: 31_000))
        }
    }

    @Test(
        "a condition that changes nothing but the look of a text is seen at once",
        arguments: [
            "message: {text: 'TEXT'}", "message: {parts: [{text: 'TEXT'}]}",
            "playlist: {order: together}\nmessages: [{text: 'TEXT'}]",
        ], ["spacing=3", "font=ledsign-6-condensed", "blink"])
    func looks(form: String, tag: String) throws {
        func stage(_ text: String) throws -> SignStage {
            let fields = "fields: {v: {variable: \"0\"}}\n"
            return try SignStage(fields + form.replacingOccurrences(of: "TEXT", with: text))
        }
        let sign = try stage("{v ? = 1: \"AB\" \(tag), else: \"AB\"}")
        let (plain, tagged) = (try stage("AB"), try stage("<\(tag)>AB"))
        expectEqual(sign.picture(at: 1_000), plain.picture(at: 1_000))
        #expect(plain.picture(at: 1_000) != tagged.picture(at: 1_000))
        sign.player.take([change("v", "1")], at: sign.instant(1_000))
        expectEqual(sign.picture(at: 1_000), tagged.picture(at: 1_000))
    }

    @Test("a pushed text that fits takes the place of one that moves at once with swap: now")
    func fittingPush() throws {
        let sign = try SignStage("message: {text: A}")
        try sign.push("name: x, text: Fresh bread until noon, speed: 25, priority: 2", at: 0)
        _ = sign.picture(at: 2_000)
        try sign.push("name: x, text: AB, speed: 25, priority: 2, swap: now", at: 2_000)
        try expectEqual(sign.picture(at: 2_000), SignStage("message: {text: AB}").picture(at: 0))
        try sign.push("name: x, text: Fresh bread until noon, speed: 25, priority: 2, swap: now", at: 3_000)
        _ = sign.picture(at: 4_000)
        try sign.show("message: {text: B}", at: 4_000)
        try sign.push("name: x, text: AB, speed: 25, priority: 2, swap: restart", at: 4_500)
        try expectEqual(sign.picture(at: 4_500), SignStage("message: {text: AB}").picture(at: 0))
    }

    @Test("tags colour parts of a text")
    func tags() throws {
        let sign = try SignStage("message: {text: \"<red>A</>B\"}", format: .rgb)
        var frame = Frame(size: sign.player.size, format: .rgb)
        sign.player.draw(at: sign.instant(0), into: &frame)
        var colors: Set<Color> = []
        for y in 0..<8 { for x in 0..<32 { colors.insert(frame.canvas.rgb[x, y]) } }
        expectEqual(colors, [.black, .white, Color(rawValue: 0xFF0000)])
    }

    @Test("G: a message enters and leaves with its effects, each in its duration, and the next one waits for it")
    func effects() throws {
        let sign = try SignStage(
            """
            messages:
              - {text: A, in: {effect: wipe, duration: 1s}, out: {effect: wipe, duration: 2s}, duration: 3s}
              - {text: B, duration: 1s}
            """)
        let a = try SignStage("message: {text: A}").picture(at: 0)
        let b = try SignStage("message: {text: B}").picture(at: 0)
        #expect(sign.picture(at: 0) != a)
        expectEqual(sign.picture(at: 1_000), a)
        // 3 s from when it has come in.
        expectEqual(sign.picture(at: 3_999), a)
        #expect(sign.picture(at: 5_500) != b)
        expectEqual(sign.picture(at: 6_000), b)
        expectEqual(sign.picture(at: 6_999), b)
        expectEqual(sign.picture(at: 8_000), a)
    }

    @Test("G: what has come in and goes on to move stands for a second, or for its hold", arguments: [nil, "500ms"])
    func standsAfterEffect(hold: String?) throws {
        let text = "text: Fresh bread and cakes, speed: 10"
        let hold = hold.map { ", hold: \($0)" } ?? ""
        let sign = try SignStage("message: {\(text)\(hold), in: {effect: wipe, duration: 2s}}")
        // The text as it begins, and one column further on.
        let plain = try SignStage("message: {\(text), scroll: never}")
        let first = plain.picture(at: 0)
        let start: Int64 = hold.isEmpty ? 3_000 : 2_500
        #expect(sign.picture(at: 1_000) != first)
        expectEqual(sign.picture(at: 2_000), first)
        expectEqual(sign.picture(at: start + 99), first)
        let columns = SignStage.columns(first)
        expectEqual(sign.columns(at: start + 100).dropLast(), columns.dropFirst())
    }

    @Test("G: the first page of a text that came in by an effect is there for all of its time")
    func pagesAfterEffect() throws {
        let text = "text: Fresh bread and cakes, overflow: pages, hold: 4s"
        let sign = try SignStage("message: {\(text), in: {effect: wipe, duration: 2s}}")
        let plain = try SignStage("message: {\(text)}")
        expectEqual(sign.picture(at: 2_000), plain.picture(at: 0))
        expectEqual(sign.picture(at: 5_999), plain.picture(at: 0))
        expectEqual(sign.picture(at: 6_000), plain.picture(at: 4_000))
    }

    @Test("G: effects of zones that start together run together")
    func together() throws {
        let message = "{text: A, in: {effect: opening, duration: 1s}}"
        let sign = try SignStage(
            """
            zones:
              - {area: {width: 16, height: 8}, message: \(message)}
              - {area: {x: 16, width: 16, height: 8}, message: \(message)}
            """)
        for time in stride(from: Int64(0), to: 1_500, by: 20) {
            let columns = sign.columns(at: time)
            expectEqual(Array(columns[..<16]), Array(columns[16...]))
        }
    }

    @Test("G sprite: images are chosen by name, the rocket by default")
    func sprites() throws {
        func sign(_ sprite: String) throws -> SignStage {
            try SignStage("message: {text: A, in: {effect: sprite, duration: 4s\(sprite)}}")
        }
        // Without a name it is as wide as the rocket: 11 columns to come in, and 32 to cross.
        try expectEqual(sign("").picture(at: 2_000), sign(", sprite: rocket").picture(at: 2_000))
        let car = try sign(", sprite: car")
        // 44 steps in 4 s: after 22 of them its last column is the eleventh.
        expectEqual(
            car.picture(at: 2_000).split(separator: "\n").map { String($0.dropFirst(10)) },
            [
                "......................",
                "...#####..............",
                "..#..#..#.............",
                "###..#..###...........",
                "############..........",
                "############..........",
                "..##....##............",
                "......................",
            ])
    }
}
