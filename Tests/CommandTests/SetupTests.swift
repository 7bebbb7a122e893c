import Foundation
import SignTestSupport
import Testing

@Suite("ledsign setup")
struct SetupTests {
    private func setUp(_ answers: String, _ arguments: String...) throws -> (
        folder: ScratchFolder, result: Outcome
    ) {
        let folder = try ScratchFolder()
        try Data(answers.utf8).write(to: folder.url.appendingPathComponent("answers.yaml"))
        let result = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["setup", "--answers", folder.path("answers.yaml"), "--out", folder.path("sign.yaml")] + arguments)
        return (folder, result)
    }

    @Test("answers of a file make a sign that can be shown, with a page and its token")
    func answers() throws {
        let (folder, result) = try setUp(
            "board: max7219-32x8\nsettings: {text: 'Rolls: 1 €', color: red}\npage: network\n")
        expectEqual(result.status, 0, "\(result.errors)")
        expectEqual(
            try folder.text("sign.yaml"),
            """
            # Text: A text, which moves where it is too long for the panel

            board: "max7219-32x8"

            message:
              text: "Rolls: 1 €"
              color: "red"
              align: center
            http: {listen: 0.0.0.0:8080, token: \(folder.path("token")), edit: yes}

            """)
        let check = try CommandRunner.ledsign("check", folder.path("sign.yaml"))
        expectEqual(check.status, 0, "\(check.errors)")
        let token = try folder.text("token")
        #expect(token.count >= 32)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path("token"))[.posixPermissions] as? Int
        expectEqual(mode, 0o640)
        #expect(result.output.contains("(its token: sudo cat \(folder.path("token")))"))
        #expect(result.output.contains("Try it: ledsign run \(folder.path("sign.yaml"))"))
        // A machine for tests has no SPI.
        #expect(result.output.contains("max7219-32x8 cannot be driven on this machine: "), "\(result.output)")
        // Once more: the token stays, and the sign file before is kept.
        try Data("recipe: countdown\npage: machine\n".utf8).write(to: folder.url.appendingPathComponent("answers.yaml"))
        let again = try CommandRunner.ledsign(
            "setup", "--answers", folder.path("answers.yaml"), "--out", folder.path("sign.yaml"))
        expectEqual(again.status, 0, "\(again.errors)")
        expectEqual(again.errors, "The sign file before is \(folder.path("sign.yaml")).old\n")
        #expect(try folder.text("sign.yaml.old").contains("Rolls"))
        #expect(try folder.text("sign.yaml").hasSuffix("http: {}\n"))
        expectEqual(try folder.text("token"), token)
    }

    @Test("without answers there are the defaults; --dry-run writes nothing")
    func defaults() throws {
        let (folder, result) = try setUp("", "--dry-run")
        expectEqual(result.status, 0, "\(result.errors)")
        #expect(result.output.contains("text: \"Fresh bread until noon\""))
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), ["answers.yaml"])
    }

    @Test(
        "all that is wrong with the answers is told, and nothing is written",
        arguments: [
            (
                "page: nobody\nrecipe: txt\n",
                "Error: \"txt\" is none of text, air-quality, calendar"
            ),
            ("board: max7219\n", "Error: unknown board \"max7219\" in "),
            ("settings: {txet: A}\n", "Error: the recipe has no setting \"txet\"; it has text, color"),
            ("settings: {color: reddish}\n", "Error: \"color\" is a colour such as red or #ff8800, not \"reddish\""),
            (
                "bord: a\nstart: []\n",
                "answers.yaml:1:1: unknown key \"bord\" for a file of answers; did you mean \"board\"?"
            ),
        ])
    func wrong(answers: String, words: String) throws {
        let (folder, result) = try setUp(answers)
        expectEqual(result.status, 1)
        #expect(result.errors.contains(words), "\(result.errors)")
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), ["answers.yaml"])
    }

    @Test("several answers that are wrong are told together, and a missing file and no terminal with the fix")
    func problems() throws {
        let (_, result) = try setUp("page: nobody\nsettings: {color: reddish}\n")
        expectEqual(result.errors.split(separator: "\n").count, 2, "\(result.errors)")
        let missing = try CommandRunner.ledsign("setup", "--answers", "/nowhere.yaml")
        expectEqual(missing.status, 1)
        expectEqual(missing.errors, "Error: /nowhere.yaml: cannot be read: No such file or directory; check the path\n")
        let plain = try CommandRunner.ledsign("setup")
        expectEqual(plain.status, 1)
        expectEqual(plain.errors, "Error: setup asks questions: run it in a terminal, or give --answers FILE\n")
    }

    @Test("in a terminal it asks, goes back, and says what is wrong with an answer")
    func terminal() throws {
        let folder = try ScratchFolder()
        let terminal = try PseudoTerminal(
            path: CommandRunner.products.appendingPathComponent("ledsign").path,
            ["setup", "--out", folder.path("sign.yaml")],
            environment: ["PATH=/usr/bin:/bin", "XDG_CONFIG_HOME=/nonexistent"], hasErrors: true)
        try terminal.expect("1 of 5: Which board")
        try terminal.expect("[max7219-32x8]: ")
        terminal.type("sim-32x8\n")
        try terminal.expect("2 of 5: What does it show?")
        try terminal.expect("[text]: ")
        terminal.type("clok-large\n")
        try terminal.expect("did you mean \"clock-large\"?")
        terminal.type("1\n")
        try terminal.expect("3 of 5: The text")
        terminal.type("Rolls\n")
        try terminal.expect("4 of 5: Its colour")
        terminal.type("<\n")
        try terminal.expect("3 of 5: The text, a text of one line\r\n[Rolls]: ")
        terminal.type("Bread\n")
        try terminal.expect("4 of 5")
        terminal.type("\n")
        try terminal.expect("5 of 5: Who can open its page?")
        terminal.type("3\n")
        try terminal.expect("is written.")
        expectEqual(try terminal.end(), 0)
        #expect(try folder.text("sign.yaml").contains("board: \"sim-32x8\"\n\nmessage:\n  text: \"Bread\"\n"))
    }
}
