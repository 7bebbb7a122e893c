import PanelDrivers
import PanelSimulation
import PixelGraphics

/// HUB75 panels under test on a simulated display engine.
struct ScanOutTestEngine: ~Copyable {
    let panel: HUB75TestPanel
    let plan: ScanOutPlan
    var engine: ScanOutPanel<SimulatedScanOut<SimulatedHUB75>>

    init(_ panel: HUB75TestPanel, padding: Int = 0, cycles: Int? = 1) throws {
        let plan = try ScanOutPlan(
            matrix: panel.matrix, map: panel.usedMap(), lines: panel.lines, settings: panel.settings,
            cycles: cycles)
        // Not by the other initialiser: Swift 6.0.3 cannot delegate the one of a type that is not copied.
        self.panel = panel
        self.plan = plan
        engine = ScanOutPanel(plan: plan, port: Self.port(panel, plan, padding: padding))
    }

    init(_ panel: HUB75TestPanel, plan: ScanOutPlan, padding: Int = 0) {
        self.panel = panel
        self.plan = plan
        engine = ScanOutPanel(plan: plan, port: Self.port(panel, plan, padding: padding))
    }

    private static func port(
        _ panel: HUB75TestPanel, _ plan: ScanOutPlan, padding: Int
    ) -> SimulatedScanOut<SimulatedHUB75> {
        let settings = panel.settings
        var wires = [
            panel.lines.outputEnable: HUB75Wires.outputEnable, panel.lines.clock: HUB75Wires.clock,
            panel.lines.latch: HUB75Wires.latch,
        ]
        for (number, line) in panel.lines.address.enumerated() { wires[line] = HUB75Wires.address + number }
        for (chain, colors) in panel.lines.colors.prefix(panel.matrix.chains).enumerated() {
            for (color, line) in colors.enumerated() { wires[line] = HUB75Wires.color(color, chain: chain) }
        }
        let listener = SimulatedHUB75(
            columns: panel.matrix.columns, rowPairs: panel.matrix.rowPairs, chains: panel.matrix.chains,
            addressing: settings.addressing, chip: settings.chip,
            limits: HUB75WireLimits(
                clockWidth: settings.clockWidth, darkGap: settings.darkGap, settle: settings.settle,
                latchGap: settings.latchGap, rowClock: settings.rowClock),
            oeLag: settings.oeLag,
            ledColors: (0..<3).compactMap { settings.sequence.wires.firstIndex(of: $0) },
            isInverted: settings.isInverse)
        return SimulatedScanOut(plan: plan, wireOfLine: wires, padding: padding, into: listener)
    }

    /// Shows a frame, scans it out twice, and returns what is wrong with the second time.
    ///
    /// The light of every LED may be off by a pixel for each dither cycle; an LED that is to be dark has none.
    mutating func faults(showing frame: Frame) throws -> [String] {
        engine.show(frame)
        engine.port.scan()
        engine.port.listener.resetLight()
        engine.port.scan()
        let settings = panel.settings
        let expected = HUB75PlainEncoder.light(
            frame.canvas, brightness: frame.brightness.percent, map: try panel.usedMap(), matrix: panel.matrix,
            settings: settings, shortest: 30)
        var plain = PlainScanOut(matrix: panel.matrix, lines: panel.lines, settings: settings)
        let picture = engine.port.picture
        // The calculator knows no registers of driver chips.
        if settings.chip == .plain { plain.scan(picture, mode: plan.mode) }
        var faults = engine.port.listener.violations.map(\.description)
        for row in 0..<panel.matrix.rowPairs {
            for wire in 0..<6 * panel.matrix.chains {
                for column in 0..<panel.matrix.columns {
                    let wanted = Int(expected[row][wire][column]) * plan.cycles
                    let simulated = light(row, wire, column)
                    let tolerance = wanted == 0 ? 0 : 20 * plan.cycles
                    let place = "row \(row) wire \(wire) column \(column)"
                    if abs(simulated - wanted) > tolerance { faults.append("\(place): \(simulated) ns, not \(wanted)") }
                    if settings.chip == .plain, plain.light[row][wire][column] * 20 != simulated {
                        faults.append("\(place): \(simulated) ns, plainly \(plain.light[row][wire][column] * 20)")
                    }
                }
            }
        }
        return Array(faults.prefix(5))
    }

    func light(_ row: Int, _ wire: Int, _ column: Int) -> Int {
        let (chain, color) = (wire / 6, wire % 6)
        let y = chain * 2 * panel.matrix.rowPairs + (color < 3 ? 0 : panel.matrix.rowPairs) + row
        let listener = engine.port.listener
        return Int(listener.light(x: column, y: y, color: listener.ledColors[color % 3]))
    }
}
