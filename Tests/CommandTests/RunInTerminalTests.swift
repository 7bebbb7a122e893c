import Foundation
import SignTestSupport
import Testing

/// `ledsign run` on simulated boards, drawn in a terminal.
@Suite("ledsign run in the terminal")
struct RunInTerminalTests {
    private func write(_ text: String, to folder: ScratchFolder) throws {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("sign.yaml"), options: .atomic)
    }

    @Test("SIGHUP reloads: the status line shows the problem until it is fixed, and q ends the sign")
    func reload() throws {
        let folder = try ScratchFolder()
        let good = "board: sim-32x8\nmessage:\n  text: Fresh bread until noon\n"
        try write(good, to: folder)
        let path = CommandRunner.products.appendingPathComponent("ledsign").path
        let terminal = try PseudoTerminal(
            path: path, ["run", folder.path("sign.yaml")],
            environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent", "XDG_RUNTIME_DIR="])
        var mark = try terminal.expect("sim-32x8 - space pauses")
        try write("board: sim-32x8\nmessage:\n  txt: A\n", to: folder)
        terminal.signal(SIGHUP)
        mark = try terminal.expect("keeping the previous sign", after: mark)
        try write(good, to: folder)
        terminal.signal(SIGHUP)
        mark = try terminal.expect("sim-32x8 - space pauses", after: mark)
        terminal.type("q")
        try expectEqual(terminal.end(), 0)
    }

    @Test("a simulated HUB75 panel runs too, and q ends it")
    func panel() throws {
        let folder = try ScratchFolder()
        try write("board: sim-hub75-64x32\nbrightness: 50\nmessage:\n  text: Open\n  color: orange\n", to: folder)
        let path = CommandRunner.products.appendingPathComponent("ledsign").path
        let terminal = try PseudoTerminal(
            path: path, ["run", folder.path("sign.yaml")],
            environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent", "XDG_RUNTIME_DIR="])
        try terminal.expect("sim-hub75-64x32 - space pauses")
        terminal.type("q")
        try expectEqual(terminal.end(), 0)
    }

    @Test("warnings are shown whole below the picture, and stand whole on the terminal after it")
    func warnings() throws {
        let folder = try ScratchFolder()
        try write(
            """
            board: sim-32x8
            messages:
              - {text: "Fresh \u{1F9EB} until noon", motion: smooth, speed: 500}
              - {text: "{missing}", font: ledsign-8}
            fields: {missing: {file: none.txt}}

            """, to: folder)
        let path = CommandRunner.products.appendingPathComponent("ledsign").path
        let terminal = try PseudoTerminal(
            path: path, ["run", folder.path("sign.yaml")],
            environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent", "XDG_RUNTIME_DIR="],
            hasErrors: true)
        let start = try terminal.expect("\u{1B}[?1049h")
        // Rows break at blanks: the end of the longest warning is there.
        try terminal.expect("fonts-unifont", after: start)
        try terminal.expect("not smoothly", after: start)
        terminal.type("q")
        try expectEqual(terminal.end(), 0)
        let parts = terminal.output.components(separatedBy: "\u{1B}[?1049l")
        try #require(parts.count == 2)
        let picture = parts[0].components(separatedBy: "\u{1B}[?1049h")[1]
        #expect(!picture.contains("\n"), "a line was written over the picture")
        let lines = parts[1].components(separatedBy: "\r\n")
        let glyph = try #require(lines.first { $0.contains("no glyph for") }, "\(lines)")
        #expect(glyph.hasPrefix("warning: \(folder.path("sign.yaml")):3:12: no glyph for "))
        #expect(glyph.hasSuffix("add a font that has it to \"font\", such as one of Debian's fonts-unifont"))
        #expect(lines.contains { $0.hasPrefix("warning: ") && $0.hasSuffix("it moves by whole pixels, not smoothly") })
    }

    @Test("without a terminal a simulated board is an error with its fix")
    func noTerminal() throws {
        let folder = try ScratchFolder()
        try write("board: sim-32x8\nmessage:\n  text: Open\n", to: folder)
        let run = try CommandRunner.ledsign("run", folder.path("sign.yaml"))
        expectEqual(run.status, 1)
        #expect(run.errors.contains("the sign is drawn in a terminal, and standard output is not one"))
    }
}
