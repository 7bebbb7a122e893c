import Foundation
import SignTestSupport
import Testing

@Suite("ledsign recipe")
struct RecipeCommandTests {
    private static let folder = PackageFolder.root.appendingPathComponent("recipes")
    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

    @Test(
        "each recipe gives a sign that is right on every size, and shows something with recorded answers",
        arguments: names)
    func shipped(name: String) throws {
        let scratch = try ScratchFolder()
        let sign = scratch.path("sign.yaml")
        let made = try CommandRunner.ledsign("recipe", "new", name, "--out", sign)
        expectEqual(made.status, 0, "\(made.errors)")
        let answers = Self.folder.appendingPathComponent("answers/" + name).path
        // A folder of pictures stands beside the sign file.
        let pictures = answers + "/photos"
        if FileManager.default.fileExists(atPath: pictures) {
            try FileManager.default.copyItem(atPath: pictures, toPath: scratch.path("photos"))
        }
        for board in name == "clock-small" ? ["sim-32x8"] : ["sim-64x32", "sim-128x64"] {
            let check = try CommandRunner.ledsign("check", sign, "--board", board)
            expectEqual(check.status, 0, "\(name) \(check.errors)")
            expectEqual(check.errors, "", "\(name)")
            let picture = scratch.path("picture.txt")
            let drawn = try CommandRunner.ledsign(
                "render", "--sign", sign, "--board", board, "--replay", answers, "--at", "2s", "--out", picture)
            expectEqual(drawn.status, 0, "\(name) \(drawn.errors)")
            expectEqual(drawn.errors, "", "\(name)")
            let rows = try String(contentsOfFile: picture, encoding: .utf8)
            #expect(rows.filter { $0 != "." && $0 != "\n" }.count > 20, "\(name) on \(board):\n\(rows)")
        }
    }

    @Test("list and show tell what there is, and what is asked for")
    func told() throws {
        let list = try CommandRunner.ledsign("recipe", "list").output.split(separator: "\n")
        expectEqual(list.map { String($0.prefix { $0 != " " }) }, Self.names)
        expectEqual(
            try CommandRunner.ledsign("recipe", "show", "countdown").output,
            """
            Countdown: The days until a date, and hours and minutes on the last one

              event=New Year         What happens then (a text of one line)
              date=2027-01-01T00:00  The date and the time, such as 2027-06-20T18:00 (letters, digits and . _ : / + - without blanks)
              board=sim-64x32        The board, by name or path (a name or a path)

            """)
    }

    @Test("a file that exists is kept, and wrong names and values are errors with the fix")
    func refused() throws {
        let scratch = try ScratchFolder()
        let sign = scratch.path("sign.yaml")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: sign))
        let kept = try CommandRunner.ledsign("recipe", "new", "countdown", "--out", sign)
        expectEqual(kept.status, 1)
        expectEqual(kept.errors, "Error: \(sign) exists; give another --out, or --force to replace it\n")
        expectEqual(try String(contentsOfFile: sign, encoding: .utf8), "mine")
        let replaced = try CommandRunner.ledsign(
            "recipe", "new", "countdown", "--out", sign, "--force", "--set", "event=<Party>")
        expectEqual(replaced.status, 0, "\(replaced.errors)")
        #expect(try String(contentsOfFile: sign, encoding: .utf8).contains("\"<<Party>\""))
        let name = try CommandRunner.ledsign("recipe", "new", "countdwn")
        expectEqual(name.status, 1)
        #expect(name.errors.hasPrefix("Error: there is no recipe \"countdwn\"; did you mean \"countdown\"?"))
        try expectEqual(CommandRunner.ledsign("recipe", "new", "countdown", "--set", "event").status, 64)
        let value = try CommandRunner.ledsign("recipe", "new", "countdown", "--set", "evnt=A", "--out", "-")
        expectEqual(value.status, 1)
        #expect(value.errors.contains("countdown has no setting \"evnt\"; did you mean \"event\"?"))
    }
}
