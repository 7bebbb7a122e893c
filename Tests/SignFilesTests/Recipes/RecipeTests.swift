import Settings
import SignTestSupport
import Testing

@testable import SignFiles

/// Sign files with places for settings.
@Suite struct RecipeTests {
    private static let head = """
        title: Shop
        about: A sign of a shop
        source: a server
        settings:
          words: {kind: text, default: Open, help: What it says}
          level: {kind: number, default: 3, range: [1, 9.5], help: How high}
          look: {kind: choice, default: red, choices: [red, lime], help: The colour}

        """
    private static let body = "board: \"${board}\"\nmessage: {text: \"${words} ${level}\", color: ${look}}\n"

    private func recipe(_ text: String = head + "---\n" + body) throws -> Recipe {
        try Recipe(parsing: text, name: "shop", path: "shop.yaml")
    }

    @Test("settings take their places, and the head becomes comments")
    func filled() throws {
        try expectEqual(
            recipe().sign(with: ["level": "9.5", "board": "sim-32x8"]),
            """
            # Shop: A sign of a shop
            # Source: a server

            board: "sim-32x8"
            message: {text: "Open 9.5", color: red}

            """)
        try expectEqual(recipe().settings.map(\.name), ["words", "level", "look", "board"])
    }

    @Test(
        "a text is shown as it is, whatever signs it has", arguments: ["<red>{x}\"\\", "#", ": {", "Ä & \u{1F355}", ""])
    func texts(text: String) throws {
        let sign = try SignFile(parsing: recipe().sign(with: ["words": text]), path: "s.yaml")
        expectEqual(sign.messages[0].markup, SignMarkup(literal: text + " 3"))
    }

    @Test("what is wrong with answers is told at once")
    func wrong() throws {
        let recipe = try recipe()
        #expect {
            try recipe.sign(with: ["level": "10", "look": "blue", "wrds": "", "words": "a\nb"])
        } throws: {
            "\($0)" == """
                shop has no setting "wrds"; did you mean "words"?; it has words, level, look, board
                "words" is a text of one line, not "a\\u{A}b"
                "level" is a number from 1 to 9.5, not "10"
                "look" is one of red, lime, not "blue"
                """
        }
    }

    @Test("an answer has up to 1,024 bytes, and a longer one is called so")
    func long() throws {
        #expect(throws: Never.self) { try recipe().sign(with: ["words": String(repeating: "ä", count: 512)]) }
        #expect {
            try recipe().sign(with: ["words": String(repeating: "x", count: 1_025)])
        } throws: {
            "\($0)" == "\"words\" has at most 1024 bytes, not 1025"
        }
    }

    @Test(
        "answers of each kind",
        arguments: [
            ("number", ["1", "-2.5", "1e3"], ["", "x", "nan", "inf", "0x10", "1 2"]),
            ("code", ["a1", "AAPL.X", "de:1/2"], ["", "a b", "ä", "\""]),
            ("url", ["https://a.example/b?c=d"], ["a.example", "ftp://a", "http://a b", "http://a\u{1B}"]),
            ("path", ["photos/a b.png"], [""]), ("time", ["10s", "5m"], ["5 x", ""]),
            ("color", ["red", "#ff8800"], ["rot", ""]),
        ])
    func kinds(kind: String, right: [String], wrong: [String]) throws {
        let head =
            "title: A\nabout: B\nsettings: {x: {kind: \(kind), default: \"\(right[0])\", help: C}}\n---\n\"${x}\"\n"
        let setting = try #require(try recipe(head).settings.first)
        for answer in right { #expect(throws: Never.self) { try setting.written(answer) } }
        for answer in wrong { #expect(throws: TextError.self, "\(answer)") { try setting.written(answer) } }
    }

    @Test(
        "what is wrong with a recipe is a problem of its head",
        arguments: [
            ("title: A\nabout: B\n", "shop.yaml:1:1: \"---\" is missing"),
            ("title: A\n---\n", "shop.yaml:1:1: \"about\" is missing"),
            ("title: A\nabout: B\n---\n${x}", "shop.yaml:1:1: \"x\" is missing"),
            (
                "title: A\nabout: B\nsettings: {x: {kind: number, default: y, help: C}}\n---\n${x}",
                "shop.yaml:3:39: \"x\" is a number, not \"y\""
            ),
            ("title: A\nabout: B\ncolour: red\n---\n", "shop.yaml:3:1: unknown key \"colour\""),
        ])
    func problems(text: String, expected: String) throws {
        do throws(SignError) {
            _ = try Recipe(parsing: text, name: "shop", path: "shop.yaml")
            Issue.record("nothing is wrong")
        } catch {
            #expect(error.problems.first?.description.hasPrefix(expected) == true, "\(error.problems)")
        }
    }
}
