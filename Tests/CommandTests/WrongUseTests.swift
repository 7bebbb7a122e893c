import Foundation
import SignTestSupport
import Testing

@Suite("ledsign: wrong use")
struct WrongUseTests {
    /// Arguments, the exit code, and what the error has to name.
    static let cases: [([String], Int32, [String])] = [
        (["render", "A", "--out", "a.png", "--speed", "fast"], 64, ["--speed", "fast"]),
        (["render", "A", "--out", "a.png", "--color", "oragne"], 64, ["oragne", "orange"]),
        (["render", "A", "--out", "a.png", "--brightness", "101"], 64, ["101", "0 to 100"]),
        (["render", "A", "--out", "a.png", "--at", "yesterday"], 64, ["--at", "yesterday"]),
        (
            ["render", "--sign", "a", "--out", "a.png", "--wall", "2262-04-12T00:00:00Z"], 64,
            ["--wall", "1678 to 2261"]
        ),
        (["schedule", "a", "--from", "9999-01-01T00:00:00Z"], 64, ["--from", "1678 to 2261"]),
        (["render", "A", "--out", "a.jpeg"], 64, ["a.jpeg", ".png", ".gif", ".txt", ".vcd"]),
        (["render", "A", "--out", "a.png", "--for", "2s"], 64, [".gif"]),
        (["render", "A", "--out", "a.gif", "--for", "2s", "--fps", "0"], 64, ["--fps", "1 to 50"]),
        (["render", "A", "--out", "a.gif", "--for", "2s", "--at", "1s"], 64, ["--at", "--for"]),
        (["render", "--out", "a.png"], 64, ["the text is missing", "Usage: ledsign render", "ledsign render --help"]),
        (["render", "--out", "a.png", "--sped", "3"], 64, ["Unknown option", "--sped"]),
        (["render", "--sign", "a.yaml", "--size", "32x16", "--out", "a.png"], 64, ["Unknown option", "--size"]),
        (["render", "A", "--sign", "a.yaml", "--out", "a.png"], 64, ["not both", "Usage: ledsign render"]),
        (["show"], 64, ["the text is missing", "Usage: ledsign show"]),
        (["help", "chekc"], 64, ["\"chekc\"", "did you mean \"check\"?"]),
        (["help", "show", "foo"], 64, ["ledsign show has no commands", "\"foo\""]),
        (["render", "A", "--file", "b", "--out", "a.png"], 64, ["twice"]),
        (["render", "A"], 64, ["--out"]),
        (
            ["render", "A", "--out", "a.png", "--direction", "sideways"], 64,
            ["sideways", "left", "right", "up", "down"]
        ),
        (["render", "A", "--out", "a.png", "--board", "sim-32x9"], 1, ["sim-32x9", "sim-32x8"]),
        (["render", "A", "--out", "a.png", "--board", "./none.yaml"], 1, ["./none.yaml", "No such file"]),
        (["render", "A", "--out", "a.png", "--font", "ledsign-9"], 1, ["ledsign-9", "ledsign-8"]),
        (["render", "A", "--out", "a.png", "--font", "./none.bdf"], 1, ["./none.bdf", "missing font file"]),
        (["render", "--file", "none.txt", "--out", "a.png"], 1, ["none.txt"]),
        (["render", "A", "--out", "/nowhere/a.png"], 1, ["/nowhere/a.png"]),
        (["render", "A", "--out", "a.vcd", "--board", "sim-64x32"], 1, ["sim-64x32", "wires"]),
        (["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.png"], 1, ["none.vcd"]),
        (["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.gif"], 64, ["a.gif", ".png"]),
        (
            ["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.png", "--allow", "hold,clock-to-fast"], 64,
            ["--allow", "\"clock-to-fast\"", "did you mean \"clock-too-fast\"", "word-length", "chip-select-pulse"]
        ),
        (
            ["decode", "none.vcd", "--board", "max7219-32x8", "--out", "a.png", "--signals", "CLK=D0,DATA=D1"], 64,
            ["--signals", "\"DATA\"", "CLK, DIN, CS"]
        ),
        (["board", "show", "max7219-32x9"], 1, ["max7219-32x9", "max7219-32x8"]),
        (["board", "check"], 64, ["<file>"]),
        (["board", "check", "max7219-32x9"], 1, ["max7219-32x9", "max7219-32x8"]),
        (["board", "check", "/nowhere/b.yaml"], 1, ["/nowhere/b.yaml", "No such file", "check the path"]),
        (["font", "show", "ledsgin-8"], 1, ["ledsgin-8", "ledsign-8"]),
        (["schedule"], 64, ["<file>"]),
        (["schedule", "a.yaml", "--from", "tomorrow"], 64, ["--from", "tomorrow", "2026-12-24T18:00"]),
        (["schedule", "a.yaml", "--from", "2026-02-30"], 64, ["--from", "2026-02-30"]),
        (["schedule", "a.yaml", "--for", "soon"], 64, ["--for", "soon", "1.5s"]),
        (["schedule", "a.yaml", "--for", "0"], 64, ["--for", "greater than 0"]),
        (["schedule", "a.yaml", "--for", "367d"], 64, ["--for", "366d"]),
        (["schedule", "/nowhere/a.yaml"], 1, ["/nowhere/a.yaml", "No such file", "check the path"]),
        (["shedule", "a.yaml"], 64, ["shedule", "did you mean \"schedule\"?"]),
        (["rendr", "A"], 64, ["rendr", "did you mean \"render\"?"]),
        (["foo"], 64, ["ledsign has no command \"foo\"", "show, run"]),
        (["help", "foo"], 64, ["ledsign has no command \"foo\""]),
        (["help", "ctl", "psuh"], 64, ["ledsign ctl has no command \"psuh\"", "did you mean \"push\"?"]),
        (
            ["ctl", "psuh", "A"], 64,
            ["ledsign ctl has no command \"psuh\"", "did you mean \"push\"?", "Usage: ledsign ctl"]
        ),
        (["board", "shw"], 64, ["ledsign board", "did you mean \"show\"?"]),
        (
            ["render", "A", "--out", "a.png", "--speed", "1e3"], 64,
            ["--speed", "1e3", "such as 30 or 12.5", "1000000"]
        ),
        (["render", "A", "--out", "a.png", "--hold", "-1s"], 64, ["--hold", "-1s", "500ms"]),
        (["render", "A", "--out", "a.png", "--spacing", "-1"], 64, ["--spacing", "-1", "0 to 100000"]),
        (["render", "A", "--out", "a.png", "--background", "nothing"], 64, ["--background", "nothing"]),
        (["render", "A", "--out", "a.png", "--easing", "bezier(2,0,1,1)"], 64, ["--easing", "0 to 1"]),
        (["render", "A", "--out", "a.png", "--easing", "bezier(0,0,1,)"], 64, ["--easing", "ease-in-out"]),
        (["render", "A", "--out", "a.png", "--cycle", "0"], 64, ["--cycle", "longer than 0"]),
        (["render", "A", "--out", "a.png", "--cycle", "5s", "--hold", "5s"], 64, ["--cycle", "5s", "--hold"]),
        (["render", "A", "--out", "a.png", "--cycle", "5s", "--hold", "3s", "--bounce"], 64, ["both of its pauses"]),
        (["render", "A", "--out", "a.png", "--cycle", "5s", "--speed", "30"], 64, ["--speed", "--cycle"]),
        (["render", "A", "--out", "a.gif", "--for", "0s"], 64, ["--for", "0s"]),
        (["render", "A", "--out", "a.png", "--pitch", "3"], 64, ["--pitch", "4 to 64"]),
        (["render", "A", "--out", ""], 64, ["--out must end in .png", "not \"\""]),
        (["render", "-5°C", "--out", "a.png"], 64, ["-5°C", "after `--`"]),
        (["render", "--file", "/", "--out", "a.png"], 1, ["text file /", "Is a directory"]),
        (["render", "--file", "/dev/zero", "--out", "a.png"], 1, ["/dev/zero", "it is a device", "regular file"]),
        (["render", "A", "--out", "/nowhere/a.vcd", "--board", "sim-32x8"], 1, ["/nowhere/a.vcd", "No such file"]),
        (
            ["render", "A", "--out", "a.vcd", "--board", "sim-32x8", "--scroll", "always", "--for", "10d"], 1,
            ["changes more than", "--for"]
        ),
        (["decode", "/", "--board", "max7219-32x8", "--out", "a.png"], 1, ["capture /", "Is a directory"]),
        (["font", "show", "ledsign-8", "--out", "sheet.jpg"], 64, ["sheet.jpg", ".png"]),
        (["show", "A", "--repeat", "-1"], 64, ["--repeat", "-1", "1 to 1000000"]),
        (["show", "--file", "none/none.txt", "--board", "sim-32x8"], 1, ["none/none.txt", "No such file"]),
        (["show", "A", "--board", "sim-32x8"], 1, ["standard output", "ledsign render"]),
    ]

    @Test("errors say what was given and what was expected, and no file is left behind", arguments: cases)
    func refuses(arguments: [String], status: Int32, names: [String]) throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, arguments, folder: folder.url)
        expectEqual(outcome.status, status, "\(arguments): \(outcome.errors)")
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
        expectEqual(outcome.status, 1)
        #expect(outcome.errors.contains("./b.yaml:3:1"), "\(outcome.errors)")
        #expect(outcome.errors.contains("modules"), "\(outcome.errors)")
        #expect(outcome.errors.contains("./b.yaml:4:8"), "\(outcome.errors)")
    }

    @Test("one broken board file does not hide the other boards; all problems are reported")
    func listWithBrokenBoard() throws {
        let folder = try ScratchFolder()
        for name in ["boards", "fonts"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let boards = folder.url.appendingPathComponent("boards")
        try Data("summary: A good one\nkind: simulated\nsize: 16x8\nformat: mono\n".utf8)
            .write(to: boards.appendingPathComponent("good.yaml"))
        try Data("kind: nothing\n".utf8).write(to: boards.appendingPathComponent("bad.yaml"))
        let outcome = try CommandRunner.ledsign("board", "list", environment: ["LEDSIGN_DATA": folder.url.path])
        expectEqual(outcome.status, 1)
        expectEqual(outcome.output, "good  16x8  A good one\n", "\(outcome.errors)")
        #expect(outcome.errors.contains("bad.yaml:1:7"), "\(outcome.errors)")
        let none = try CommandRunner.ledsign(
            "render", "A", "--out", folder.path("a.txt"),
            environment: ["LEDSIGN_DATA": folder.url.path, "LEDSIGN_BOARD": "sim-9x9"])
        #expect(none.status == 1 && none.errors.contains("LEDSIGN_BOARD"), "\(none.errors)")
    }

    @Test("a board is shown with its wiring")
    func wiring() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "max7219-32x8")
        expectEqual(outcome.status, 0)
        #expect(outcome.output.contains("DIN      GPIO 10, MOSI  pin 19"), "\(outcome.output)")
        #expect(!outcome.output.contains("#") && !outcome.output.contains("module_type: "))
    }

    @Test(
        "probable mistakes give warnings and are obeyed",
        arguments: [
            (["A", "--color", "navy", "--background", "#000080"], "the colour of what is behind it"),
            (["A", "--color", "black", "--board", "sim-32x8"], "the colour of what is behind it"),
            (["שלום"], "U+5E9"),
            (["A", "--motion", "smooth", "--board", "sim-32x8"], "no grey levels"),
            (["A", "--motion", "smooth", "--board", "sim-64x32"], nil),
            (["A", "--color", "white"], nil),
            (["A", "--color", "white", "--background", "white", "--board", "sim-32x8"], nil),
        ] as [([String], String?)])
    func warnings(arguments: [String], warning: String?) throws {
        let folder = try ScratchFolder()
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["render", "--out", "a.png"] + arguments,
            folder: folder.url)
        expectEqual(outcome.status, 0)
        expectEqual(outcome.errors.contains(warning ?? "warning"), (warning != nil), "\(outcome.errors)")
    }

    @Test(
        "help explains every command, and version prints one", arguments: ["show", "render", "decode", "font", "board"])
    func help(command: String) throws {
        let all = try CommandRunner.ledsign("--help")
        #expect(all.status == 0 && all.output.contains(command) && all.output.contains("Exit codes"))
        let one = try CommandRunner.ledsign(command, "--help")
        #expect(one.status == 0 && one.output.contains("USAGE: ledsign \(command)"))
        try expectEqual(CommandRunner.ledsign("--version").status, 0)
    }

    @Test("completion scripts are generated for every shell", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let outcome = try CommandRunner.ledsign("--generate-completion-script", shell)
        #expect(outcome.status == 0 && outcome.output.contains("render"))
    }
}
