import KernelModel
import PanelDrivers
import PanelSimulation

/// When a panel became lit and dark, as a model's log tells.
///
/// A MAX7219 panel is lit while a chip is not shut down; a HUB75 panel while OE (GPIO 18 of its wiring) is low as an output,
/// or as an input that is pulled down, and one that a state machine refreshes while its OE is not kept high.
struct PanelHistory {
    /// When what became of the panel.
    private(set) var changes: [(time: Int64, isLit: Bool)] = []
    /// How many messages an SPI device got.
    private(set) var messages = 0
    private let panel: TestPanel
    private var wires = SPIWireWriter(
        timing: SPIWireTiming(clockRate: 8_000_000),
        into: SimulatedMAX7219Chain(count: 4, allowing: Set(MAX7219ViolationKind.allCases)))
    private var chain = SimulatedMAX7219Chain(count: 4, allowing: Set(MAX7219ViolationKind.allCases))

    /// The wires of the board on lines: CLK 17, DIN 27, CS 22.
    private static let lines = [17: SPIWires.clock, 27: SPIWires.data, 22: SPIWires.chipSelect]

    init(_ panel: TestPanel) {
        self.panel = panel
    }

    /// Takes the next request of the log.
    mutating func add(_ request: KernelRequest) {
        switch panel {
        case .spi: send(request)
        case .bitBanged:
            guard request.device == "gpiochip0" else { return }
            for (line, level) in request.levels {
                if let wire = Self.lines[line] { chain.edge(on: wire, to: level, at: request.time) }
            }
            record(chain.chips.contains { $0.isOn || $0.isTesting }, at: request.time)
        case .calls, .registers:
            guard request.device == "gpiochip0" else { return }
            for (line, level) in request.levels where line == 18 { record(!level, at: request.time) }
        case .stateMachine:
            // Lit by the machine unless output enable is kept high.
            guard request.device == "pio0", request.name == "override", request.values.first == "18" else { return }
            record(request.values.last == "0", at: request.time)
        }
    }

    private mutating func send(_ request: KernelRequest) {
        let transfers = request.transferBytes
        guard let length = transfers.first?.count else { return }
        var message = SPIMessage(transferLength: length, transfers: transfers.count)
        message.fill(transfers: transfers.count) { target in
            for (index, byte) in transfers.joined().enumerated() { target[index] = byte }
        }
        wires.send(message)
        messages += 1
        record(wires.listener.chips.contains { $0.isOn || $0.isTesting }, at: request.time)
    }

    private mutating func record(_ isLit: Bool, at time: Int64) {
        if isLit != (changes.last?.isLit ?? false) { changes.append((time, isLit)) }
    }
}
