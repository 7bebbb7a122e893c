import Boards
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct MAX7219BoardTests {
    /// Reads a chain from the keys that every chain has and some more.
    private func board(_ more: String, device: String = "simulated", modules: Int = 4) throws -> MAX7219Board {
        let text = """
            summary: A chain
            kind: max7219
            modules: \(modules)
            module_type: parola
            device: \(device)
            \(more)
            """
        guard case .max7219(let board) = try Board(parsing: text, name: "b", path: "b.yaml").panel else {
            throw NotAChainError()
        }
        return board
    }

    private struct NotAChainError: Error {}

    @Test("by default it is one upright row whose first module is at the right")
    func defaults() throws {
        let board = try board("")
        expectEqual(board.chain, MAX7219Chain(count: 4, type: .parola))
        expectEqual(board.chain.modules.map(\.origin.x), [24, 16, 8, 0])
        expectEqual(board.device, .simulated)
    }

    @Test("without a clock it is 8 MHz, or 500 kHz over GPIO lines")
    func defaultClock() throws {
        try expectEqual(board("").clockRate, 8_000_000)
        try expectEqual(board("", device: "/dev/spidev1.2").clockRate, 8_000_000)
        try expectEqual(board("clk: 1\ndin: 2\ncs: 3", device: "gpio").clockRate, 500_000)
        try expectEqual(board("clk: 1\ndin: 2\ncs: 3\nclock: 1 MHz", device: "gpio").clockRate, 1_000_000)
    }

    @Test(
        "clocks are whole numbers of Hz, kHz or MHz",
        arguments: [("10 MHz", 10_000_000), ("8MHz", 8_000_000), ("500 kHz", 500_000), ("1000 Hz", 1_000)])
    func clocks(text: String, rate: Int) throws {
        try expectEqual(board("clock: \(text)").clockRate, rate)
    }

    @Test("rows, rotation and the wire's path are those of the file")
    func arrangement() throws {
        let board = try board(
            "rows: 2\nrotation: 270\nfirst_module: bottom-left\npath: serpentine", modules: 8)
        expectEqual(board.chain.rows, 2)
        expectEqual(board.chain.rotation, .threeQuarters)
        expectEqual(board.chain.arrangement, ModuleArrangement(first: .bottomLeft, path: .serpentine))
        expectEqual(board.chain.size, Size(width: 32, height: 16))
        // From the left end of the lower row to its right end, and back above it.
        let places = board.chain.modules.map { "\($0.origin.x),\($0.origin.y)" }
        expectEqual(places, ["0,8", "8,8", "16,8", "24,8", "24,0", "16,0", "8,0", "0,0"])
    }

    @Test("a path has no effect on a single row")
    func pathOfOneRow() throws {
        let serpentine = try board("path: serpentine")
        expectEqual(serpentine.chain.modules, MAX7219Chain(count: 4, type: .parola).modules)
    }

    @Test(
        "all twelve module types have names",
        arguments: [
            "fc16", "generic", "parola", "icstation", "dr0cr0rr0", "dr0cr0rr1", "dr0cr1rr0", "dr0cr1rr1", "dr1cr0rr0",
            "dr1cr0rr1", "dr1cr1rr0", "dr1cr1rr1",
        ])
    func types(name: String) throws {
        let text = "summary: A\nkind: max7219\nmodules: 1\nmodule_type: \(name)\ndevice: simulated\n"
        guard case .max7219(let board) = try Board(parsing: text, name: "b", path: "b").panel else {
            throw NotAChainError()
        }
        expectEqual(board.chain.type.name, name)
    }

    @Test("255 modules are the most, in as many rows as share them evenly", arguments: [1, 3, 5, 15, 17, 51, 85, 255])
    func longest(rows: Int) throws {
        let size = try board("rows: \(rows)", modules: 255).chain.size
        expectEqual(size, Size(width: 8 * (255 / rows), height: 8 * rows))
    }

    @Test("GPIO lines are given by number or name, and the chip by its label")
    func wiring() throws {
        try expectEqual(
            board("clk: 17\ndin: GPIO27\ncs: \"SPI_CE0_N\"", device: "gpio").device,
            .gpio(.init(clock: .offset(17), data: .name("GPIO27"), chipSelect: .name("SPI_CE0_N"))))
        try expectEqual(
            board("clk: 0\ndin: 1\ncs: 1023\ngpio_chip: gpio-sim.0-node0", device: "gpio").device,
            .gpio(
                .init(chip: "gpio-sim.0-node0", clock: .offset(0), data: .offset(1), chipSelect: .offset(1023))))
    }

    @Test("on another chip than the header's a name with a number is another line than that number")
    func namesOfOtherChips() throws {
        let lines = "clk: 11\ndin: GPIO11\ncs: 12\n"
        #expect(throws: BoardError.self) { try board(lines, device: "gpio") }
        #expect(throws: BoardError.self) { try board(lines + "gpio_chip: pinctrl-rp1", device: "gpio") }
        #expect(throws: Never.self) { try board(lines + "gpio_chip: gpio-sim.0", device: "gpio") }
    }

    @Test("a byte order mark, CR LF, quotes, a flow list and comments make no difference")
    func spellings() throws {
        let plain = try Board(
            parsing: "summary: A\nkind: simulated\nsize: 8x8\nformat: mono\n", name: "b", path: "b")
        for text in [
            "\u{FEFF}summary: A\r\nkind: simulated\r\nsize: 8x8\r\nformat: mono\r\n",
            "---\n\"summary\": 'A'\nkind:\tsimulated # kind\nsize:   \"8x8\"\nformat: mono\n...\n",
            "{summary: A, kind: simulated, size: 8x8, format: mono}",
            "%YAML 1.1\n---\nsummary: >\n  A\nkind: simulated\nsize: 8x8\nformat:\n  mono\n",
        ] {
            try expectEqual(Board(parsing: text, name: "b", path: "b"), plain, "\(text)")
        }
    }

    @Test("a text keeps its asterisks and brackets")
    func texts() throws {
        let text = "summary: \"*A* [8x8] {&}\" # *\nkind: simulated\nsize: 8x8\nformat: mono\n"
        try expectEqual(Board(parsing: text, name: "b", path: "b").summary, "*A* [8x8] {&}")
    }
}
