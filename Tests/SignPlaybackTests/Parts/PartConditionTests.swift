import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Parts that are there while conditions on values hold.
@Suite struct PartConditionTests {
    private static let fields = "fields: {door: {variable: \"\"}}\n"

    private func set(_ value: String, _ sign: SignStage, at milliseconds: Int64) {
        sign.player.take([LiveChange(name: "door", reading: LiveReading(.text(value)))], at: sign.instant(milliseconds))
    }

    /// The picture of parts without values.
    private func picture(_ parts: String, at milliseconds: Int64 = 0) throws -> String {
        try SignStage("message: {parts: \(parts)}").picture(at: milliseconds)
    }

    @Test("a part comes and goes with its value, those within it too, and the sign knows when")
    func comesAndGoes() throws {
        let sign = try SignStage(
            Self.fields
                + """
                message:
                  parts:
                    - {shape: box, filled: no}
                    - while: door = open for 10s
                      parts: [{text: A}, {shape: line, from: [0, 0], to: [5, 0]}]
                """)
        let (box, all) = try (
            picture("[{shape: box, filled: no}]"),
            picture("[{shape: box, filled: no}, {parts: [{text: A}, {shape: line, from: [0, 0], to: [5, 0]}]}]")
        )
        expectEqual(sign.picture(at: 0), box)
        set("open", sign, at: 1_000)
        expectEqual(sign.player.nextChange(after: sign.instant(1_000)), sign.instant(11_000))
        expectEqual(sign.picture(at: 10_999), box)
        expectEqual(sign.picture(at: 11_000), all)
        #expect(sign.player.nextChange(after: sign.instant(11_000)) == nil)
        set("closed", sign, at: 12_000)
        expectEqual(sign.picture(at: 12_000), box)
    }

    @Test("the time of a part keeps running while it is not there")
    func time() throws {
        let moving = "text: Fresh bread until noon, speed: 25"
        let sign = try SignStage(Self.fields + "message: {parts: [{\(moving), while: door = open}]}")
        let still = try SignStage("message: {parts: [{\(moving)}]}")
        #expect(!sign.picture(at: 500).contains("#"))
        #expect(sign.player.nextChange(after: sign.instant(500)) == nil)
        set("open", sign, at: 3_000)
        for time in stride(from: Int64(3_000), to: 5_000, by: 70) {
            expectEqual(sign.picture(at: time), still.picture(at: time), "\(time)")
        }
    }

    @Test("E6: cues of a part that is not there are silent, also within others")
    func cues() throws {
        let sign = try SignStage(
            Self.fields
                + """
                cues: {bell: {line: 24}}
                message:
                  parts:
                    - while: door = open
                      parts: [{text: A, cues: {name: bell, ticks: {from: 0s, every: 1s}}}]
                """)
        sign.player.direct(at: sign.instant(100))
        #expect(sign.player.nextCues(after: sign.instant(100)) == nil)
        set("open", sign, at: 1_500)
        expectEqual(sign.player.nextCues(after: sign.instant(1_500))?.instant, sign.instant(2_000))
        set("closed", sign, at: 2_500)
        #expect(sign.player.nextCues(after: sign.instant(2_500)) == nil)
    }

    @Test("a preview shows the parts whose conditions hold, however long they have to")
    func preview() throws {
        let sign = try SignStage(Self.fields + "message: A")
        let look = try JSONValue(
            parsing: Array("{\"parts\": [{\"text\": \"B\", \"while\": \"door = open for 1h\"}]}".utf8), depth: 16)
        func preview() throws -> String {
            let subject = try #require(sign.player.previewSubject(zone: nil, at: sign.instant(5_000)))
            return art(try MessagePreview(fonts: TestFonts.fonts).frame(of: look, subject, format: .mono).canvas)
        }
        #expect(try !preview().contains("#"))
        set("open", sign, at: 5_000)
        try expectEqual(preview(), picture("[{text: B}]"))
    }
}
