import Boards
import PanelDrivers

extension HUB75Board {
    /// Simulated wires on the board's lines.
    package func simulatedPort<Listener: WireListener>(
        into listener: Listener, timing: PortTiming? = nil
    ) -> SimulatedScanPort<Listener> {
        SimulatedScanPort(wireOfLine: wireOfLine, writeTime: (timing ?? self.timing).writeTime, into: listener)
    }

    /// A simulated display engine on the board's lines.
    package func simulatedEngine<Listener: WireListener>(
        _ plan: ScanOutPlan, into listener: Listener
    ) -> SimulatedScanOut<Listener> {
        SimulatedScanOut(plan: plan, wireOfLine: wireOfLine, into: listener)
    }

    /// The wire of `HUB75Wires` on each GPIO line.
    private var wireOfLine: [Int: Int] {
        var wires = [
            lines.outputEnable: HUB75Wires.outputEnable, lines.clock: HUB75Wires.clock, lines.latch: HUB75Wires.latch,
        ]
        for (number, line) in lines.address.enumerated() { wires[line] = HUB75Wires.address + number }
        for (chain, colors) in lines.colors.enumerated() {
            for (color, line) in colors.enumerated() { wires[line] = HUB75Wires.color(color, chain: chain) }
        }
        return wires
    }
}

extension SimulatedHUB75 {
    /// Creates the panels of a board.
    ///
    /// - Parameters:
    ///   - sample: the time between two samples of the capture that is decoded, in nanoseconds.
    ///   - allowing: the kinds of violations that are not reported.
    package init(board: HUB75Board, sample: Int64 = 0, allowing: Set<HUB75ViolationKind> = []) {
        let settings = board.settings
        self.init(
            columns: board.matrix.columns, rowPairs: board.matrix.rowPairs, chains: board.matrix.chains,
            addressing: SimulatedRowAddressing(rawValue: settings.addressing.rawValue) ?? .direct,
            chip: SimulatedDriverChip(rawValue: settings.chip.rawValue) ?? .plain,
            limits: HUB75WireLimits(
                clockWidth: settings.clockWidth, darkGap: settings.darkGap, settle: settings.settle,
                latchGap: settings.latchGap
            ).loosened(bySample: sample),
            oeLag: settings.oeLag,
            ledColors: (0..<3).compactMap { settings.sequence.wires.firstIndex(of: $0) },
            isInverted: settings.isInverse, allowing: allowing)
    }
}
