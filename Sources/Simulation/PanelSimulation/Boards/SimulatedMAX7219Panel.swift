import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// A chain of MAX7219 modules on simulated SPI wires.
final class SimulatedMAX7219Panel: SimulatedWiredPanel {
    private(set) var shown: Frame
    private var panel: MAX7219Panel<SPIWireWriter<SimulatedMAX7219Chain>>

    init(_ board: MAX7219Board) {
        shown = Frame(size: board.chain.size, format: .mono)
        let timing = SPIWireTiming(clockRate: board.clockRate)
        panel = MAX7219Panel(
            chain: board.chain, device: SPIWireWriter(timing: timing, into: SimulatedMAX7219Chain(board: board)))
    }

    var violationCount: Int { panel.device.listener.violationCounts.values.reduce(0, +) }
    var nextHealing: Instant? { panel.nextHealing }

    func show(_ frame: Frame, at instant: Instant) {
        panel.device.advance(to: instant.nanoseconds)
        panel.show(frame, at: instant)
        look()
    }

    func heal(at instant: Instant) {
        panel.device.advance(to: instant.nanoseconds)
        panel.heal(at: instant)
        look()
    }

    func stop() {
        panel.stop()
        look()
    }

    private func look() {
        let simulated = panel.device.listener
        shown.canvas.clear()
        shown.canvas.stamp(simulated.picture, columns: 0..<simulated.size.width, at: .zero, ink: .white)
        shown.brightness = simulated.brightness
    }
}
