import Foundation
import SignTestSupport
import Testing

@Suite("ledsign message")
struct MessageCommandTests {
    private static let sign = """
        # The bakery
        board: sim-64x32
        messages:
          - Fresh bread
          # Only today
          - {text: 'Rolls', color: amber} # five for two

        """

    private static func ledsign(_ words: [String]) throws -> Outcome {
        try CommandRunner.run(CommandRunner.products.appendingPathComponent("ledsign").path, words)
    }

    /// Runs commands on a file; returns what it is then.
    private func edited(_ text: String, _ commands: [String]...) throws -> String {
        let scratch = try ScratchFolder()
        let path = scratch.path("sign.yaml")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        for command in commands {
            let words = ["message", command[0], path] + command.dropFirst()
            let run = try Self.ledsign(words)
            expectEqual(run.status, 0, "\(run.errors)")
            expectEqual(run.output + run.errors, "")
        }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("messages are added, changed, moved, left out and removed, and the rest of the file stays as it is")
    func edits() throws {
        let sign = Self.sign
        try expectEqual(edited(sign, ["add", "Cakes: 2 EUR"]), sign + "  - \"Cakes: 2 EUR\"\n")
        try expectEqual(
            edited(sign, ["add", "Tea", "color=#ff0000", "speed=30", "when={days: weekdays}", "--at", "1"]),
            sign.replacing(
                "  - Fresh", with: "  - {text: Tea, color: \"#ff0000\", speed: 30, when: {days: weekdays}}\n  - Fresh"))
        try expectEqual(
            edited(sign, ["set", "2", "text=Sold out", "color="], ["set", "1", "color=red"]),
            sign.replacing("'Rolls', color: amber", with: "'Sold out'").replacing(
                "- Fresh bread", with: "- {text: Fresh bread, color: red}"))
        try expectEqual(
            edited(sign, ["off", "2"], ["off", "1"], ["on", "2"]),
            sign.replacing("- Fresh bread", with: "- {text: Fresh bread, disabled: yes}"))
        try expectEqual(
            edited(sign, ["move", "2", "1"]),
            """
            # The bakery
            board: sim-64x32
            messages:
              # Only today
              - {text: 'Rolls', color: amber} # five for two
              - Fresh bread

            """)
        try expectEqual(
            edited(sign, ["remove", "1"], ["remove", "1"]),
            "# The bakery\nboard: sim-64x32\nmessages: []\n  # Only today\n")
    }

    @Test("a file with one message, and one with zones")
    func forms() throws {
        try expectEqual(
            edited("message: Fresh bread # ours\n", ["add", "Rolls"]),
            "messages:\n  - Fresh bread # ours\n  - Rolls\n")
        try expectEqual(
            edited("message:\n  text: Bread\n  color: red\n", ["add", "Rolls", "--at", "1"]),
            "messages:\n  - Rolls\n  - text: Bread\n    color: red\n")
        try expectEqual(edited("message: Bread\n", ["remove", "1"]), "messages: []\n")
        try expectEqual(edited("board: sim-32x8\n", ["add", "Rolls"]), "board: sim-32x8\nmessages:\n  - Rolls\n")
        let zones = "rows:\n  - {name: top, message: A}\n  - name: low\n    messages: [B, C]\n"
        try expectEqual(edited(zones, ["add", "D", "--zone", "low"]), zones.replacing("[B, C]", with: "[B, C, D]"))
        try expectEqual(edited(zones, ["move", "3", "2"]), zones.replacing("[B, C]", with: "[C, B]"))
        let scratch = try ScratchFolder()
        let path = scratch.path("sign.yaml")
        try Data((zones + "  - {name: off, message: {image: ./a.png, disabled: yes}}\n").utf8)
            .write(to: URL(fileURLWithPath: path))
        try expectEqual(
            CommandRunner.ledsign("message", "list", path).output,
            "1  top       A\n2  low       B\n3  low       C\n4  off  off  ./a.png\n")
    }

    @Test("what cannot be done is said with the fix, and the file stays as it was")
    func refused() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path("sign.yaml")
        func refusal(_ words: String...) throws -> String {
            try Data(Self.sign.utf8).write(to: URL(fileURLWithPath: path))
            let run = try Self.ledsign(["message", words[0], path] + words.dropFirst())
            expectEqual(run.status, words[1] == "x" || words.last == "color" ? 64 : 1)
            expectEqual(try String(contentsOfFile: path, encoding: .utf8), Self.sign)
            return run.errors.replacing(path, with: "FILE")
        }
        try expectEqual(
            refusal("remove", "3"), "Error: FILE: there is no message 3; the messages are 1 to 2\n")
        try expectEqual(
            refusal("add", "A", "--zone", "top"),
            "Error: FILE: there is no zone \"top\"; the file has no zones with names\n")
        try expectEqual(
            refusal("set", "1", "colour=red"),
            "Error: FILE:4:25: unknown key \"colour\" for this part of a sign file; did you mean \"color\"?\n")
        #expect(try refusal("set", "1", "color").contains("key=value"))
        #expect(try refusal("remove", "x").contains("number"))
        try Data("message: A\nzones: [\n".utf8).write(to: URL(fileURLWithPath: path))
        let broken = try CommandRunner.ledsign("message", "list", path)
        expectEqual(broken.status, 1)
        #expect(broken.errors.hasPrefix("Error: \(path):3:1: not YAML: "), "\(broken.errors)")
        try Data(Self.sign.utf8).write(to: URL(fileURLWithPath: path))
        let missing = try CommandRunner.ledsign("message", "add", scratch.path("none.yaml"), "A")
        expectEqual(missing.status, 1)
        #expect(missing.errors.contains("No such file or directory"))
        let dry = try CommandRunner.ledsign("message", "remove", path, "2", "--dry-run")
        expectEqual(dry.output, "# The bakery\nboard: sim-64x32\nmessages:\n  - Fresh bread\n")
        expectEqual(try String(contentsOfFile: path, encoding: .utf8), Self.sign)
    }

    @Test("a message that is left out is checked, and not shown")
    func disabled() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path("sign.yaml")
        try Data(
            "board: sim-32x8\nmessages:\n  - {text: W, disabled: yes}\n  - {text: '', color: rde, disabled: yes}\n".utf8
        )
        .write(to: URL(fileURLWithPath: path))
        let check = try CommandRunner.ledsign("check", path)
        expectEqual(check.status, 3)
        #expect(check.errors.contains(":4:23: ") && check.errors.split(separator: "\n").count == 1, "\(check.errors)")
        try Data("board: sim-32x8\nmessages:\n  - {text: W, disabled: yes}\n".utf8).write(
            to: URL(fileURLWithPath: path))
        let picture = scratch.path("picture.txt")
        let drawn = try CommandRunner.ledsign("render", "--sign", path, "--at", "1s", "--out", picture)
        expectEqual(drawn.status, 0, "\(drawn.errors)")
        #expect(try !String(contentsOfFile: picture, encoding: .utf8).contains("#"))
    }
}
