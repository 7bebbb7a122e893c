import Boards
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct HUB75BoardTests {
    /// The boards that are shipped.
    private static let library = BoardLibrary(
        folder: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards")

    private struct NotHUB75Error: Error {}

    private func shipped(_ name: String) throws -> HUB75Board {
        guard case .hub75(let board) = try Self.library.board(name).panel else { throw NotHUB75Error() }
        return board
    }

    /// Reads a board whose panel and wiring are shipped ones.
    private func board(_ keys: String) throws -> HUB75Board {
        let text = "summary: A\nkind: hub75\n" + keys
        let files = Self.library.files(for: Self.library.folder + "/b.yaml")
        guard case .hub75(let board) = try Board(parsing: text, name: "b", path: "b.yaml", files: files).panel else {
            throw NotHUB75Error()
        }
        return board
    }

    @Test(
        "the shipped boards have the sizes, panels and chains that their names say",
        arguments: [
            ("hub75-64x32", 64, 32, 64, 16, 1), ("sim-hub75-64x32", 64, 32, 64, 16, 1),
            ("hub75-64x64", 64, 64, 64, 32, 1), ("hub75-128x64", 128, 64, 128, 32, 1),
            ("hub75-p10-64x32", 64, 32, 128, 4, 2), ("regular", 64, 32, 64, 16, 1),
            ("regular-2-chains", 64, 64, 64, 16, 2), ("regular-3-chains", 64, 96, 64, 16, 3),
            ("adafruit-hat", 64, 32, 64, 16, 1), ("adafruit-hat-pwm", 64, 32, 64, 16, 1),
            ("classic", 64, 32, 64, 16, 1), ("compute-module", 64, 192, 64, 16, 6),
        ])
    func sizes(name: String, width: Int, height: Int, columns: Int, rowPairs: Int, chains: Int) throws {
        let board = try Self.library.board(name)
        expectEqual(board.size, Size(width: width, height: height))
        expectEqual(board.format, .rgb)
        expectEqual(board.isSimulated, name.hasPrefix("sim-"))
        let wired = try shipped(name)
        expectEqual(wired.matrix, HUB75Matrix(columns: columns, rowPairs: rowPairs, chains: chains))
        expectEqual(wired.map.matrixSize, wired.matrix.size)
        #expect(wired.map.isOneToOne)
        expectEqual(wired.port, (name.hasPrefix("sim-") ? .simulated : .registers))
    }

    /// OE, CLK, LAT, A to E, then the colours of every chain, typed from the table of known mappings.
    @Test(
        "the wirings have the GPIO lines of common boards",
        arguments: [
            (
                "regular", [18, 17, 4, 22, 23, 24, 25, 15],
                [[11, 27, 7, 8, 9, 10], [12, 5, 6, 19, 13, 20], [14, 2, 3, 26, 16, 21]]
            ),
            ("adafruit-hat", [4, 17, 21, 22, 26, 27, 20, 24], [[5, 13, 6, 12, 16, 23]]),
            ("adafruit-hat-pwm", [18, 17, 21, 22, 26, 27, 20, 24], [[5, 13, 6, 12, 16, 23]]),
            (
                "classic", [27, 11, 4, 7, 8, 9, 10],
                [[17, 18, 22, 23, 24, 25], [12, 5, 6, 19, 13, 20], [14, 2, 3, 15, 26, 21]]
            ),
            (
                "compute-module", [18, 16, 17, 2, 3, 4, 5, 6],
                [
                    [7, 8, 9, 10, 11, 12], [13, 14, 15, 19, 20, 21], [22, 23, 24, 25, 26, 27],
                    [28, 29, 30, 31, 32, 33], [34, 35, 36, 37, 38, 39], [40, 41, 42, 43, 44, 45],
                ]
            ),
        ] as [(String, [Int], [[Int]])])
    func wirings(name: String, shared: [Int], colors: [[Int]]) throws {
        let wiring = try board("panel: 32x16\nwiring: \(name)\n").wiring
        expectEqual(wiring.name, name)
        expectEqual([wiring.outputEnable, wiring.clock, wiring.latch] + wiring.address, shared)
        expectEqual(wiring.colors, colors)
        expectEqual(wiring.inputs, (name == "adafruit-hat-pwm" ? [4] : []))
        #expect(try Self.library.names(of: .wiring).contains(name))
        try expectEqual(Self.library.names(of: .wiring).count, 5)
    }

    @Test("only the address lines and chains that are needed are driven")
    func usedLines() throws {
        let small = try board("panel: 32x16\nwiring: regular\n").lines
        expectEqual(small.address, [22, 23, 24])
        expectEqual(small.colors, [[11, 27, 7, 8, 9, 10]])
        let large = try board("panel: 64x64\nwiring: regular\nparallel: 2\n").lines
        expectEqual(large.address, [22, 23, 24, 25, 15])
        expectEqual(large.colors, [[11, 27, 7, 8, 9, 10], [12, 5, 6, 19, 13, 20]])
        expectEqual([large.outputEnable, large.clock, large.latch], [18, 17, 4])
        try expectEqual(board("panel: 64x64-ab\nwiring: regular\n").lines.address, [22, 23])
    }

    @Test("without further keys the settings have their defaults")
    func defaults() throws {
        let board = try board("panel: 64x32\nwiring: regular\n")
        expectEqual(board.settings, ScanSettings())
        #expect(board.settings.latchGap == 200 && board.settings.darkGap == 0 && board.settings.settle == 0)
        #expect(board.slowdown == nil)
        #expect(board.maxCurrent == nil && board.reinitialiseInterval == nil)
        expectEqual(board.fullCurrent, 4_000)
    }

    @Test("every key has an effect on the board")
    func everyKey() throws {
        let board = try board(
            """
            panel: 64x32
            chain: 2
            parallel: 3
            pixel_mapper: Rotate:90
            wiring: regular
            port: gpiod
            gpio_chip: pinctrl-bcm2711
            planes: 7
            dither: 2
            lsb: 200 ns
            interlaced: yes
            dark_gap: 1 us
            settle: 500 ns
            latch_gap: 300 ns
            row_driver: 74hc138
            clock_width: 45 ns
            row_clock: 700 ns
            oe_lag: 30 ns
            slowdown: 2
            current: 2.5 A
            max_current: 9500 mA
            reinitialise: 10 s
            color_sequence: BRG
            inverse: true
            driver_chip: fm6127
            row_addressing: 4
            """)
        var settings = ScanSettings()
        settings.planes = 7
        settings.ditherBits = 2
        settings.leastPulse = 200
        settings.isInterlaced = true
        settings.darkGap = 1_000
        settings.settle = 500
        settings.latchGap = 300
        settings.clockWidth = 45
        settings.rowClock = 700
        settings.oeLag = 30
        settings.sequence = try #require(ColorSequence("BRG"))
        settings.isInverse = true
        settings.chip = .fm6127
        settings.addressing = .sm5266
        expectEqual(board.settings, settings)
        expectEqual(board.rowDriver, .hc138)
        expectEqual(board.port, .gpiod(chip: "pinctrl-bcm2711"))
        expectEqual(board.slowdown, 2)
        expectEqual(board.fullCurrent, 15_000)
        expectEqual(board.maxCurrent, 9_500)
        expectEqual(board.reinitialiseInterval, 10_000_000_000)
        expectEqual(board.map.visibleSize, Size(width: 96, height: 128))
        expectEqual(board.matrix, HUB75Matrix(columns: 128, rowPairs: 16, chains: 3))
        expectEqual(board.arrangement.pixelMapper, "Rotate:90")
    }

    @Test("the keys of the panel file apply unless the board file has them")
    func panelTraits() throws {
        try expectEqual(board("panel: 64x32-fm6126a\nwiring: regular\n").settings.chip, .fm6126a)
        try expectEqual(board("panel: 64x32-fm6126a\nwiring: regular\ndriver_chip: plain\n").settings.chip, .plain)
        try expectEqual(board("panel: 64x64-ab\nwiring: regular\n").settings.addressing, .abShift)
    }

    /// The times of docs/hub75.md.
    @Test(
        "a row driver sets the dark times around the row address",
        arguments: [
            ("plain", 0, 0), ("74hc138", 1_000, 1_000), ("discharging", 200, 200), ("shifting", 200, 500),
        ])
    func rowDrivers(name: String, dark: Int64, settle: Int64) throws {
        let settings = try board("panel: 64x32\nwiring: regular\nrow_driver: \(name)\n").settings
        #expect(settings.darkGap == dark && settings.settle == settle && settings.latchGap == 200)
    }

    @Test("given dark times count more than the row driver's, and those of the board more than those of the panel")
    func gaps() throws {
        try expectEqual(board("panel: 64x64-ab\nwiring: regular\n").settings.settle, 500)
        let own = try board("panel: 64x64-ab\nwiring: regular\nsettle: 0 ns\nlatch_gap: 0 ns\n").settings
        #expect(own.settle == 0 && own.darkGap == 200 && own.latchGap == 0)
        let plain = try board("panel: 64x64-ab\nwiring: regular\nrow_driver: plain\n").settings
        #expect(plain.settle == 0 && plain.darkGap == 0)
        let panel = "summary: P\nkind: hub75-panel\ncolumns: 32\nrows: 16\nrow_driver: shifting\nlatch_gap: 400 ns\n"
        let model = try PanelModel(parsing: Array(panel.utf8), name: "p", path: "p.yaml")
        #expect(
            model.traits.rowDriver == .shifting && model.traits.settings.latchGap == 400 && model.traits.darkGap == nil)
    }

    /// 11 latches for each of 16 row addresses: 35.2 us of a refresh; the row driver's times once for each address.
    @Test("the gaps lengthen the refresh by what they take, and by nothing else")
    func cost() throws {
        func period(_ more: String) throws -> Int64 {
            try board("panel: 64x32\nwiring: regular\n" + more).encoder().refreshPeriod
        }
        let none = try period("latch_gap: 0 ns\n")
        try expectEqual(period("") - none, 35_200)
        try expectEqual(period("row_driver: 74hc138\n") - none, 35_200 + 16 * 2_000)
        try expectEqual(period("row_driver: shifting\n") - none, 35_200 + 16 * 700)
    }

    /// 66 steps for each of 32 row addresses; without a row clock of their own a step is two writes of 20 ns, for CLK's width.
    @Test(
        "the row clock of shifted rows is 500 ns by default, and lengthens the refresh by its steps, not by the columns"
    )
    func rowClock() throws {
        func period(_ more: String) throws -> Int64 {
            try board("panel: 64x64-ab\nwiring: regular\n" + more).encoder().refreshPeriod
        }
        let none = try period("row_clock: 0 ns\n")
        try expectEqual(period("") - none, 32 * 66 * 480)
        try expectEqual(period("row_clock: 1 us\n") - none, 32 * 66 * 980)
        let direct = try board("panel: 64x64\nwiring: regular\n").encoder().refreshPeriod
        try expectEqual(board("panel: 64x64\nwiring: regular\nrow_clock: 1 us\n").encoder().refreshPeriod, direct)
    }

    @Test("the lines may stand in the board file itself")
    func ownLines() throws {
        let keys = ["r1", "g1", "b1", "r2", "g2", "b2"].enumerated().map { "\($1): \($0 + 20)\n" }.joined()
        let wired = try board("panel: 32x16\noe: 1\nclk: GPIO2\nlat: 3\na: 4\nb: 5\nc: 6\n" + keys)
        #expect(wired.wiring.name == nil)
        expectEqual(
            wired.lines,
            HUB75Lines(
                outputEnable: 1, clock: 2, latch: 3, address: [4, 5, 6], colors: [[20, 21, 22, 23, 24, 25]]))
    }

    /// From the table of vectors: U-mapper 4,1 with panels of 32x32.
    @Test("pixel mappers lead from the picture to the matrix")
    func mappers() throws {
        let map = try board("panel: 32x32\nwiring: regular\nchain: 4\npixel_mapper: U-mapper\n").map
        expectEqual(map.visibleSize, Size(width: 64, height: 64))
        expectEqual(map.matrixPoint(x: 0, y: 0), Point(x: 64, y: 0))
        expectEqual(map.matrixPoint(x: 5, y: 40), Point(x: 58, y: 23))
        #expect(map.isOneToOne)
    }

    /// Mapper 11, by hand: the panel next to the adapter is the right one, and the second chain has the rows from 8 on.
    @Test("multiplexing repeats for every panel of every chain")
    func multiplexedChains() throws {
        let map = try shipped("hub75-p10-64x32").map
        expectEqual(map.matrixSize, Size(width: 128, height: 16))
        expectEqual(map.matrixPoint(x: 0, y: 0), Point(x: 15, y: 0))
        expectEqual(map.matrixPoint(x: 1, y: 4), Point(x: 1, y: 0))
        expectEqual(map.matrixPoint(x: 32, y: 0), Point(x: 79, y: 0))
        expectEqual(map.matrixPoint(x: 0, y: 16), Point(x: 15, y: 8))
        expectEqual(map.matrixPoint(x: 63, y: 31), Point(x: 119, y: 15))
    }
}
