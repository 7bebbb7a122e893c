import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite("Light of state machines")
struct PIOLightTests {
    /// Full speed, bursts with pauses, 27 MB/s, 10 MB/s, and half of that.
    private static let feeds: [PIOFeed] = [
        .full, .random(pause: 300, seed: 7), .steady(cycles: 30), .steady(cycles: 80), .steady(cycles: 160),
    ]

    @Test("Every LED has its light to a cycle at every depth, however the words come", arguments: feeds)
    func depths(feed: PIOFeed) throws {
        var random = SeededRandom(seed: 1)
        for planes in 1...11 {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 20, rowPairs: 2))
            panel.settings.planes = planes
            panel.settings.ditherBits = planes % 3
            panel.settings.leastPulse = [50, 60, 130, 200][planes % 4]
            var machine = try PIOTestMachine(panel, feed: feed)
            for brightness in [100, 20] {
                let frame = noise(panel.matrix.size, brightness: brightness, using: &random)
                try expectEqual(machine.faults(showing: frame), [], "\(planes) planes, \(brightness) %")
            }
        }
    }

    @Test("The same with every row addressing, and for every number of rows it has")
    func addressing() throws {
        var random = SeededRandom(seed: 5)
        for addressing in RowAddressing.allCases {
            for rowPairs in [1, 2, 3, 4, 8, 16, 32] where addressing.rowPairRange.contains(rowPairs) {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 4, rowPairs: rowPairs))
                panel.settings.addressing = addressing
                panel.settings.planes = 3
                panel.settings.darkGap = 100
                panel.settings.settle = 60
                panel.settings.isInterlaced = addressing != .b707 && rowPairs == 8
                var machine = try PIOTestMachine(panel, feed: .steady(cycles: 30))
                let frame = noise(panel.matrix.size, using: &random)
                try expectEqual(machine.faults(showing: frame), [], "\(addressing.name), \(rowPairs) rows")
            }
        }
    }

    @Test("The same for inverted data, other colour sequences, driver chips, chains and clock widths")
    func quirks() throws {
        var random = SeededRandom(seed: 6)
        for chip in DriverChip.allCases {
            for (chains, width) in [(1, 25), (2, 36), (3, 70)] as [(Int, Int64)] {
                var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 32, rowPairs: 2, chains: chains))
                panel.settings.chip = chip
                panel.settings.clockWidth = width
                panel.settings.isInverse = chains == 2
                panel.settings.sequence = ColorSequence("GBR") ?? .rgb
                panel.settings.oeLag = chains == 2 ? 60 : 0
                var machine = try PIOTestMachine(panel)
                let frame = noise(panel.matrix.size, using: &random)
                try expectEqual(machine.faults(showing: frame), [], "\(chip), \(chains) chains")
            }
        }
    }

    /// A panel of any kind that state machines refresh.
    private func anyPanel(_ random: inout SeededRandom) -> HUB75TestPanel {
        func any<Value>(_ values: [Value], _ other: Value) -> Value { values.randomElement(using: &random) ?? other }
        let addressing = any(RowAddressing.allCases, .direct)
        let columns = any([1, 4, 16, 30, 32, 64, 130, 256], 64)
        let rows = [1, 2, 3, 4, 8, 16, 32].filter { $0 * columns <= 1_024 && addressing.rowPairRange.contains($0) }
        var panel = HUB75TestPanel(
            matrix: HUB75Matrix(columns: columns, rowPairs: any(rows, 1), chains: any([1, 1, 2, 3], 1)))
        panel.settings.addressing = addressing
        panel.settings.planes = Int.random(in: 1...11, using: &random)
        panel.settings.ditherBits = any([0, 0, 1, 2], 0)
        panel.settings.leastPulse = 10 * Int64.random(in: 10...30, using: &random)
        panel.settings.clockWidth = any([20, 25, 60], 25)
        panel.settings.rowClock = any([0, 100, 500], 500)
        panel.settings.darkGap = any([0, 200, 1_000], 0)
        panel.settings.settle = any([0, 200, 500, 1_000], 0)
        panel.settings.latchGap = any([0, 100, 200], 200)
        panel.settings.oeLag = any([0, 0, 60], 0)
        panel.settings.chip = columns < 16 ? .plain : any([.plain, .plain, .fm6126a, .fm6127, .dp3246], .plain)
        panel.settings.isInverse = any([false, false, true], false)
        panel.settings.isInterlaced = addressing != .b707 && any([false, false, true], false)
        return panel
    }

    @Test("The same for panels of all kinds, with refreshes of the same time whatever is shown")
    func panels() throws {
        for seed in sample(0..<1_000, 25) {
            var random = SeededRandom(seed: UInt64(2_000 + seed))
            let panel = anyPanel(&random)
            let isEarly = seed % 2 == 0
            // An interruption costs light where LEDs turn on late.
            let rate: Int64 = isEarly ? 10_000_000 : 27_000_000
            let cycles = PIOPace(clockWidth: panel.settings.clockWidth, rate: rate).wordCycles
            // The port plans for 92 % of what arrives.
            let feed: PIOFeed = panel.settings.oeLag > 0 ? .full : .steady(cycles: cycles * 92 / 100)
            var machine = try PIOTestMachine(panel, feed: feed, rate: rate, isFilled: seed % 3 != 0)
            for frame in [noise(panel.matrix.size, using: &random), rgbFrame(panel.matrix.size) { _, _ in .black }] {
                try expectEqual(machine.faults(showing: frame), [], "seed \(seed): \(panel.matrix), \(panel.settings)")
            }
        }
    }

    @Test(
        "Refreshes of a ring take the same time whatever they show, within 1 % at 27 MB/s and 5 % at 10 MB/s",
        arguments: [(32, 8, 11), (64, 16, 11), (64, 16, 8), (64, 32, 11), (128, 16, 6)])
    func constancy(columns: Int, rowPairs: Int, planes: Int) throws {
        var random = SeededRandom(seed: 11)
        for (rate, percent) in [(PIOPace.defaultRate, 1), (PIOPace.earlyRate, 5)] as [(Int64, Int64)] {
            var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: columns, rowPairs: rowPairs))
            panel.settings.planes = planes
            let cycles = PIOPace(clockWidth: panel.settings.clockWidth, rate: rate).wordCycles
            var machine = try PIOTestMachine(
                panel, feed: .steady(cycles: cycles * 92 / 100), rate: rate, isFilled: true)
            let size = panel.matrix.size
            let frames = [
                noise(size, using: &random), rgbFrame(size) { _, _ in .black },
                rgbFrame(size) { x, _ in x < 9 ? .white : .black },
                noise(size, brightness: 20, using: &random),
            ]
            for frame in frames {
                try expectEqual(machine.faults(showing: frame), [])
                let period = machine.encoder.refreshPeriod
                #expect(
                    abs(machine.refreshTime - period) * 100 <= percent * period,
                    "\(machine.refreshTime) ns, not \(period), at \(rate)")
            }
        }
    }

    @Test("A word that is missing or shifted by a bit is seen, each of a refresh")
    func brokenWords() throws {
        var random = SeededRandom(seed: 8)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 4, rowPairs: 2))
        panel.settings.planes = 2
        var machine = try PIOTestMachine(panel)
        // No two columns are equal.
        let frame = noise(panel.matrix.size, using: &random)
        let words = machine.words(frame).words[0]
        for place in 0..<words.count - 24 {
            for isMissing in [true, false] {
                var broken = words
                if isMissing {
                    broken.remove(at: place)
                } else {
                    broken[place] = broken[place] << 1 | broken[place] >> 31
                }
                guard broken != words else { continue }
                // After a refresh, so that the latch holds a lit row.
                var port = machine.port()
                port.play(machine.encoder.startProgram)
                port.play(words: words)
                var whole = port
                var faults = try machine.faults(of: [broken], showing: frame, on: &port)
                whole.play(words: words)
                if port.time != whole.time { faults.append("another time") }
                #expect(!faults.isEmpty, "word \(place), missing: \(isMissing)")
            }
        }
    }

    @Test("A machine without words is dark within 5 us, wherever they end")
    func starvation() throws {
        var random = SeededRandom(seed: 9)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 6, rowPairs: 1))
        panel.settings.planes = 5
        var machine = try PIOTestMachine(panel)
        let words = machine.words(noise(panel.matrix.size, using: &random)).words[0]
        for count in 1...words.count {
            var port = machine.port()
            port.play(words: Array(words.prefix(count)))
            #expect(!port.listener.isEnabled && port.litStalls == 0, "after \(count) words")
        }
    }

    @Test("Refresh rates of noise are those of the design", arguments: [(64, 16, 186), (64, 32, 93), (256, 32, 53)])
    func rates(columns: Int, rows: Int, hertz: Int64) throws {
        let settings = ScanSettings()
        let matrix = HUB75Matrix(columns: columns, rowPairs: rows)
        let encoder = try HUB75Encoder(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: .regular, settings: settings,
            timing: .pio(settings))
        #expect(
            (1_000_000_000 + encoder.refreshPeriod / 2) / encoder.refreshPeriod >= hertz, "\(encoder.refreshPeriod) ns")
    }
}
