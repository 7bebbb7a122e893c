import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Timelines

/// A driver and a simulated chain of the same description, with wires between them.
struct SimulatedSign: ~Copyable {
    private var panel: MAX7219Panel<SPIWireWriter<SimulatedMAX7219Chain>>
    private var frame: Frame

    /// Creates the sign and starts it.
    init(
        columns: Int, rows: Int = 1, type: ModuleType = .fc16, rotation: ModuleRotation = .none,
        arrangement: ModuleArrangement = ModuleArrangement()
    ) {
        guard let wiring = SimulatedModuleWiring.named(type.name) else {
            preconditionFailure("the simulation knows no \(type.name)")
        }
        let simulated = SimulatedMAX7219Chain(
            columns: columns, rows: rows, arrangement: arrangement,
            wiring: wiring.turned(quarterTurns: rotation.quarterTurns))
        let chain = MAX7219Chain(
            count: columns * rows, rows: rows, type: type, rotation: rotation, arrangement: arrangement)
        panel = MAX7219Panel(
            chain: chain, device: SPIWireWriter(timing: SPIWireTiming(clockRate: 8_000_000), into: simulated))
        frame = Frame(size: chain.size, format: .mono)
        panel.start(at: .zero)
    }

    /// Everything that the simulated chips hold and show.
    var simulated: SimulatedMAX7219Chain {
        get { panel.device.listener }
        set { panel.device.listener = newValue }
    }

    /// The extent in pixels.
    var size: Size { frame.canvas.size }

    /// Shows a picture and returns what the simulated chips show then.
    mutating func show(_ picture: MonoBitmap, at instant: Instant = .zero) -> MonoBitmap {
        frame.canvas.clear()
        frame.canvas.stamp(picture, columns: 0..<picture.width, at: .zero, ink: .white)
        panel.show(frame, at: instant)
        return panel.device.listener.picture
    }
}
