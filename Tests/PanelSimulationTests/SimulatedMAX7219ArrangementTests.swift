import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct SimulatedMAX7219ArrangementTests {
    /// The modules as they hang, row by row: the letter of their place on the wire, small when they hang upside down.
    private func map(
        columns: Int, rows: Int, first: ModuleArrangement.Corner = .topRight, path: ModuleArrangement.Path = .straight
    ) -> [String] {
        let arrangement = ModuleArrangement(first: first, path: path)
        let chain = SimulatedMAX7219Chain(columns: columns, rows: rows, arrangement: arrangement)
        expectEqual(chain.size, Size(width: 8 * columns, height: 8 * rows))
        expectEqual(chain.chips.count, chain.modules.count)
        var map = [[Character]](repeating: [Character](repeating: "?", count: columns), count: rows)
        for (index, module) in chain.modules.enumerated() {
            let isUpright = module.wiring == .fc16
            #expect(isUpright || module.wiring == SimulatedModuleWiring.fc16.turned(quarterTurns: 2))
            let letter = Character(UnicodeScalar(UInt8((isUpright ? 65 : 97) + index)))
            map[module.origin.y / 8][module.origin.x / 8] = letter
        }
        return map.map { String($0) }
    }

    @Test("without more said, a board has its data input at the right")
    func standard() {
        expectEqual(map(columns: 4, rows: 1), ["DCBA"])
        expectEqual(map(columns: 1, rows: 3), ["A", "B", "C"])
    }

    @Test(
        "straight rows all begin at the side of the first module",
        arguments: [
            (.topRight, ["CBA", "FED"]), (.topLeft, ["ABC", "DEF"]), (.bottomRight, ["FED", "CBA"]),
            (.bottomLeft, ["DEF", "ABC"]),
        ] as [(ModuleArrangement.Corner, [String])])
    func straight(first: ModuleArrangement.Corner, expected: [String]) {
        expectEqual(map(columns: 3, rows: 2, first: first), expected)
    }

    @Test(
        "a serpentine runs back through modules that hang upside down",
        arguments: [
            (.topRight, ["CBA", "def", "IHG"]), (.topLeft, ["ABC", "fed", "GHI"]),
            (.bottomRight, ["IHG", "def", "CBA"]), (.bottomLeft, ["GHI", "fed", "ABC"]),
        ] as [(ModuleArrangement.Corner, [String])])
    func serpentine(first: ModuleArrangement.Corner, expected: [String]) {
        expectEqual(map(columns: 3, rows: 3, first: first, path: .serpentine), expected)
    }

    @Test(
        "an upright serpentine runs back through modules that hang upright",
        arguments: [
            (.topRight, ["BA", "CD", "FE"]), (.topLeft, ["AB", "DC", "EF"]), (.bottomRight, ["FE", "CD", "BA"]),
            (.bottomLeft, ["EF", "DC", "AB"]),
        ] as [(ModuleArrangement.Corner, [String])])
    func upright(first: ModuleArrangement.Corner, expected: [String]) {
        expectEqual(map(columns: 2, rows: 3, first: first, path: .serpentineUpright), expected)
    }

    @Test("every chip's digit 0 lights at the top of its own module, at the bottom of one that hangs upside down")
    func picture() {
        let arrangement = ModuleArrangement(first: .topRight, path: .serpentine)
        var bus = Bus(SimulatedMAX7219Chain(columns: 2, rows: 2, arrangement: arrangement))
        for digit: UInt16 in 1...8 {
            let word = digit << 8
            bus.send(word, word, word, word)
        }
        bus.send(0x0C01, 0x0C01, 0x0C01, 0x0C01)
        // The first word is for the last module of the wire.
        bus.send(0x0108, 0x0104, 0x0102, 0x0180)
        let expected = bitmap(
            """
            ......#.#.......
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ................
            ..#........#....
            """)
        expectEqual(art(bus.chain.picture), art(expected))
    }

    @Test("more than 64 rows of pixels are drawn too")
    func tall() {
        var bus = Bus(SimulatedMAX7219Chain(columns: 1, rows: 9, arrangement: ModuleArrangement(first: .topLeft)))
        for digit: UInt16 in 1...8 {
            let word = digit << 8
            bus.send(word, word, word, word, word, word, word, word, word)
        }
        let on: UInt16 = 0x0C01
        bus.send(on, on, on, on, on, on, on, on, on)
        bus.send(0x0101, 0, 0, 0, 0, 0, 0, 0, 0x0180)
        let picture = bus.chain.picture
        let lit = (0..<picture.height).flatMap { y in
            (0..<picture.width).filter { picture[$0, y] }.map { Point(x: $0, y: y) }
        }
        expectEqual(lit, [Point(x: 0, y: 0), Point(x: 7, y: 64)])
    }
}
