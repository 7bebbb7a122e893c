import Foundation
import Testing

@Suite("ledsign: wrong use")
struct WrongUseTests {
    /// Arguments, the exit code, and what the error has to name.
    static let cases: [([String], Int32, [String])] = [
        (["render", "A", "--out", "a.png", "--speed", "fast"], 64, ["--speed", "fast"]),
        (["render", "A", "--out", "a.png", "--color", "oragne"], 64, ["oragne", "orange"]),
        (["render", "A", "--out", "a.png", "--brightness", "101"], 64, ["101", "0 to 100"]),
        (["render", "A", "--out", "a.png", "--at", "yesterday"], 64, ["--at", "yesterday"]),
        (["render", "A", "--out", "a.jpeg"], 64, ["a.jpeg", ".png", ".gif", ".txt", ".vcd"]),
        (["render", "A", "--out", "a.png", "--for", "2s"], 64, [".gif"]),
        (["render", "A", "--out", "a.gif", "--for", "2s", "--fps", "0"], 64, ["--fps", "1 to 50"]),
        (["render", "A", "--out", "a.gif", "--for", "2s", "--at", "1s"], 64, ["--at", "--for"]),
        (["render", "--out", "a.png"], 64, ["no text"]),
        (["render", "A", "--file", "b", "--out", "a.png"], 64, ["twice"]),
        (["render", "A"], 64, ["--out"]),
        (
            ["render", "A", "--out", "a.png", "--direction", "sideways"], 64,
            ["sideways", "left", "right", "up", "down"]
        ),
        (["render", "A", "--out", "a.png", "--board", "sim-32x9"], 1, ["sim-32x9", "sim-32x8"]),
        (["render", "A", "--out", "a.png", "--board", "./none.yaml"], 1, ["./none.yaml", "No such file"]),
        (["render", "A", "--out", "a.png", "--font", "ledsign-9"], 1, ["ledsign-9", "ledsign-8"]),
        (["render", "A", "--out", "a.png", "--font", "./none.bdf"], 1, ["./none.bdf", "no font file"]),
        (["render", "--file", "none.txt", "--out", "a.png"], 1, ["none.txt"]),
        (["render", "A", "--out", "/nowhere/a.png"], 1, ["/nowhere/a.png"]),
        (["render", "A", "--out", "a.vcd", "--board", "sim-64x32"], 1, ["sim-64x32", "wires"]),
        (["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.png"], 1, ["none.vcd"]),
        (["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.gif"], 64, ["a.gif", ".png"]),
        (["board", "show", "max7219-32x9"], 1, ["max7219-32x9", "max7219-32x8"]),
        (["font", "show", "ledsgin-8"], 1, ["ledsgin-8", "ledsign-8"]),
        (["rendr", "A"], 64, ["rendr"]),
    ]

    @Test("says what was given and what was expected, and leaves nothing behind", arguments: cases)
    func refuses(arguments: [String], status: Int32, names: [String]) throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, arguments, folder: folder.url)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        for name in names {
            #expect(outcome.errors.contains(name), "\(arguments) does not name \(name): \(outcome.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("a broken board file is reported with all its problems, each with its place")
    func brokenBoard() throws {
        let folder = try ScratchFolder()
        try Data("summary: broken\nkind: max7219\nmoduls: 4\nclock: 99 GHz\n".utf8)
            .write(to: folder.url.appendingPathComponent("b.yaml"))
        let outcome = try CommandRunner.ledsign("board", "show", "./b.yaml", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("./b.yaml:3:1"), "\(outcome.errors)")
        #expect(outcome.errors.contains("modules"), "\(outcome.errors)")
        #expect(outcome.errors.contains("./b.yaml:4:8"), "\(outcome.errors)")
    }

    @Test(
        "help teaches every command, and version tells one", arguments: ["show", "render", "decode", "font", "board"])
    func help(command: String) throws {
        let all = try CommandRunner.ledsign("--help")
        #expect(all.status == 0 && all.output.contains(command) && all.output.contains("Exit codes"))
        let one = try CommandRunner.ledsign(command, "--help")
        #expect(one.status == 0 && one.output.contains("USAGE: ledsign \(command)"))
        #expect(try CommandRunner.ledsign("--version").status == 0)
    }

    @Test("completion scripts are generated for every shell", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let outcome = try CommandRunner.ledsign("--generate-completion-script", shell)
        #expect(outcome.status == 0 && outcome.output.contains("render"))
    }
}
