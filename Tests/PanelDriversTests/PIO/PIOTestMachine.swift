import PanelDrivers
import PanelSimulation
import PixelGraphics

/// HUB75 panels under test on a simulated state machine.
struct PIOTestMachine {
    let panel: HUB75TestPanel
    let feed: PIOFeed
    var encoder: HUB75Encoder
    private let pace: PIOPace
    private let wires: [Int: Int]

    private let wordsPerRefresh: Int
    /// How long a refresh took when `faults` was asked for last, in nanoseconds.
    private(set) var refreshTime: Int64 = 0

    /// - Parameters:
    ///   - rate: the bytes a second that are planned with.
    ///   - isFilled: whether all refreshes have the same number of words.
    init(
        _ panel: HUB75TestPanel, feed: PIOFeed = .full, rate: Int64 = 27_000_000, isFilled: Bool = false
    ) throws {
        var panel = panel
        panel.timing = .pio(panel.settings, rate: rate)
        self.panel = panel
        self.feed = feed
        encoder = try panel.encoder()
        wordsPerRefresh = isFilled ? encoder.maximumPIOWords : 0
        pace = PIOPace(clockWidth: panel.settings.clockWidth, rate: rate)
        var wires = [
            panel.lines.outputEnable: HUB75Wires.outputEnable, panel.lines.clock: HUB75Wires.clock,
            panel.lines.latch: HUB75Wires.latch,
        ]
        for (number, line) in panel.lines.address.enumerated() { wires[line] = HUB75Wires.address + number }
        for (chain, colors) in panel.lines.colors.prefix(panel.matrix.chains).enumerated() {
            for (color, line) in colors.enumerated() { wires[line] = HUB75Wires.color(color, chain: chain) }
        }
        self.wires = wires
    }

    /// A machine that has played nothing.
    func port() -> SimulatedPIO<SimulatedHUB75> {
        let settings = panel.settings
        let listener = SimulatedHUB75(
            columns: panel.matrix.columns, rowPairs: panel.matrix.rowPairs, chains: panel.matrix.chains,
            addressing: settings.addressing, chip: settings.chip,
            limits: HUB75WireLimits(
                clockWidth: settings.clockWidth, darkGap: settings.darkGap, settle: settings.settle,
                latchGap: settings.latchGap, rowClock: settings.rowClock),
            oeLag: settings.oeLag,
            ledColors: (0..<3).compactMap { settings.sequence.wires.firstIndex(of: $0) },
            isInverted: settings.isInverse)
        return SimulatedPIO(
            lines: panel.lines, settings: settings, wireOfLine: wires, feed: feed, into: listener)
    }

    /// The words of the programs of a frame, and what is wrong with their times.
    mutating func words(_ frame: Frame) -> (words: [[UInt32]], faults: [String]) {
        encoder.encode(frame)
        var writer = PIOWriter(lines: panel.lines, settings: panel.settings, pace: pace)
        var (words, faults) = ([[UInt32]](), [String]())
        for program in encoder.programs {
            writer.write(program)
            words.append(filled(writer.words, &faults))
            if writer.duration != encoder.refreshPeriod {
                faults.append("takes \(writer.duration) ns, not \(encoder.refreshPeriod)")
            }
            if writer.shortestDuration > writer.duration { faults.append("takes longer where no word is late") }
        }
        return (words, faults)
    }

    /// The words of a refresh, filled up where all refreshes have the same number.
    private func filled(_ words: [UInt32], _ faults: inout [String]) -> [UInt32] {
        guard wordsPerRefresh > 0 else { return words }
        if words.count > wordsPerRefresh { faults.append("has \(words.count) words, not \(wordsPerRefresh)") }
        let filling = PIOFilling(
            words: wordsPerRefresh, wordCycles: pace.wordCycles, columns: panel.matrix.columns)
        var result = [UInt32](repeating: 0xFFFF_FFFF, count: wordsPerRefresh)
        words.withUnsafeBufferPointer { words in result.withUnsafeMutableBufferPointer { filling.copy(words, to: $0) } }
        return result
    }

    /// Plays the start and a dither cycle twice, and returns what is wrong with the second time.
    mutating func faults(showing frame: Frame) throws -> [String] {
        let (words, late) = words(frame)
        var port = port()
        port.play(encoder.startProgram)
        words.forEach { port.play(words: $0) }
        let start = port.time
        var faults = late + (try faults(of: words, showing: frame, on: &port))
        let time = (port.time - start) / Int64(words.count)
        refreshTime = time
        // A machine waits for words in steps of a few cycles, which counts where rows are a few columns long.
        if wordsPerRefresh > 0, time > encoder.refreshPeriod * 11 / 10 {
            faults.append("a refresh takes \(time) ns, more than \(encoder.refreshPeriod)")
        }
        return faults
    }

    /// Plays words for a frame, and returns what is wrong with them.
    func faults(
        of words: [[UInt32]], showing frame: Frame, on port: inout SimulatedPIO<SimulatedHUB75>
    ) throws -> [String] {
        port.listener.resetLight()
        words.forEach { port.play(words: $0) }
        var faults = port.listener.violations.map(\.description)
        if port.litStalls != 0 { faults.append("\(port.litStalls) lit stalls") }
        if port.machine.levels >> UInt32(panel.lines.outputEnable) & 1 == 0 { faults.append("lit at the end") }
        let expected = HUB75PlainEncoder.light(
            frame.canvas, brightness: frame.brightness.percent, map: try panel.usedMap(), matrix: panel.matrix,
            settings: panel.settings, shortest: panel.shortestPulse)
        for row in 0..<panel.matrix.rowPairs {
            for wire in 0..<6 * panel.matrix.chains {
                for column in 0..<panel.matrix.columns {
                    let (chain, color) = (wire / 6, wire % 6)
                    let y = (2 * chain + color / 3) * panel.matrix.rowPairs + row
                    let found = port.listener.light(x: column, y: y, color: port.listener.ledColors[color % 3])
                    let wanted = expected[row][wire][column]
                    if found != wanted {
                        faults.append("row \(row) wire \(wire) column \(column): \(found) ns, not \(wanted)")
                    }
                }
            }
        }
        return Array(faults.prefix(5))
    }
}
