import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Values that maps and forms of time turn into something else.
@Suite struct SignMapTests {
    private static let head = """
        fields: {code: {variable: '0'}, at: {variable: '187.9'}}
        maps: {sky: {0: sun, 1..2: cloud, else: question}, wind: {N: north}}

        """

    private func stage(_ text: String, _ value: LiveValue?, head: String = head) throws -> SignStage {
        let sign = try SignStage(
            head + "message: {text: \"\(text)\", scroll: never}\n", size: Size(width: 40, height: 8))
        for name in ["code", "at"] {
            sign.player.take([LiveChange(name: name, reading: LiveReading(value))], at: sign.instant(0))
        }
        return sign
    }

    @Test("a value becomes the icon or the word that its map has for it, and another one when it changes")
    func shown() throws {
        let sign = try stage("{code|map sky|icon}", 0)
        for (value, plain) in [
            (0, "<icon=sun>"), ("1.5", "<icon=cloud>"), (3, "<icon=question>"), ("x", "<icon=question>"),
        ] as [(LiveValue, String)] {
            sign.player.take([LiveChange(name: "code", reading: LiveReading(value))], at: sign.instant(0))
            try expectEqual(sign.picture(at: 0), stage(plain, 0).picture(at: 0), "\(plain)")
        }
        try expectEqual(stage("{code|map wind}", "N").picture(at: 0), stage("north", 0).picture(at: 0))
        try expectEqual(stage("{code|icon}", "bus").picture(at: 0), stage("<icon=bus>", 0).picture(at: 0))
        // What names no icon is shown as letters.
        let wrong = try stage("{code|icon}", "bush")
        try expectEqual(wrong.picture(at: 0), stage("bush", 0).picture(at: 0))
        expectEqual(wrong.player.valueProblems["code"]?.description.hasPrefix("\"bush\" is not an icon"), true)
        // But for the icon of `or`.
        for value in ["bush", "", nil] as [LiveValue?] {
            let named = try stage("{code|or bus|icon}", value)
            try expectEqual(named.picture(at: 0), stage("<icon=bus>", 0).picture(at: 0))
        }
        expectEqual(try stage("{code|icon}", nil).player.valueProblems, [:])
    }

    @Test("icons of maps are shown within repetitions too")
    func repeated() throws {
        let sign = try stage("{each code: {item|map sky|icon}}", .list([0, 1]))
        try expectEqual(sign.picture(at: 0), stage("<icon=sun> <icon=cloud>", 0).picture(at: 0))
    }

    @Test("seconds are shown as minutes and seconds; what is no number stays")
    func times() throws {
        try expectEqual(stage("{at|time m:ss}", "187.9").picture(at: 0), stage("3:07", 0).picture(at: 0))
        try expectEqual(stage("{at|time m:ss}", "-0.5").picture(at: 0), stage("-0:01", 0).picture(at: 0))
        try expectEqual(stage("{at|time m:ss}", "soon").picture(at: 0), stage("soon", 0).picture(at: 0))
    }

    @Test("another map in a file that is loaded again is shown at once")
    func reloaded() throws {
        let sign = try stage("{code|map sky|icon}", 0)
        let text =
            Self.head.replacing("0: sun", by: "0: moon") + "message: {text: \"{code|map sky|icon}\", scroll: never}\n"
        try sign.show(text, at: 100)
        try expectEqual(sign.picture(at: 100), stage("<icon=moon>", 0).picture(at: 0))
    }

    @Test("a pushed message may use the maps of the file, and their wrong targets are problems of the message")
    func pushed() throws {
        let file = try SignFile(
            parsing: Self.head.replacing("0: sun", by: "0: suny") + "messages: []\n", path: "s.yaml")
        _ = try SignMessage(parsing: "text: '{code|map sky}'", for: file)
        #expect {
            try SignMessage(parsing: "text: '{code|map sky|icon}'", for: file)
        } throws: { error in
            expectEqual(
                "\(error)", "message:1:7: the map \"sky\" has \"suny\", which is no icon; did you mean \"sun\"?")
            return error is SignError
        }
        #expect {
            try SignMessage(parsing: "text: '{code|map sy}'", for: file)
        } throws: { error in
            expectEqual(
                "\(error)", "message:1:18: unknown map \"sy\"; did you mean \"sky\"?; describe it under \"maps\"")
            return error is SignError
        }
    }
}
