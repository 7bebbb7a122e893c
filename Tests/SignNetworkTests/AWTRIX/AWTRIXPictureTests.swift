import PixelGraphics
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing

@testable import SignNetwork

/// What AWTRIX objects look like on a sign of 16x8 pixels.
@Suite struct AWTRIXPictureTests {
    private func canvas(_ json: String) throws -> Canvas {
        let message = AWTRIXMessage(try JSONValue(parsing: Array(json.utf8)), app: "test", AWTRIXMeans { _ in false })
        #expect(message.ignored.headerValue == nil)
        let file = try SignFile(parsing: "messages: []\n", path: "s.yaml")
        let player = try SignPlayer(file, size: Size(width: 16, height: 8), fonts: SignFileLoader.fonts, start: .zero)
        let subject = try #require(player.previewSubject(zone: nil, at: .zero))
        let preview = MessagePreview(fonts: SignFileLoader.fonts)
        return try preview.frame(of: message.look, subject, format: .rgb).canvas
    }

    /// The pixels, each a letter of its colour: red, green, blue, white, or `?` for another one.
    private func colors(_ json: String) throws -> String {
        let canvas = try canvas(json)
        let letters: [Color: Character] = [
            .black: ".", Color(rawValue: 0xFF0000): "R", Color(rawValue: 0x00FF00): "G", Color(rawValue: 0x0000FF): "B",
            .white: "W",
        ]
        return (0..<8).map { y in String((0..<16).map { x in letters[canvas.rgb[x, y]] ?? "?" }) }
            .joined(separator: "\n")
    }

    @Test("draw commands draw points, lines, boxes, circles and bitmaps, one over the other, and need no text")
    func draw() throws {
        let commands = """
            {"draw":[{"dp":[15,0,"#0000FF"]},{"dl":[0,7,3,4,"FF0000"]},{"dr":[5,0,4,3,[0,255,0]]},
            {"df":[5,4,3,2,"#00FF00"],"dp":[6,5,"#FF0000"]},{"dc":[12,5,2,"#0000FF"]},{"dfc":[2,1,1,"#FFFFFF"]},
            {"db":[9,0,2,2,[16711680,0,65280,255]]},{"dp":[-1,3,"FFFFFF"]},{"dp":[16,8]}]}
            """
        try expectEqual(
            colors(commands),
            """
            ..W..GGGGR.....B
            .WWW.G..GGB.....
            ..W..GGGG.......
            ...........BBB..
            ...R.GGG..B...B.
            ..R..GRG..B...B.
            .R........B...B.
            R..........BBB..
            """)
    }

    @Test("progress is a bar in the last row, in its colours")
    func progress() throws {
        let rows = try colors(##"{"progress":25,"progressC":"#FF0000","progressBC":"#0000FF"}"##).split(separator: "\n")
        expectEqual(rows.dropLast().map(String.init), Array(repeating: String(repeating: ".", count: 16), count: 7))
        expectEqual(rows.last, "RRRRBBBBBBBBBBBB")
        try expectEqual(colors(#"{"progress":0}"#).suffix(16), "WWWWWWWWWWWWWWWW")
        try expectEqual(colors(#"{"progress":100}"#).suffix(16), "GGGGGGGGGGGGGGGG")
    }

    @Test("bars fill the height with the largest one; without autoscale a row is one")
    func bars() throws {
        // Four bars of four columns.
        let scaled = try art(canvas(#"{"bar":[1,2,3,4]}"#)).split(separator: "\n")
        let heights = [1, 5, 9, 13].map { x in scaled.filter { Array($0)[x] == "#" }.count }
        expectEqual(heights, [2, 4, 6, 8])
        let exact = try art(canvas(#"{"bar":[1,2,3,4],"autoscale":false}"#)).split(separator: "\n")
        let rows = [1, 5, 9, 13].map { x in exact.filter { Array($0)[x] == "#" }.count }
        expectEqual(rows, [1, 2, 3, 4])
        let behind = try colors(#"{"bar":[8,8],"autoscale":false,"color":"FF0000","barBC":"0000FF"}"#)
        #expect(Set(behind) == ["R", "B", "\n"] || Set(behind) == ["R", "\n"])
    }

    @Test("a line goes from its first number to its last")
    func line() throws {
        let rows = try art(canvas(#"{"line":[0,8],"color":"FF0000"}"#)).split(separator: "\n").map(Array.init)
        expectEqual(rows[7][0], "#")
        expectEqual(rows[0][15], "#")
        expectEqual(rows[0][0], ".")
        expectEqual(rows[7][15], ".")
    }

    @Test("a background is behind a drawing")
    func background() throws {
        try expectEqual(
            colors(##"{"background":"#0000FF","draw":[{"df":[0,1,16,7,"#FF0000"]}]}"##),
            String(repeating: "B", count: 16) + String(repeating: "\n" + String(repeating: "R", count: 16), count: 7))
    }

    @Test("an icon that stays is at the left edge, and the text in the rest")
    func icon() throws {
        let moved = try art(canvas(#"{"text":"I","icon":"heart","center":false}"#)).split(separator: "\n")
        let stands = try art(canvas(#"{"text":"I","icon":"heart","pushIcon":0,"center":true}"#)).split(separator: "\n")
        // The icon is the same; the letter stands further right.
        expectEqual(stands.map { $0.prefix(7) }, moved.map { $0.prefix(7) })
        #expect(stands.contains { $0.suffix(8).contains("#") })
    }

    @Test("a text begins behind its offset")
    func offset() throws {
        let rows = try art(canvas(#"{"text":"I","center":false,"textOffset":9}"#)).split(separator: "\n")
        #expect(rows.allSatisfy { !$0.prefix(9).contains("#") })
        #expect(rows.contains { $0.dropFirst(9).contains("#") })
    }

    @Test("snow falls eight rows a second, in front of everything")
    func snow() throws {
        // After 2 s all flakes are 16 rows further down; there is one in every third column of 32 rows.
        let expected = (0..<8).map { y in
            String((0..<16).map { x in x.isMultiple(of: 3) && (37 * x + 11 + 16) % 32 == y ? "W" : "B" })
        }
        try expectEqual(colors(##"{"background":"#0000FF","overlay":"snow"}"##), expected.joined(separator: "\n"))
        #expect(expected.joined().contains("W"))
    }

    @Test(
        "effects move behind everything: what is lit after 2 s, and its colour",
        arguments: [
            ("Matrix", 0x00FF40), ("Fade", 0x4060FF), ("Checkerboard", 0x0060FF), ("TheaterChase", 0xFF4000),
        ])
    func effects(name: String, color: Int) throws {
        func isLit(_ x: Int, _ y: Int) -> Bool {
            switch name {
            // A quarter of 32 rows further down.
            case "Matrix": x % 3 == 0 && (y + 64 - 8 - (37 * x + 11) % 32) % 32 < 4
            case "Checkerboard": (x / 4 + y / 4) % 2 == 1
            // Two of three columns further right than three columns to the left.
            case "TheaterChase": (x + 1) % 3 == 0
            default: true
            }
        }
        let canvas = try canvas("{\"effect\":\"\(name)\"}")
        let red = try self.canvas("{\"effect\":\"\(name)\",\"draw\":[{\"df\":[0,0,16,8,\"#FF0000\"]}]}")
        for y in 0..<8 {
            for x in 0..<16 {
                expectEqual(canvas.rgb[x, y].rawValue, isLit(x, y) ? UInt32(color) : 0)
                expectEqual(red.rgb[x, y].rawValue, 0xFF0000)
            }
        }
    }

    @Test("a third of the stars glow after 2 s")
    func stars() throws {
        let rows = try art(canvas(#"{"effect":"TwinklingStars"}"#)).split(separator: "\n").map(Array.init)
        let lit = (0..<8).flatMap { y in (0..<16).filter { rows[y][$0] == "#" }.map { [$0, y] } }
        expectEqual(lit, [[14, 6]])
    }
}
