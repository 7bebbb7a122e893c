import PixelGraphics
import SignFiles
import SignTestSupport
import Testing

@Suite struct ColorParsingTests {
    @Test(
        "every form of a colour reads as what it says",
        arguments: [
            ("red", 0xFF0000), ("Orange", 0xFFA500), ("AMBER", 0xFFBF00), ("off", 0), (" black\t", 0),
            ("rebeccapurple", 0x663399), ("LightGoldenrodYellow", 0xFAFAD2), ("darkslategrey", 0x2F4F4F),
            ("#fa0", 0xFFAA00), ("#FFbf01", 0xFFBF01), (" #000 ", 0), ("hsv(0,100,100)", 0xFF0000),
            ("hsv(360, 100, 100)", 0xFF0000), ("HSV( 120 , 100 , 50 )", 0x008000), ("hsv (240,100,100)", 0x0000FF),
            ("hsv(60,100,100)", 0xFFFF00), ("hsv(180,100,100)", 0x00FFFF), ("hsv(300,100,100)", 0xFF00FF),
            ("hsv(0,0,20)", 0x333333), ("hsv(30.0, 100, 100)", 0xFF8000), ("hsv(38.823529,100,100)", 0xFFA500),
            ("hsv(210, 50, 80.4)", 0x679ACD),
        ])
    func reads(text: String, value: UInt32) throws {
        try expectEqual(Color(parsing: text), Color(rawValue: value))
    }

    @Test("all 150 names are known, once each, and in order")
    func names() throws {
        expectEqual(Color.names.count, 150)
        expectEqual(Set(Color.names).count, 150)
        expectEqual(Color.names, Color.names.sorted())
        #expect(Color.names.contains("amber") && Color.names.contains("orange"))
        for name in Color.names { expectEqual(name, name.lowercased()) }
        // The sum of all values stands for the whole table: Pillow's list of the CSS colours, amber added.
        let sum = try Color.names.reduce(0) { sum, name in sum + Int(try Color(parsing: name).rawValue) }
        expectEqual(sum, Self.sumOfAllNames)
    }

    static let sumOfAllNames = 1_596_624_576

    @Test(
        "what is no colour is an error of the right kind",
        arguments: [
            ("organge", ColorError.unknownName(given: "organge", nearest: "orange")),
            ("gren", .unknownName(given: "gren", nearest: "green")),
            ("Lihgtblue", .unknownName(given: "Lihgtblue", nearest: "lightblue")),
            ("xyzzyx", .unknownName(given: "xyzzyx", nearest: nil)), ("", .unknownName(given: "", nearest: nil)),
            ("#12", .malformedHex(given: "#12")), ("#ggg", .malformedHex(given: "#ggg")),
            ("#1234567", .malformedHex(given: "#1234567")), ("#", .malformedHex(given: "#")),
            ("#\u{FF11}23", .malformedHex(given: "#\u{FF11}23")), ("# 12", .malformedHex(given: "# 12")),
            ("hsv(361,0,0)", .malformedHSV(given: "hsv(361,0,0)")),
            ("hsv(1,101,0)", .malformedHSV(given: "hsv(1,101,0)")),
            ("hsv(1,0,100.1)", .malformedHSV(given: "hsv(1,0,100.1)")),
            ("hsv(-1,0,0)", .malformedHSV(given: "hsv(-1,0,0)")), ("hsv(1,2)", .malformedHSV(given: "hsv(1,2)")),
            ("hsv(1,2,3,4)", .malformedHSV(given: "hsv(1,2,3,4)")), ("hsv(1,2,3", .malformedHSV(given: "hsv(1,2,3")),
            ("hsv(nan,2,3)", .malformedHSV(given: "hsv(nan,2,3)")),
            ("hsv(1e2,2,3)", .malformedHSV(given: "hsv(1e2,2,3)")),
            ("hsv(1.,2,3)", .malformedHSV(given: "hsv(1.,2,3)")), ("hsv(,,)", .malformedHSV(given: "hsv(,,)")),
            ("hsv(99999999999999999999,2,3)", .malformedHSV(given: "hsv(99999999999999999999,2,3)")),
        ])
    func refuses(text: String, error: ColorError) {
        #expect(throws: error) { try Color(parsing: text) }
    }

    @Test("an error says what was given, what is expected and the nearest name")
    func messages() {
        expectEqual(
            ColorError.unknownName(given: "organge", nearest: "orange").description,
            "\"organge\" is not a colour; did you mean \"orange\"? Expected a CSS colour name, amber, off, "
                + "#rgb, #rrggbb or hsv(hue, saturation, value)")
        let long = ColorError.malformedHex(given: "#" + String(repeating: "1", count: 1000)).description
        #expect(long.hasPrefix("\"#1111") && long.contains("1...\" is not a colour; expected #rgb or #rrggbb"))
        #expect(long.count < 200)
    }
}
