import SignTestSupport
import Testing

@Suite("ledsign icon")
struct IconCommandTests {
    @Test("search prints names, codes and the emoji; private codes have none")
    func search() throws {
        let snow = try CommandRunner.ledsign("icon", "search", "snow")
        expectEqual(snow.status, 0, "\(snow.errors)")
        expectEqual(
            snow.output,
            """
            mountain            U+1F3D4 \u{1F3D4}
            snow                U+1F328 \u{1F328}
            snow-showers        U+E11E
            snow-showers-night  U+E11F
            snowflake           U+2744 \u{2744}
            snowman             U+26C4 \u{26C4}

            """)
        let night = try CommandRunner.ledsign("icon", "search", "showers", "night")
        expectEqual(night.output, "showers-night       U+E11D\nsnow-showers-night  U+E11F\n")
    }

    @Test("a word that no name has is an error with the nearest name and the way to all of them")
    func none() throws {
        let run = try CommandRunner.ledsign("icon", "search", "snowmann")
        expectEqual(run.status, 1)
        expectEqual(
            run.errors,
            """
            Error: no icon is called "snowmann"; did you mean "snowman"?; `ledsign icon list` lists all

            """)
        expectEqual(run.output, "")
        expectEqual(try CommandRunner.ledsign("icon", "search").status, 64)
    }

    @Test("list prints all names in alphabetical order")
    func list() throws {
        let lines = try CommandRunner.ledsign("icon", "list").output.split(separator: "\n")
        let names = lines.map { String($0.prefix { $0 != " " }) }
        #expect(names.count >= 450 && names == names.sorted() && Set(names).count == names.count)
        #expect(names.contains("heart") && names.contains("emergency-exit"))
    }
}
