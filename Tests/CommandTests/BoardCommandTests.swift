import Foundation
import SignTestSupport
import Testing

@Suite("ledsign board")
struct BoardCommandTests {
    private static let shipped = CommandRunner.checkout.appendingPathComponent("boards")

    /// The files that the checkout ships.
    private func shippedFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.shipped.path).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    /// Checks files, all at once, which has to find no problem in any.
    private func expectSound(_ boards: [String]) throws {
        let outcome = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["board", "check"] + boards)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        expectEqual(lines.count, boards.count)
        for (line, board) in zip(lines, boards) { #expect(line.hasPrefix("\(board): ok, "), "\(line)") }
    }

    @Test("check accepts every shipped board, by path and by name")
    func shippedBoards() throws {
        let files = try shippedFiles()
        #expect(!files.isEmpty)
        let names = files.map { String($0.dropLast(5)) }
        for boards in [files.map { Self.shipped.appendingPathComponent($0).path }, names] { try expectSound(boards) }
    }

    @Test("check reports every problem of every file with its place, with exit code 3")
    func brokenBoards() throws {
        let folder = try ScratchFolder()
        try folder.write("summary: broken\nkind: max7219\nmoduls: 4\nmodule_type: fc16\ndevice: spi\n", to: "a.yaml")
        try folder.write("summary: fine\nkind: simulated\nsize: 8x8\nformat: mono\n", to: "b.yaml")
        try folder.write("summary: [\n", to: "c.yaml")
        let outcome = try CommandRunner.ledsign("board", "check", "a.yaml", "b.yaml", "c.yaml", folder: folder.url)
        expectEqual(outcome.status, 3)
        expectEqual(outcome.output, "b.yaml: ok, fine\n")
        let places = outcome.errors.split(separator: "\n").map { line in String(line.prefix { $0 != " " }) }
        expectEqual(places, ["a.yaml:1:1:", "a.yaml:3:1:", "a.yaml:5:9:", "c.yaml:2:1:"], "\(outcome.errors)")
        #expect(outcome.errors.contains("unknown key \"moduls\" for this kind of board; did you mean \"modules\"?"))
    }

    @Test("an unreadable file gives exit code 1, and check still checks the others")
    func unreadable() throws {
        let folder = try ScratchFolder()
        try folder.write("kind: nothing\n", to: "a.yaml")
        let outcome = try CommandRunner.ledsign("board", "check", "none.yaml", "a.yaml", folder: folder.url)
        expectEqual(outcome.status, 1)
        #expect(outcome.errors.contains("cannot read none.yaml: No such file or directory; check the path"))
        let kinds = "simulated, max7219, hub75, network"
        #expect(outcome.errors.contains("a.yaml:1:7: \"kind\" is one of \(kinds), not \"nothing\""))
    }

    @Test("list shows every shipped board with its size")
    func list() throws {
        let outcome = try CommandRunner.ledsign("board", "list")
        expectEqual(outcome.status, 0)
        let names = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        try expectEqual(names, shippedFiles().map { String($0.dropLast(5)) }.sorted())
        #expect(outcome.output.contains("max7219-32x16        32x16   Two rows of four FC-16 MAX7219 modules"))
    }

    @Test("show gives modules, order, device with its pins, clock, bytes, calls and current")
    func show() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "max7219-32x16")
        expectEqual(outcome.status, 0)
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
                picture: 8 transfers of 16 bytes, 128 bytes; fewer where less changes
                kernel: one call a picture (1024 bytes of its buffer of 4096, each transfer rounded up to 128)
                current: up to about 2.6 A at 5 V, with all LEDs lit at full brightness
                file: 
                """), "\(outcome.output)")
        #expect(outcome.output.contains("[ 5 ][ 6 ][ 7 ][ 8 ] OUT   (upside down)"))
    }

    @Test("show names the lines of a bit-banged board and their pins")
    func showLines() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "max7219-gpio-32x8")
        expectEqual(outcome.status, 0)
        for line in [
            "CLK line 17, pin 11 of the header\n", "DIN line 27, pin 13 of the header\n",
            "CS  line 22, pin 15 of the header\n", "clock: 500 kHz at most\n", "kernel: about 1024 calls a picture",
        ] {
            #expect(outcome.output.contains(line), "\(outcome.output)")
        }
    }

    @Test("show marks the upside-down modules of a serpentine, and the rotation of all")
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
            outcome.output.contains("6 MAX7219 modules in 3 rows of 2, type generic, rotated clockwise by 90 degrees"))
        #expect(outcome.output.contains("        5  6\n       4v 3v\n        1  2\n"), "\(outcome.output)")
        #expect(outcome.output.contains("v is upside down") && outcome.output.contains("clock: 1500 kHz at most"))
    }

    @Test("show gives panels, lines with their pins and other functions, current and refresh of HUB75 boards")
    func showHUB75() throws {
        let outcome = try CommandRunner.ledsign("board", "show", "regular-2-chains")
        expectEqual(outcome.status, 0)
        #expect(
            outcome.output.hasPrefix(
                """
                regular-2-chains: Two chains on the wiring regular, 64x64
                size: 64x64, RGB
                panel: 64x32, 64x32 with 1/16 scan
                panels: 1 in each of 2 chains, the first one on the right as seen from the front
                matrix: 64 columns, 16 row pairs, 2 chains
                scan: 11 planes, LSB 130 ns, rows addressed direct
                gaps: light 200 ns after the latch
                port: GPIO registers of the Raspberry Pi
                wires: GPIO lines of the wiring regular
                       OE 18 (pin 12), CLK 17 (pin 11), LAT 4 (pin 7), A 22 (pin 15), B 23 (pin 16), C 24 (pin 18), D 25 (pin 22)
                       chain 1: R1 11 (pin 23), G1 27 (pin 13), B1 7 (pin 26), R2 8 (pin 24), G2 9 (pin 21), B2 10 (pin 19)
                       chain 2: R1 12 (pin 32), G1 5 (pin 29), B1 6 (pin 31), R2 19 (pin 35), G2 13 (pin 33), B2 20 (pin 38)
                clash: GPIO 7, 8, 9, 10, 11 are also for SPI0: no dtparam=spi=on; a MAX7219 chain goes elsewhere
                clash: GPIO 4 is also for 1-wire: no dtoverlay=w1-gpio
                clash: GPIO 12, 13, 18, 19 are also for on-board audio that is moved to the header: no dtoverlay=audremap
                clash: GPIO 19, 20 are also for SPI1: no dtoverlay=spi1-...
                current: 8000 mA at 5 V with all pixels white at full brightness
                refresh: about 
                """), "\(outcome.output)")
        #expect(outcome.output.contains("whatever is shown (every plane shifted: 221 Hz)\n"))
    }

    @Test(
        "list --parts gives every panel and wiring, and check reads their files, a user's own with a fault in its place"
    )
    func parts() throws {
        let outcome = try CommandRunner.ledsign("board", "list", "--parts")
        expectEqual(outcome.status, 0)
        for folder in ["panels", "wirings"] {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: Self.shipped.appendingPathComponent(folder).path
            ).filter { $0.hasSuffix(".yaml") }
            #expect(!files.isEmpty)
            for file in files {
                #expect(outcome.output.contains("\n  \(file.dropLast(5)) "), "\(file)")
            }
            try expectSound(files.map { Self.shipped.appendingPathComponent("\(folder)/\($0)").path })
        }
        let folder = try ScratchFolder()
        try folder.write(
            "summary: Mine\nkind: hub75-panel\ncolumns: 16\nrows: 8\nmultiplexing: |\n  0-3: 7-0\n  0-3: 7-14\n",
            to: "mine.yaml")
        try folder.write("summary: Sign\nkind: hub75\npanel: ./mine.yaml\nwiring: regular\n", to: "sign.yaml")
        for file in ["mine.yaml", "sign.yaml"] {
            let refused = try CommandRunner.ledsign("board", "check", file, folder: folder.url)
            expectEqual(refused.status, 3)
            let words =
                "mine.yaml:7:8: the pixels (0, 0) and (0, 4) collide: both lie in column 7 of row 0 of the matrix\n"
            #expect(refused.errors.hasSuffix(words), "\(refused.errors)")
        }
        try folder.write(
            "summary: Mine\nkind: hub75-panel\ncolumns: 16\nrows: 8\nmultiplexing: |\n  0-3: 7-0\n  0-3: 15-8\n",
            to: "mine.yaml")
        let shown = try CommandRunner.ledsign("board", "show", "./sign.yaml", folder: folder.url)
        #expect(shown.output.contains("size: 16x8, RGB\npanel: mine, Mine\n"), "\(shown.output)\(shown.errors)")
        #expect(shown.output.contains("matrix: 32 columns, 2 row pairs, 1 chain\n"))
    }

    @Test("check reports why a port cannot drive a board whose file is valid by itself")
    func undrivable() throws {
        let folder = try ScratchFolder()
        let board = "summary: Slow\nkind: hub75\npanel: 64x32\nwiring: regular\nport: gpiod\n"
        try folder.write(board, to: "four.yaml")
        try folder.write(board + "planes: 11\n", to: "eleven.yaml")
        let outcome = try CommandRunner.ledsign("board", "check", "four.yaml", "eleven.yaml", folder: folder.url)
        expectEqual(outcome.status, 3)
        expectEqual(outcome.output, "four.yaml: ok, Slow\n")
        #expect(
            outcome.errors.contains(
                "eleven.yaml: cannot be driven on a Pi through libgpiod: a minimum pulse of 130 ns, and the port needs 2000 ns"
            ),
            "\(outcome.errors)")
        let shown = try CommandRunner.ledsign("board", "show", "./four.yaml", folder: folder.url)
        #expect(shown.output.contains("scan: 4 planes, "))
        #expect(shown.output.contains("port: GPIO lines through libgpiod, of the 40-pin header\n"))
        #expect(shown.output.contains(" Hz on a Pi through libgpiod, whatever is shown "), "\(shown.output)")
    }

    @Test("a board without wires is shown as such")
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
