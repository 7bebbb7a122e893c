import Foundation
import SignTestSupport
import TerminalPreview
import Testing

@testable import ledsign

@Suite("The set-up on the whole screen")
struct SetupScreenTests {
    private func screen() throws -> SetupScreen { SetupScreen(try SetupWalk(canStart: false)) }

    private func type(_ text: String, _ screen: inout SetupScreen) {
        for character in text { _ = screen.take(.character(character)) }
    }

    @Test("the first question has the boards, with the default chosen, and every row fits a narrow terminal")
    func narrow() throws {
        var screen = try screen()
        type("sim-32", &screen)
        expectEqual(
            screen.rows(columns: 40, rows: 12).joined(separator: "\n"),
            """
            1 of 5: Which board (the panel and its
            wiring)?

            > sim-32_
            > sim-32x16  Simulated chain of eight M…
              sim-32x8   Simulated chain of four MA…

            Enter: next, Esc: back, Ctrl-C: end
            """)
        for (columns, rows) in [(40, 12), (20, 5), (80, 24), (200, 60), (12, 3)] {
            let shown = try self.screen().rows(columns: columns, rows: rows)
            #expect(shown.count <= rows, "\(columns)x\(rows): \(shown)")
            #expect(shown.allSatisfy { $0.terminalWidth <= columns }, "\(columns)x\(rows): \(shown)")
        }
        #expect(try self.screen().rows(columns: 80, rows: 24).contains { $0.hasPrefix("> max7219-32x8 ") })
    }

    @Test("arrows choose, Enter takes, Escape and an empty Backspace go back to the answer that was given")
    func backAndForth() throws {
        var screen = try screen()
        type("sim-32x", &screen)
        _ = screen.take(.down)
        _ = screen.take(.down)
        expectEqual(screen.take(.enter), .stay)
        expectEqual(screen.walk.answers["board"], "sim-32x8")
        #expect(screen.rows(columns: 60, rows: 10).contains { $0.hasPrefix("> text ") })
        _ = screen.take(.enter)
        type("Brötchen!", &screen)
        _ = screen.take(.backspace)
        expectEqual(
            screen.rows(columns: 80, rows: 12),
            [
                "3 of 5: The text, a text of one line", "", "> Brötchen_", "",
                "Enter takes it, Esc goes back, Ctrl-C ends without a change",
            ])
        _ = screen.take(.enter)
        _ = screen.take(.escape)
        #expect(screen.rows(columns: 80, rows: 12).contains("> Brötchen_"))
        for _ in "Brötchen" { _ = screen.take(.backspace) }
        _ = screen.take(.backspace)
        #expect(screen.rows(columns: 80, rows: 24)[0].hasPrefix("2 of 5"))
        _ = screen.take(.left)
        #expect(screen.rows(columns: 80, rows: 24).contains { $0.hasPrefix("> sim-32x8 ") })
        _ = screen.take(.escape)
        #expect(screen.rows(columns: 80, rows: 24)[0].hasPrefix("1 of 5"))
    }

    @Test("what is wrong with an answer stands below it until the next key, and the last answer ends the questions")
    func problems() throws {
        var screen = try screen()
        type("nowhere.yaml", &screen)
        expectEqual(screen.take(.enter), .stay)
        let shown = screen.rows(columns: 80, rows: 24)
        #expect(shown.contains("> nowhere.yaml_"))
        #expect(shown.contains { $0.contains("No such file") }, "\(shown)")
        type("x", &screen)
        #expect(!screen.rows(columns: 80, rows: 24).contains { $0.contains("No such file") })
        expectEqual(screen.take(.interrupt), .quit)
        screen = try self.screen()
        for _ in 0..<4 { expectEqual(screen.take(.enter), .stay) }
        expectEqual(screen.take(.right), .done)
        expectEqual(screen.walk.answers["board"], "max7219-32x8")
        expectEqual(screen.rows(columns: 80, rows: 24), [])
    }

    private func terminal(_ folder: ScratchFolder, _ variables: String...) throws -> PseudoTerminal {
        try PseudoTerminal(
            path: CommandRunner.products.appendingPathComponent("ledsign").path,
            ["setup", "--out", folder.path("sign.yaml")],
            environment: ["PATH=/usr/bin:/bin", "XDG_CONFIG_HOME=/nonexistent", "LANG=C.UTF-8"] + variables,
            hasErrors: true)
    }

    @Test("the walk in a terminal of another size writes the sign file, and leaves the terminal as it was")
    func walk() throws {
        let folder = try ScratchFolder()
        let terminal = try terminal(folder, "TERM=xterm", "NO_COLOR=1")
        try terminal.expect("1 of 5: Which board")
        terminal.type("sim-32x8\r")
        try terminal.expect("2 of 5: What does it show?")
        terminal.resize(columns: 40, rows: 12)
        let narrow = try terminal.expect("Enter: next, Esc: back, Ctrl-C: end")
        terminal.type("\r")
        let text = try terminal.expect("3 of 5: The text", after: narrow)
        terminal.type("Brot\r")
        let color = try terminal.expect("4 of 5: Its colour", after: text)
        terminal.type("\u{1B}[D")
        try terminal.expect("> Brot_", after: color)
        terminal.type("\u{7F}\u{7F}\u{7F}\u{7F}Bread\r\r")
        let page = try terminal.expect("5 of 5: Who can open its page?", after: color)
        terminal.type("\u{1B}[B\u{1B}[B\r")
        try terminal.expect("is written.", after: page)
        expectEqual(try terminal.end(), 0)
        #expect(try folder.text("sign.yaml").contains("board: \"sim-32x8\"\n\nmessage:\n  text: \"Bread\"\n"))
        expectEqual(terminal.presentModes.c_lflag, terminal.modes.c_lflag)
        #expect(terminal.output.contains("\u{1B}[?1049l"))
        // No colours: of all sequences none selects one.
        #expect(!terminal.output.contains("\u{1B}[3"))
    }

    @Test("Ctrl-C in the middle writes nothing, and leaves the terminal as it was")
    func interrupted() throws {
        let folder = try ScratchFolder()
        let terminal = try terminal(folder, "TERM=xterm")
        try terminal.expect("1 of 5: Which board")
        terminal.type("\r")
        try terminal.expect("2 of 5")
        terminal.type("\u{3}")
        try terminal.expect("nothing is written")
        #expect(try terminal.end() != 0)
        expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder.url.path), [])
        expectEqual(terminal.presentModes.c_lflag, terminal.modes.c_lflag)
        #expect(terminal.output.contains("\u{1B}[?1049l"))
    }

    @Test("a terminal that cannot be drawn on gets the questions line by line")
    func dumb() throws {
        let folder = try ScratchFolder()
        let terminal = try terminal(folder, "TERM=dumb")
        try terminal.expect("[max7219-32x8]: ")
        #expect(!terminal.output.contains("\u{1B}"))
        terminal.signal(SIGKILL)
    }
}
