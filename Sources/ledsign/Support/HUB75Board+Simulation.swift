import Boards
import HardwareInterfaces
import PanelDrivers
import PanelSimulation

extension HUB75Board {
    /// What the program assumes of a port when it writes programs without one: registers of a Raspberry Pi 3 or 4 at 20 ns
    /// a store, calls of the kernel at 2 us.
    var timing: PortTiming {
        switch port {
        case .simulated, .registers: PortTiming(kind: .bcm, writeTime: 20, slowdown: max(slowdown ?? 0, 0))
        case .gpiod: PortTiming(kind: .kernel, writeTime: 2_000)
        }
    }

    /// The encoder of the board's frames.
    func encoder(timing: PortTiming? = nil) throws(HUB75SetupError) -> HUB75Encoder {
        try HUB75Encoder(matrix: matrix, map: map, lines: lines, settings: settings, timing: timing ?? self.timing)
    }

    /// What keeps the board's current budget; nil where it has none.
    var limiter: CurrentLimiter? {
        guard let maxCurrent, let fullCurrent else { return nil }
        return CurrentLimiter(fullCurrent: fullCurrent, maxCurrent: maxCurrent)
    }

    /// Simulated wires on the board's lines.
    func simulatedPort<Listener: WireListener>(
        into listener: Listener, timing: PortTiming? = nil
    ) -> SimulatedScanPort<Listener> {
        SimulatedScanPort(wireOfLine: wireOfLine, writeTime: (timing ?? self.timing).writeTime, into: listener)
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
    ///   - sample: the time between two samples of the capture that they hear, in nanoseconds.
    ///   - allowing: the kinds of violations that are not reported.
    init(board: HUB75Board, sample: Int64 = 0, allowing: Set<HUB75Fault> = []) {
        let settings = board.settings
        self.init(
            columns: board.matrix.columns, rowPairs: board.matrix.rowPairs, chains: board.matrix.chains,
            addressing: SimulatedRowAddressing(rawValue: settings.addressing.rawValue) ?? .direct,
            chip: SimulatedDriverChip(rawValue: settings.chip.rawValue) ?? .plain,
            limits: HUB75WireLimits(
                clockWidth: settings.clockWidth, darkGap: settings.darkGap, settle: settings.settle
            ).loosened(bySample: sample),
            oeLag: settings.oeLag,
            ledColors: (0..<3).compactMap { settings.sequence.wires.firstIndex(of: $0) },
            isInverted: settings.isInverse, allowing: allowing)
    }
}
