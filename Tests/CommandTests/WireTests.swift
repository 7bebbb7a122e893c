import Foundation
import SignTestSupport
import Testing

@Suite("ledsign render and decode: the wires")
struct WireTests {
    private func wires(_ folder: ScratchFolder) throws {
        let outcome = try CommandRunner.ledsign(
            "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--at", "1.5s", "--out", folder.path("a.vcd"))
        expectEqual(outcome.status, 0, "\(outcome.errors)")
    }

    /// At 30 px/s the offset after 1.5 s is 45.
    ///
    /// The capitals of ledsign-8 advance 6 columns but I (4), and a blank 3:
    /// column 45 is the fourth of the O of FROM. What is on the 32 columns, typed as a picture, and from it the words:
    /// FC-16 modules have row y in register y + 1, the left-most pixel in bit 7, the first word for the left module.
    @Test("sigrok's own SPI decoder prints the expected words")
    func sigrok() throws {
        let folder = try ScratchFolder()
        try wires(folder)
        let decoded = try CommandRunner.tool(
            "sigrok-cli",
            [
                "-i", folder.path("a.vcd"), "-I", "vcd", "-P", "spi:clk=CLK:mosi=DIN:cs=CS", "-A", "spi=mosi-transfer",
            ])
        let words = decoded.output.split(separator: "\n").map { $0.replacingOccurrences(of: "spi-1: ", with: "") }
        #expect(
            words == [
                "0F 00 0F 00 0F 00 0F 00", "0B 07 0B 07 0B 07 0B 07", "09 00 09 00 09 00 09 00",
                "0A 0F 0A 0F 0A 0F 0A 0F", "01 00 01 00 01 00 01 00", "02 00 02 00 02 00 02 00",
                "03 00 03 00 03 00 03 00", "04 00 04 00 04 00 04 00", "05 00 05 00 05 00 05 00",
                "06 00 06 00 06 00 06 00", "07 00 07 00 07 00 07 00", "08 00 08 00 08 00 08 00",
                "0C 01 0C 01 0C 01 0C 01",
                // ##..#...  #....###  ##.#...#  .#####..
                "01 C8 01 87 01 D1 01 7C",
                "02 2D 02 81 02 11 02 40",
                "03 2A 03 81 03 11 03 40",
                "04 2A 04 81 04 1F 04 78",
                "05 28 05 81 05 11 05 40",
                "06 28 06 81 06 11 06 40",
                "07 C8 07 81 07 11 07 7C",
            ])
    }

    @Test("decode shows the picture that render draws")
    func roundTrip() throws {
        let folder = try ScratchFolder()
        try wires(folder)
        let rendered = try CommandRunner.ledsign(
            "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--at", "1.5s", "--out", folder.path("r.txt"))
        let decoded = try CommandRunner.ledsign(
            "decode", folder.path("a.vcd"), "--board", "max7219-32x8", "--out", folder.path("d.txt"))
        #expect(rendered.status == 0 && decoded.status == 0, "\(rendered.errors)\(decoded.errors)")
        try expectEqual(folder.text("r.txt"), folder.text("d.txt"))
        try expectEqual(
            folder.text("d.txt"),
            """
            ##..#...#....#####.#...#.#####..
            ..#.##.##......#...#...#.#......
            ..#.#.#.#......#...#...#.#......
            ..#.#.#.#......#...#####.####...
            ..#.#...#......#...#...#.#......
            ..#.#...#......#...#...#.#......
            ##..#...#......#...#...#.#####..
            ................................

            """)
    }

    @Test("decode makes the same PNG as render does")
    func samePNG() throws {
        let folder = try ScratchFolder()
        try wires(folder)
        let rendered = try CommandRunner.ledsign(
            "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--at", "1.5s", "--out", folder.path("r.png"))
        let decoded = try CommandRunner.ledsign(
            "decode", folder.path("a.vcd"), "--board", "max7219-32x8", "--out", folder.path("d.png"))
        #expect(rendered.status == 0 && decoded.status == 0, "\(rendered.errors)\(decoded.errors)")
        try expectEqual(folder.bytes("r.png"), folder.bytes("d.png"))
    }

    /// The instants lie between two changes: a frame takes the bus some tenths of a millisecond.
    @Test("a moving text's wires show the picture of every instant")
    func movingWires() throws {
        let folder = try ScratchFolder()
        let moving = try CommandRunner.ledsign(
            "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--for", "1.6s", "--out", folder.path("m.vcd"))
        expectEqual(moving.status, 0, "\(moving.errors)")
        for time in ["0.11s", "0.71s", "1.53s"] {
            let rendered = try CommandRunner.ledsign(
                "render", "HELLO FROM THE WIRE", "--board", "max7219-32x8", "--at", time, "--out",
                folder.path("r.txt"))
            let decoded = try CommandRunner.ledsign(
                "decode", folder.path("m.vcd"), "--board", "max7219-32x8", "--at", time, "--out",
                folder.path("d.txt"))
            #expect(rendered.status == 0 && decoded.status == 0, "\(rendered.errors)\(decoded.errors)")
            try expectEqual(folder.text("r.txt"), folder.text("d.txt"))
        }
    }

    @Test("a capture with other signal names decodes with --signals; without, the error says what is there")
    func otherNames() throws {
        let folder = try ScratchFolder()
        try wires(folder)
        let renamed = try folder.text("a.vcd").replacingOccurrences(of: " CLK ", with: " D0 ")
            .replacingOccurrences(of: " DIN ", with: " D1 ").replacingOccurrences(of: " CS ", with: " D2 ")
        try Data(renamed.utf8).write(to: folder.url.appendingPathComponent("b.vcd"))
        let decoded = try CommandRunner.ledsign(
            "decode", folder.path("b.vcd"), "--board", "max7219-32x8", "--signals", "CLK=D0,DIN=D1,CS=D2", "--out",
            folder.path("b.txt"))
        expectEqual(decoded.status, 0, "\(decoded.errors)")
        #expect(try folder.text("b.txt").hasPrefix("##..#...#....#####.#...#.#####.."))
        let refused = try CommandRunner.ledsign(
            "decode", folder.path("b.vcd"), "--board", "max7219-32x8", "--out", folder.path("c.txt"))
        expectEqual(refused.status, 1)
        #expect(refused.errors.contains("CLK") && refused.errors.contains("D0"), "\(refused.errors)")
    }
}
