import Foundation
import SignTestSupport
import Testing

/// `ledsign ctl` with a sign that runs in another process.
@Suite("ledsign ctl")
struct CtlTests {
    private static let still = "message: {name: open, text: OK, duration: 1h}\n"
    private static let ok = """
        .###..#...#.....................
        #...#.#..#......................
        #...#.#.#.......................
        #...#.##........................
        #...#.#.#.......................
        #...#.#..#......................
        .###..#...#.....................
        ................................
        """

    @Test("C3: a message is pushed, listed and removed; unnamed ones get a name")
    func push() throws {
        let sign = try SteeredSign(Self.still)
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        let named = try sign.ctl("push", "--name", "bread", "Fresh", "bread")
        #expect(named.status == 0 && named.output == "bread\n", "\(named.errors)")
        let unnamed = try sign.ctl("push", "Cakes", "--priority", "3", "--key", "in=wipe", "--key", "scroll=never")
        expectEqual(unnamed.output, "pushed-1\n", "\(unnamed.errors)")
        try expectEqual(
            sign.list(),
            [
                "interrupted 0 file - open OK", "interrupted 0 pushed - bread Fresh bread",
                "shown 3 pushed - pushed-1 Cakes",
            ])
        try expectEqual(sign.ctl("remove", "pushed-1").status, 0)
        try expectEqual(sign.ctl("remove", "bread").status, 0)
        try expectEqual(sign.list(), ["shown 0 file - open OK"])
        // Where a turn had ended it comes in at the seam.
        #expect(try sign.wait { try sign.picture() == Self.ok })
        try expectEqual(sign.end().errors, [])
    }

    @Test("C3: an urgent message is shown at once, until it is acknowledged")
    func urgent() throws {
        let sign = try SteeredSign("message: {name: open, text: OK}\n")
        try expectEqual(sign.picture(), Self.ok)
        try expectEqual(sign.ctl("push", "Fire", "--name", "fire", "--priority", "urgent").status, 0)
        try expectEqual(sign.list(), ["interrupted 0 file - open OK", "shown 9 pushed - fire Fire"])
        #expect(try sign.picture() != Self.ok)
        try expectEqual(sign.ctl("acknowledge").status, 0)
        try expectEqual(sign.picture(), Self.ok)
        let again = try sign.ctl("acknowledge")
        expectEqual(again.status, 1)
        expectEqual(again.errors, "Error: no message with a priority is shown, so none can be acknowledged\n")
    }

    @Test("a variable is set, listed, shown and unset")
    func variables() throws {
        let sign = try SteeredSign("fields: {word: {variable: \"--\"}}\nmessage: {text: \"{word}\"}\n")
        try expectEqual(sign.ctl("get").output, "word=--\n")
        try expectEqual(sign.ctl("set", "word", "OK").status, 0)
        try expectEqual(sign.ctl("get", "word").output, "OK\n")
        try expectEqual(sign.ctl("get").output, "word=OK\n")
        #expect(try sign.wait { try sign.picture() == Self.ok })
        try expectEqual(sign.ctl("unset", "word").status, 0)
        try expectEqual(sign.ctl("get", "word").output, "--\n")
        #expect(try sign.wait { try sign.picture() != Self.ok })
    }

    @Test(
        "D1: a paused sign stands still, can be dragged by exact pixels, and resumes on request")
    func pause() throws {
        let sign = try SteeredSign("message: {text: Fresh bread until noon, speed: 1000}\n")
        try expectEqual(sign.ctl("pause").status, 0)
        let before = try sign.picture()
        for _ in 0..<3 { try expectEqual(sign.picture(), before) }
        try expectEqual(sign.ctl("drag", "5").status, 0)
        func columns(_ picture: String) -> [String] {
            let rows = picture.split(separator: "\n").map(Array.init)
            return (0..<32).map { x in String(rows.map { $0[x] }) }
        }
        let after = try sign.picture()
        expectEqual(Array(columns(after)[5...]), Array(columns(before)[..<27]))
        try expectEqual(sign.ctl("resume").status, 0)
        #expect(try sign.wait { try sign.picture() != after })
    }

    @Test("the command next shows the next message")
    func next() throws {
        let sign = try SteeredSign("messages: [{name: a, text: A, duration: 1h}, {name: b, text: B, duration: 1h}]\n")
        try expectEqual(sign.list(), ["shown 0 file - a A", "waiting 0 file - b B"])
        try expectEqual(sign.ctl("next").status, 0)
        #expect(try sign.wait { try sign.list() == ["waiting 0 file - a A", "shown 0 file - b B"] })
    }

    @Test("the brightness is set, and then restored to that of the file")
    func brightness() throws {
        let sign = try SteeredSign("brightness: 60\n" + Self.still)
        func brightness() throws -> [String] {
            try sign.ctl("stats").output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("brightness") }
        }
        try expectEqual(brightness(), ["brightness: 60"])
        try expectEqual(sign.ctl("brightness", "20").status, 0)
        try expectEqual(brightness(), ["brightness: 20"])
        try expectEqual(sign.ctl("brightness", "usual").status, 0)
        try expectEqual(brightness(), ["brightness: 60"])
    }

    @Test("statistics name the file, its problems and the counters; --json prints the answer as it came")
    func statistics() throws {
        let sign = try SteeredSign(Self.still)
        let stats = try sign.ctl("stats")
        expectEqual(stats.status, 0)
        #expect(stats.output.hasPrefix("file: \(sign.folder.path("sign.yaml"))\nseconds: "))
        #expect(stats.output.contains("\nproblem: null\nreport: "))
        let list = try sign.ctl("list", "--json")
        #expect(list.output.hasPrefix("{\"ok\": true, \"messages\": [{\"name\": \"open\""), "\(list.output)")
        let wrong = try sign.ctl("remove", "none", "--json")
        expectEqual(wrong.status, 1)
        #expect(wrong.output.hasPrefix("{\"ok\": false, \"error\":") && wrong.output.contains("\"no-such-message\""))
    }

    @Test("a zone can be controlled alone")
    func zones() throws {
        let sign = try SteeredSign(
            """
            zones:
              - {name: left, area: {x: 0, y: 0, width: 16, height: 8}, message: {text: A}}
              - {name: right, area: {x: 16, y: 0, width: 16, height: 8}, message: {text: B}}

            """)
        try expectEqual(sign.ctl("push", "C", "--name", "c", "--zone", "right", "--priority", "1").status, 0)
        try expectEqual(
            sign.list(), ["shown 0 file left - A", "interrupted 0 file right - B", "shown 1 pushed right c C"])
        // Without a zone the whole sign is meant.
        try expectEqual(sign.ctl("push", "Whole", "--name", "w", "--priority", "5").status, 0)
        try expectEqual(
            sign.list(),
            [
                "interrupted 0 file left - A", "interrupted 0 file right - B", "interrupted 1 pushed right c C",
                "shown 5 pushed - w Whole",
            ])
        let wrong = try sign.ctl("push", "D", "--zone", "middle")
        expectEqual(wrong.status, 1)
        expectEqual(wrong.errors, "Error: unknown zone \"middle\"; the zones are left, right\n")
    }

    @Test("the command reload reloads the file; a broken one changes nothing, and the reply says why")
    func reload() throws {
        let sign = try SteeredSign("message: {name: a, text: \"No\"}\n")
        let path = sign.folder.url.appendingPathComponent("sign.yaml")
        let text = try sign.folder.text("sign.yaml")
        try Data(text.replacingOccurrences(of: "\"No\"", with: "OK").utf8).write(to: path)
        try expectEqual(sign.ctl("reload").status, 0)
        #expect(try sign.wait { try sign.picture() == Self.ok })
        try Data(text.replacingOccurrences(of: "text", with: "texd").utf8).write(to: path)
        let broken = try sign.ctl("reload")
        expectEqual(broken.status, 1)
        let name = sign.folder.path("sign.yaml")
        let lines = broken.errors.split(separator: "\n").map(String.init)
        expectEqual(lines.first, "Error: keeping the previous sign:")
        #expect(
            lines.count == 3
                && lines.dropFirst().allSatisfy { $0.hasPrefix("\(name):3:10: ") || $0.hasPrefix("\(name):3:20: ") },
            "\(lines)")
        try expectEqual(sign.picture(), Self.ok)
    }
}
