import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Light of display engines")
struct ScanOutLightTests {
    @Test(
        "Every LED has its light to a pixel, and no other LED has any, at every depth and dither setting",
        arguments: 0...2)
    func depths(dither: Int) throws {
        var random = SeededRandom(seed: 1)
        for planes in 1...11 {
            var panel = HUB75TestPanel()
            panel.settings.planes = planes
            panel.settings.ditherBits = dither
            panel.settings.leastPulse = planes == 11 ? 130 : planes % 2 == 0 ? 20 : 30
            var engine = try ScanOutTestEngine(panel)
            for brightness in [100, 70, 20, 5, 1, 100] {
                let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                try expectEqual(engine.faults(showing: frame), [], "\(planes) planes, dither \(dither)")
            }
        }
    }

    @Test("The same for every clock width, one and two chains, and gaps of all kinds")
    func widths() throws {
        var random = SeededRandom(seed: 2)
        for (columns, chains) in [(16, 1), (5, 2), (1, 1), (64, 1), (130, 1)] {
            for width in [0, 20, 25, 40, 50] as [Int64] {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 3, chains: chains))
                panel.settings.clockWidth = width
                panel.settings.planes = 6
                panel.settings.leastPulse = [50, 70].randomElement(using: &random) ?? 130
                panel.settings.darkGap = [0, 200, 1_000].randomElement(using: &random) ?? 0
                panel.settings.settle = [0, 500, 1_010].randomElement(using: &random) ?? 0
                panel.settings.latchGap = [0, 185, 200].randomElement(using: &random).map { $0 / 10 * 10 } ?? 0
                panel.settings.oeLag = [0, 60].randomElement(using: &random) ?? 0
                var engine = try ScanOutTestEngine(panel, padding: 3)
                let brightness = [100, 60, 30].randomElement(using: &random) ?? 1
                let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                try expectEqual(engine.faults(showing: frame), [], "\(columns) columns, \(chains) chains, \(width) ns")
            }
        }
    }

    @Test("The same with every row addressing, and for every number of rows it has")
    func addressing() throws {
        var random = SeededRandom(seed: 5)
        for addressing in RowAddressing.allCases {
            for rowPairs in [1, 2, 3, 4, 8, 16, 32] where addressing.rowPairRange.contains(rowPairs) {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 4, rowPairs: rowPairs))
                panel.settings.leastPulse = 50
                panel.settings.addressing = addressing
                panel.settings.planes = 3
                panel.settings.darkGap = 100
                panel.settings.settle = 60
                panel.settings.isInterlaced = addressing != .b707 && rowPairs == 8
                var engine = try ScanOutTestEngine(panel)
                let frame = noise(panel.matrix.size, using: &random)
                try expectEqual(engine.faults(showing: frame), [], "\(addressing.name), \(rowPairs) rows")
            }
        }
    }

    @Test("The same for inverted data, other colour sequences, and driver chips, which every frame initialises")
    func quirks() throws {
        var random = SeededRandom(seed: 6)
        for (chip, columns) in DriverChip.allCases.flatMap({ [($0, 32), ($0, 150)] }) {
            for isInverse in [false, true] {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: 2))
                panel.settings.chip = chip
                panel.settings.isInverse = isInverse
                panel.settings.sequence = ColorSequence("GBR") ?? .rgb
                panel.settings.planes = 8
                var engine = try ScanOutTestEngine(panel)
                let frame = noise(panel.matrix.size, using: &random)
                try expectEqual(engine.faults(showing: frame), [], "\(chip), \(isInverse)")
            }
        }
    }

    /// A panel of any kind that display engines refresh.
    private func anyPanel(_ random: inout SeededRandom) -> HUB75TestPanel {
        func any<Value>(_ values: [Value], _ other: Value) -> Value { values.randomElement(using: &random) ?? other }
        let addressing = any(RowAddressing.allCases, .direct)
        let columns = any([4, 16, 30, 32, 64, 128, 130, 256], 64)
        let rows = [1, 2, 3, 4, 8, 16, 32].filter { $0 * columns <= 1_024 && addressing.rowPairRange.contains($0) }
        var panel = HUB75TestPanel(
            matrix: HUB75Matrix(columns: columns, rowPairs: any(rows, 1), chains: any([1, 1, 2], 1)))
        panel.settings.addressing = addressing
        panel.settings.planes = Int.random(in: 1...11, using: &random)
        panel.settings.ditherBits = any([0, 0, 1, 2], 0)
        panel.settings.leastPulse = 10 * Int64.random(in: 5...30, using: &random)
        panel.settings.clockWidth = any([20, 25, 60], 25)
        panel.settings.rowClock = any([0, 100, 500], 500)
        panel.settings.darkGap = any([0, 200, 1_000], 0)
        panel.settings.settle = any([0, 200, 500, 1_000], 0)
        panel.settings.latchGap = any([0, 100, 200], 200)
        panel.settings.oeLag = any([0, 0, 60], 0)
        panel.settings.chip =
            columns < 16 ? .plain : any([.plain, .plain, .fm6126a, .fm6127, .dp3246, .mbi5124], .plain)
        panel.settings.isInverse = any([false, false, true], false)
        panel.settings.isInterlaced = addressing != .b707 && any([false, false, true], false)
        return panel
    }

    @Test("The same for panels of all kinds, with nothing wrong on the wires from the first line on")
    func panels() throws {
        var refused = 0
        let seeds = sample(0..<1_000, 25)
        for seed in seeds {
            var random = SeededRandom(seed: UInt64(1_000 + seed))
            let panel = anyPanel(&random)
            do {
                var engine = try ScanOutTestEngine(panel)
                let frame = noise(panel.matrix.size, using: &random)
                try expectEqual(engine.faults(showing: frame), [], "seed \(seed): \(panel.matrix), \(panel.settings)")
            } catch is HUB75SetupError {
                refused += 1
            }
        }
        #expect(refused < seeds.count / 4, "\(refused) panels are refused")
    }

    @Test("Pictures that follow each other change what is different, in both of the engine's pictures")
    func changes() throws {
        var random = SeededRandom(seed: 7)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 8, rowPairs: 4))
        panel.settings.planes = 5
        panel.settings.leastPulse = 50
        var engine = try ScanOutTestEngine(panel, padding: 1, cycles: nil)
        #expect(engine.plan.cycles > 1)
        var frame = noise(panel.matrix.size, using: &random)
        for step in 0..<12 {
            if step % 4 == 3 {
                engine.engine.stop()
                engine.engine.port.listener.resetLight()
                engine.engine.port.scan()
                let light = (0..<8).map { engine.engine.port.listener.light(x: $0, y: 0, color: 0) }
                expectEqual(light, [0, 0, 0, 0, 0, 0, 0, 0])
            }
            let y = step % 8
            frame.canvas.fill(Rectangle(x: step % 8, y: y, width: 1, height: 1), with: Ink(.white))
            try expectEqual(engine.faults(showing: frame), [], "step \(step)")
        }
    }
}
