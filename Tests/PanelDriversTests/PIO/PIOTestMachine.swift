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

    /// - Parameter rate: the bytes a second that are planned with.
    init(_ panel: HUB75TestPanel, feed: PIOFeed = .full, rate: Int64 = 27_000_000) throws {
        var panel = panel
        panel.timing = .pio(panel.settings, rate: rate)
        self.panel = panel
        self.feed = feed
        encoder = try panel.encoder()
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
            words.append(writer.words)
            if writer.duration != encoder.refreshPeriod {
                faults.append("takes \(writer.duration) ns, not \(encoder.refreshPeriod)")
            }
        }
        return (words, faults)
    }

    /// Plays the start and a dither cycle twice, and returns what is wrong with the second time.
    mutating func faults(showing frame: Frame) throws -> [String] {
        let (words, late) = words(frame)
        var port = port()
        port.play(encoder.startProgram)
        words.forEach { port.play(words: $0) }
        return late + (try faults(of: words, showing: frame, on: &port))
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
