import PixelGraphics
import Settings
import SignFiles
import SignTestSupport
import Testing

/// What errors expect in place of what is no colour.
private enum Expected {
    static let name = "a CSS colour name, amber, off, #rgb, #rrggbb or hsv(hue, saturation, value)"
    static let hex = "; expected #rgb or #rrggbb: three or six hexadecimal digits after '#', such as #fa0 or #ffaa00"
    static let hsv =
        "; expected hsv(hue, saturation, value) with a hue from 0 to 360 degrees, saturation and value from 0 to 100 percent, "
        + "such as hsv(39, 100, 50)"
}

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

    static let wrongColours: [(String, String)] = [
        ("organge", "; did you mean \"orange\"? Expected " + Expected.name),
        ("gren", "; did you mean \"green\"? Expected " + Expected.name),
        ("Lihgtblue", "; did you mean \"lightblue\"? Expected " + Expected.name),
        ("xyzzyx", "; expected " + Expected.name), ("", "; expected " + Expected.name),
        ("#12", Expected.hex), ("#ggg", Expected.hex), ("#1234567", Expected.hex), ("#", Expected.hex),
        ("#\u{FF11}23", Expected.hex), ("# 12", Expected.hex), ("hsv(361,0,0)", Expected.hsv),
        ("hsv(1,101,0)", Expected.hsv), ("hsv(1,0,100.1)", Expected.hsv), ("hsv(-1,0,0)", Expected.hsv),
        ("hsv(1,2)", Expected.hsv), ("hsv(1,2,3,4)", Expected.hsv), ("hsv(1,2,3", Expected.hsv),
        ("hsv(nan,2,3)", Expected.hsv), ("hsv(1e2,2,3)", Expected.hsv), ("hsv(1.,2,3)", Expected.hsv),
        ("hsv(,,)", Expected.hsv), ("hsv(99999999999999999999,2,3)", Expected.hsv),
    ]

    @Test("what is no colour is an error that says what is expected and the nearest name", arguments: wrongColours)
    func refuses(text: String, expected: String) {
        #expect(throws: TextError("\"\(text)\" is not a colour\(expected)")) { try Color(parsing: text) }
    }

    @Test("an error shows at most the beginning of a long text")
    func longText() {
        let long = "#" + String(repeating: "1", count: 1000)
        let shown = "\"#" + String(repeating: "1", count: 47) + "...\""
        #expect(throws: TextError("\(shown) is not a colour\(Expected.hex)")) { try Color(parsing: long) }
    }
}
