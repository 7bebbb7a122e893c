import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

/// Colours that values decide.
@Suite struct ColorFieldTests {
    private func stage(_ message: String, style: String = "{}") throws -> SignStage {
        try SignStage(
            """
            fields: {v: {variable: '0'}}
            maps: {shade: {1: red, 2..3: "#0000ff"}}
            style: \(style)
            message: {\(message)}

            """, size: Size(width: 32, height: 8), format: .rgb)
    }

    /// The colours of the picture but black, the most frequent first, as texts.
    private func colors(_ sign: SignStage, _ value: LiveValue?, at milliseconds: Int64 = 0) -> [String] {
        sign.player.take([LiveChange(name: "v", reading: LiveReading(value))], at: sign.instant(milliseconds))
        sign.player.direct(at: sign.instant(milliseconds))
        var frame = Frame(size: sign.player.size, format: .rgb)
        sign.player.draw(at: sign.instant(milliseconds), into: &frame)
        var counts: [String: Int] = [:]
        for y in 0..<8 {
            for x in 0..<32 where frame.canvas.rgb[x, y] != .black {
                counts[frame.canvas.rgb[x, y].description, default: 0] += 1
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private static let signed = "{v ? < 0: red, > 0: lime}"

    @Test(
        "a text, an item, a clock, a shape and a bar take the colour of the condition that holds, else that of the look",
        arguments: [
            "text: ABC, color: SIGNED",
            "parts: [{text: ABC, color: SIGNED}]",
            "parts: [{items: [A, B], color: SIGNED}]",
            "parts: [{items: [{text: A, color: SIGNED}]}]",
            "parts: [{clock: 'HH:mm', color: SIGNED}]",
            "parts: [{shape: circle, color: SIGNED}]",
            "parts: [{bar: 50, color: SIGNED}]",
            "parts: [{parts: [{shape: line}, B], key-frames: [{x: 0}, {offset: 1s, x: 1}]}], color: SIGNED",
        ])
    func conditions(_ given: String) throws {
        let message = given.replacing("SIGNED", with: "'\(Self.signed)'")
        let sign = try stage(message, style: "{color: yellow}")
        expectEqual(colors(sign, -3), ["#ff0000"])
        expectEqual(colors(sign, 3, at: 100), ["#00ff00"])
        expectEqual(colors(sign, 0, at: 200), ["#ffff00"])
        expectEqual(colors(sign, nil, at: 300), ["#ffff00"])
        expectEqual(sign.player.valueProblems.isEmpty, true)
    }

    @Test("a style may have it, and a colour of a message takes its place")
    func inherited() throws {
        let style = "{color: '{v|map shade}', background: '{v ? = 1: navy}'}"
        let styled = try stage("text: A", style: style)
        expectEqual(colors(styled, 1), ["#000080", "#ff0000"])
        expectEqual(colors(styled, 2), ["#0000ff"])
        let own = try stage("text: A, color: white, background: green", style: style)
        expectEqual(colors(own, 1), ["#008000", "#ffffff"])
    }

    @Test(
        "a value may name its colour itself; what is none leaves that of `or`, else that around it, and is a problem of its source"
    )
    func names() throws {
        let sign = try stage("text: ABC, color: '{v|or orange}'")
        expectEqual(colors(sign, "#12f"), ["#1122ff"])
        expectEqual(colors(sign, "Teal"), ["#008080"])
        expectEqual(colors(sign, nil), ["#ffa500"])
        expectEqual(sign.player.valueProblems.isEmpty, true)
        expectEqual(colors(sign, "loud"), ["#ffa500"])
        let plain = try stage("text: ABC, color: '{v}'")
        expectEqual(colors(plain, "loud"), ["#ffffff"])
        expectEqual(
            sign.player.valueProblems.mapValues(\.description),
            ["v": "\"loud\" is not a colour, which the part in line 4 needs"])
    }

    @Test(
        "a box and a capsule take the colour of their value, else that of `or`, else there is none",
        arguments: [
            "columns: [{text: '', width: 4, box: BOX}]", "columns: [{pixels: '..', capsule: BOX}]",
            "columns: [{bar: 0, width: 5, box: BOX}]", "rows: [{columns: [A], box: BOX, color: black}]",
            "rows: [A], box: BOX, color: black", "rows: [A], background: BOX, color: black",
            "rows: [{each: list, columns: [{width: 3, height: 2, box: BOX}]}]",
            "rows: [{each: list, columns: [{width: 3, height: 2}], box: BOX}]",
            "rows: [{columns: [{width: 3, rows: [{width: 2, height: 2}]}], background: BOX}]",
            "overflow: scroll, columns: [{text: '', width: 40, box: BOX}]",
            "parts: [{pixels: '.', capsule: BOX}]", "parts: [{text: '', box: BOX, padding: 1}]",
            "parts: [{items: [{text: A, color: black, box: BOX}]}]",
            "parts: [{items: [{pixels: '.', capsule: BOX}]}]",
        ])
    func boxes(_ given: String) throws {
        func sign(_ field: String) throws -> SignStage {
            let message = given.replacing("BOX", with: "'\(field)'")
            let sign = try SignStage(
                """
                fields: {v: {variable: '0'}, list: {variable: ''}}
                maps: {shade: {1: red, 2..3: "#0000ff"}}
                message: {\(message)}

                """, size: Size(width: 32, height: 8), format: .rgb)
            let list = LiveReading(.list([.record(["a": "b"])]))
            sign.player.take([LiveChange(name: "list", reading: list)], at: sign.instant(0))
            return sign
        }
        let plain = try sign("{v|map shade}")
        expectEqual(colors(plain, 1), ["#ff0000"])
        expectEqual(colors(plain, 2, at: 100), ["#0000ff"])
        expectEqual(colors(plain, "loud", at: 200), [])
        expectEqual(plain.player.valueProblems["v"]?.description.hasPrefix("\"loud\" is not a colour"), true)
        expectEqual(colors(plain, nil, at: 300), [])
        expectEqual(colors(plain, 1, at: 400), ["#ff0000"])
        let alternative = try sign("{v|map shade|or teal}")
        for value in [nil, "loud", "", .list([])] as [LiveValue?] {
            expectEqual(colors(alternative, value), ["#008080"], "\(String(describing: value))")
        }
        expectEqual(alternative.player.valueProblems["v"] == nil, false)
    }

    @Test("a text that scrolls continues from where it is when its colour changes")
    func scrolling() throws {
        let message = "text: 'Fresh bread until noon', speed: 10"
        let (plain, sign) = (try stage(message), try stage(message + ", color: '{v|map shade}'"))
        expectEqual(colors(sign, 1), ["#ff0000"])
        expectEqual(colors(sign, 2, at: 1_500), ["#0000ff"])
        for time in [1_600, 2_000, 5_000] as [Int64] { expectEqual(sign.picture(at: time), plain.picture(at: time)) }
    }

    @Test("a text with nothing but a background that a value decides is shown, and messages on a line change in place")
    func others() throws {
        let line = try SignStage(
            """
            fields: {v: {variable: '0'}}
            playlist: {order: together}
            messages: [{text: A, color: '{v ? = 1: red, else: lime}'}, {text: B, color: blue}]

            """, size: Size(width: 32, height: 8), format: .rgb)
        expectEqual(Set(colors(line, 1)), ["#ff0000", "#0000ff"])
        expectEqual(Set(colors(line, 2, at: 100)), ["#00ff00", "#0000ff"])
        let empty = try stage("text: '', background: '{v ? = 1: red, else: lime}'")
        expectEqual(colors(empty, 1), ["#ff0000"])
        expectEqual(colors(empty, 2, at: 100), ["#00ff00"])
    }

    @Test("only another colour is another picture")
    func revisions() throws {
        let sign = try stage("parts: [{shape: box, color: '{v ? > 10: red, else: lime}'}]")
        expectEqual(colors(sign, 1), ["#00ff00"])
        let revision = sign.player.revision
        for value in [2, 3, 4] as [LiveValue] { _ = colors(sign, value) }
        // Each new value is a decision of the player; the part adds nothing of its own.
        expectEqual(sign.player.revision - revision, 3)
        _ = colors(sign, 11)
        expectEqual(sign.player.revision - revision, 5)
    }
}
