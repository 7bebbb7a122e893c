import Foundation
import Testing

@Suite("ledsign board")
struct BoardCommandTests {
    private static let shipped = CommandRunner.checkout.appendingPathComponent("boards")

    /// The files that the checkout ships.
    private func shippedFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.shipped.path).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    @Test("check finds every shipped board to be good, by path and by name")
    func shippedBoards() throws {
        for file in try shippedFiles() {
            let path = Self.shipped.appendingPathComponent(file).path
            for board in [path, String(file.dropLast(5))] {
                let outcome = try CommandRunner.ledsign("board", "check", board)
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                #expect(outcome.output.hasPrefix("\(board): ok, "))
            }
        }
    }

    @Test("check says every problem of every file with its place, and ends with 3")
    func brokenBoards() throws {
        let folder = try ScratchFolder()
        try folder.write("summary: broken\nkind: max7219\nmoduls: 4\nmodule_type: fc16\ndevice: spi\n", to: "a.yaml")
        try folder.write("summary: fine\nkind: simulated\nsize: 8x8\nformat: mono\n", to: "b.yaml")
        try folder.write("summary: [\n", to: "c.yaml")
        let outcome = try CommandRunner.ledsign("board", "check", "a.yaml", "b.yaml", "c.yaml", folder: folder.url)
        #expect(outcome.status == 3)
        #expect(outcome.output == "b.yaml: ok, fine\n")
        let places = outcome.errors.split(separator: "\n").map { line in String(line.prefix { $0 != " " }) }
        #expect(places == ["a.yaml:1:1:", "a.yaml:3:1:", "a.yaml:5:9:", "c.yaml:2:1:"], "\(outcome.errors)")
        #expect(outcome.errors.contains("there is no key \"moduls\" for this kind of board; did you mean \"modules\"?"))
    }

    @Test("a file that cannot be read ends check with 1, and the others are checked all the same")
    func unreadable() throws {
        let folder = try ScratchFolder()
        try folder.write("kind: nothing\n", to: "a.yaml")
        let outcome = try CommandRunner.ledsign("board", "check", "none.yaml", "a.yaml", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot read none.yaml: No such file or directory; check the path"))
        #expect(outcome.errors.contains("a.yaml:1:7: \"kind\" is one of simulated, max7219, not \"nothing\""))
    }

    @Test("list gives every shipped board with its size")
    func list() throws {
        let outcome = try CommandRunner.ledsign("board", "list")
        #expect(outcome.status == 0)
        let names = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) + ".yaml" }
        #expect(try names == shippedFiles())
        #expect(outcome.output.contains("max7219-32x16        32x16   Two rows of four FC-16 MAX7219 modules"))
    }

    @Test("show tells modules, order, device with its pins, clock, bytes, calls and current")
    func show() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "max7219-32x16")
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                """
                max7219-32x16: Two rows of four FC-16 MAX7219 modules on /dev/spidev0.0, 32x16, one colour
                size: 32x16, one colour (red)
                panel: 8 MAX7219 modules in 2 rows of 4, type fc16
                order: as seen from the front, 1 is the first on the data wire
                       4 3 2 1
                       8 7 6 5
                device: /dev/spidev0.0, usually DIN GPIO 10 (pin 19), CLK GPIO 11 (pin 23), CS GPIO 8 (pin 24)
                clock: 8 MHz at most
                picture: 8 transfers of 16 bytes, 128 bytes; less where less changed
                kernel: one call a picture (1024 bytes of its buffer of 4096, each transfer rounded up to 128)
                current: up to about 2.6 A at 5 V, with all LEDs lit at full brightness
                file: 
                """), "\(outcome.output)")
        #expect(outcome.output.contains("[ 5 ][ 6 ][ 7 ][ 8 ] OUT   (upside down)"))
    }

    @Test("show names the lines of a bit-banged board and their pins")
    func showLines() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "max7219-gpio-32x8")
        #expect(outcome.status == 0)
        for line in [
            "CLK line 17, pin 11 of the header\n", "DIN line 27, pin 13 of the header\n",
            "CS  line 22, pin 15 of the header\n", "clock: 500 kHz at most\n", "kernel: about 1024 calls a picture",
        ] {
            #expect(outcome.output.contains(line), "\(outcome.output)")
        }
    }

    @Test("show marks the modules of a serpentine that hang upside down, and how all are turned")
    func showSerpentine() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            summary: S
            kind: max7219
            modules: 6
            rows: 3
            module_type: generic
            rotation: 90
            first_module: bottom-left
            path: serpentine
            device: simulated
            clock: 1500 kHz
            """, to: "s.yaml")
        let outcome = try CommandRunner.ledsign("board", "show", "./s.yaml", folder: folder.url)
        #expect(
            outcome.output.contains("6 MAX7219 modules in 3 rows of 2, type generic, turned clockwise by 90 degrees"))
        #expect(outcome.output.contains("        5  6\n       4v 3v\n        1  2\n"), "\(outcome.output)")
        #expect(outcome.output.contains("v hangs upside down") && outcome.output.contains("clock: 1500 kHz at most"))
    }

    @Test("a picture without wires is shown as such")
    func showPicture() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "sim-64x32")
        #expect(outcome.output.contains("size: 64x32, RGB\ndevice: none, a picture without wires\n"))
    }

    @Test("help has examples, and completion knows the command")
    func help() throws {
        #expect(
            try CommandRunner.ledsign("board", "check", "--help").output.contains("ledsign board check boards/*.yaml"))
        #expect(
            try CommandRunner.ledsign("board", "show", "--help").output.contains("ledsign board show max7219-32x16"))
        #expect(try CommandRunner.ledsign("--generate-completion-script", "bash").output.contains("check"))
    }
}

extension ScratchFolder {
    /// Writes a text file.
    fileprivate func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
}
