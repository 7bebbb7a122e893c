import Foundation
import PixelGraphics
import SignTestSupport
import Testing

/// What other people's decoders read on the wires of every board that is shipped.
@Suite struct BoardWiresTests {
    /// A board as its file describes it, told another way: which module of the picture is where on the wire.
    private struct Wiring {
        /// The modules as `column row`, in the order of the wire; `~` marks those that hang upside down.
        let wire: String
        /// Whether digits are columns, the right one first, with the top pixel at DP: generic modules.
        ///
        /// FC-16 modules have the top row first and the left pixel at DP.
        let isGeneric: Bool
        /// What the panel shows.
        let picture: MonoBitmap

        /// The content of the eight digit registers of every module, in the order of the wire.
        var digits: [[UInt8]] {
            wire.split(separator: ",").map { place in
                let numbers = place.filter { $0 != "~" }.split(separator: " ").compactMap { Int($0) }
                let isTurned = place.contains("~")
                func isLit(_ x: Int, _ y: Int) -> Bool {
                    let (column, row) = isTurned ? (7 - x, 7 - y) : (x, y)
                    return picture[8 * numbers[0] + column, 8 * numbers[1] + row]
                }
                return (0..<8).map { digit in
                    (0..<8).reduce(UInt8(0)) { value, step in
                        value << 1 | ((isGeneric ? isLit(7 - digit, step) : isLit(step, digit)) ? 1 : 0)
                    }
                }
            }
        }

        /// The transfers of the start and of the first frame, as sigrok prints them: the last word is the first module's.
        var transfers: [String] {
            let modules = digits
            let start: [(Int, Int)] =
                [(0xF, 0), (0xB, 7), (0x9, 0), (0xA, 15)] + (1...8).map { ($0, 0) } + [(0xC, 1)]
            var lines = start.map { register, value in
                [String](repeating: String(format: "%02X %02X", register, value), count: modules.count)
            }
            let changed = modules.map { digits in (0..<8).filter { digits[$0] != 0 } }
            for number in 0..<(changed.map(\.count).max() ?? 0) {
                lines.append(
                    modules.indices.reversed().map { module in
                        guard number < changed[module].count else { return "00 00" }
                        let digit = changed[module][number]
                        return String(format: "%02X %02X", digit + 1, modules[module][digit])
                    })
            }
            return lines.map { $0.joined(separator: " ") }
        }
    }

    private static let hello32 = bitmap(
        """
        #...#.##  ###.#...  .#.....#  ##......
        #...#.#.  ....#...  .#....#.  ..#.....
        #...#.#.  ....#...  .#....#.  ..#.....
        #####.##  ##..#...  .#....#.  ..#.....
        #...#.#.  ....#...  .#....#.  ..#.....
        #...#.#.  ....#...  .#....#.  ..#.....
        #...#.##  ###.####  .####..#  ##......
        ........  ........  ........  ........
        """)
    private static let hello64 = bitmap(
        """
        #...#.##  ###.#...  .#.....#  ##......  ........  ........  ........  ........
        #...#.#.  ....#...  .#....#.  ..#.....  ........  ........  ........  ........
        #...#.#.  ....#...  .#....#.  ..#.....  ........  ........  ........  ........
        #####.##  ##..#...  .#....#.  ..#.....  ........  ........  ........  ........
        #...#.#.  ....#...  .#....#.  ..#.....  ........  ........  ........  ........
        #...#.#.  ....#...  .#....#.  ..#.....  ........  ........  ........  ........
        #...#.##  ###.####  .####..#  ##......  ........  ........  ........  ........
        ........  ........  ........  ........  ........  ........  ........  ........
        """)
    private static let hello16 = bitmap(
        """
        ........  ........  ........  ........
        ........  ........  ........  ........
        .##...##  ..######  #..##...  ...##...
        .##...##  ..######  #..##...  ...##...
        .##...##  ..##....  ...##...  ...##...
        .##...##  ..##....  ...##...  ...##...
        .#######  ..######  ...##...  ...##...
        .#######  ..######  ...##...  ...##...

        .##...##  ..##....  ...##...  ...##...
        .##...##  ..##....  ...##...  ...##...
        .##...##  ..##....  ...##...  ...##...
        .##...##  ..######  #..#####  #..#####
        .##...##  ..######  #..#####  #..#####
        ........  ........  ........  ........
        ........  ........  ........  ........
        ........  ........  ........  ........
        """)
    private static let hello8 = bitmap(
        """
        #...#.##
        #...#.#.
        #...#.#.
        #####.##
        #...#.#.
        #...#.#.
        #...#.##
        ........
        """)

    private static let wirings: [String: Wiring] = {
        let row = Wiring(wire: "3 0,2 0,1 0,0 0", isGeneric: false, picture: hello32)
        let long = Wiring(wire: "7 0,6 0,5 0,4 0,3 0,2 0,1 0,0 0", isGeneric: false, picture: hello64)
        return [
            "max7219-32x8": row, "max7219-gpio-32x8": row, "sim-32x8": row, "max7219-64x8": long, "sim-64x8": long,
            "max7219-32x16": Wiring(
                wire: "3 0,2 0,1 0,0 0,3 1,2 1,1 1,0 1", isGeneric: false, picture: hello16),
            "sim-32x16": Wiring(
                wire: "3 0,2 0,1 0,0 0,~0 1,~1 1,~2 1,~3 1", isGeneric: false, picture: hello16),
            "max7219-generic-8x8": Wiring(wire: "0 0", isGeneric: true, picture: hello8),
        ]
    }()

    private static let boards = CommandRunner.checkout.appendingPathComponent("boards")

    @Test("every shipped board with MAX7219 modules is among those that are decoded here")
    func allBoards() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.boards.path)
        let names = try files.filter { $0.hasSuffix(".yaml") }.filter {
            try String(contentsOf: Self.boards.appendingPathComponent($0), encoding: .utf8).contains("\nkind: max7219")
        }
        expectEqual(names.map { $0.replacingOccurrences(of: ".yaml", with: "") }.sorted(), Self.wirings.keys.sorted())
    }

    /// What sigrok-cli prints about the wires of HELLO on a board.
    private func sigrok(_ board: String, _ decoder: String, _ annotation: String) throws -> [String] {
        let folder = try ScratchFolder()
        let made = try CommandRunner.ledsign(
            "render", "HELLO", "--board", board, "--at", "0s", "--out", folder.path("a.vcd"))
        try #require(made.status == 0, "\(made.errors)")
        return try CommandRunner.tool(
            "sigrok-cli", ["-i", folder.path("a.vcd"), "-I", "vcd", "-P", decoder, "-A", annotation]
        ).output.split(separator: "\n").map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }

    @Test(
        "sigrok's SPI decoder prints the expected words of shipped boards", arguments: sample(wirings.keys.sorted(), 4))
    func transfers(board: String) throws {
        let wiring = try #require(Self.wirings[board])
        try expectEqual(sigrok(board, "spi:clk=CLK:mosi=DIN:cs=CS", "spi=mosi-transfer"), wiring.transfers)
    }

    /// Typed from the picture: the right column of the module is digit 0 (sigrok's 1), the top pixel bit 7.
    @Test("sigrok's MAX7219 decoder understands the single module")
    func singleModule() throws {
        try expectEqual(
            sigrok("max7219-generic-8x8", "spi:clk=CLK:mosi=DIN:cs=CS,max7219", "max7219"),
            [
                "Display test: off", "Scan limit: 8", "Decode: 0b00000000", "Intensity: max", "Digit 1: 00",
                "Digit 2: 00", "Digit 3: 00", "Digit 4: 00", "Digit 5: 00", "Digit 6: 00", "Digit 7: 00",
                "Digit 8: 00", "Shutdown: off", "Digit 1: 92", "Digit 2: FE", "Digit 4: FE", "Digit 5: 10",
                "Digit 6: 10", "Digit 7: 10", "Digit 8: FE",
            ])
    }

    @Test("the expected words change with the wiring: the expectation itself can fail")
    func expectationsDiffer() {
        let straight = Wiring(wire: "1 0,0 0", isGeneric: false, picture: Self.hello32)
        expectEqual(straight.transfers[13], "01 8B 01 E8")
        expectEqual(Wiring(wire: "0 0,1 0", isGeneric: false, picture: Self.hello32).transfers[13], "01 E8 01 8B")
        expectEqual(Wiring(wire: "~1 0,0 0", isGeneric: false, picture: Self.hello32).transfers[13], "01 8B 02 F7")
        expectEqual(Wiring(wire: "1 0,0 0", isGeneric: true, picture: Self.hello32).transfers[13], "01 92 01 02")
    }
}
