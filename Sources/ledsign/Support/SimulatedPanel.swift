import Boards
import PanelDrivers
import PanelSimulation
import PixelGraphics
import Timelines

/// What a board's panel shows when it is driven: the frames go out to simulated wires and what comes back is what the
/// simulated chips make of them.
///
/// Boards without wires show the frame itself.
final class SimulatedPanel: SignOutput {
    /// The panel's picture.
    private(set) var shown: Frame
    /// What the driver did wrong on the wires; empty for boards without wires.
    var violations: [MAX7219Violation] { chain.map { $0.device.listener.violations } ?? [] }
    private var chain: Chain?

    private typealias Wires = SPIWireWriter<SimulatedMAX7219Chain>

    /// Non-copyable panels live in a class of their own.
    private final class Chain {
        var panel: MAX7219Panel<Wires>

        init(_ board: MAX7219Board) {
            let timing = SPIWireTiming(clockRate: board.clockRate)
            panel = MAX7219Panel(
                chain: board.chain,
                device: SPIWireWriter(timing: timing, into: SimulatedMAX7219Chain(board: board)))
        }

        var device: Wires { panel.device }
    }

    /// Creates the panel of a board; it is dark.
    init(_ board: Board) {
        shown = Frame(size: board.size, format: board.format)
        if case .max7219(let board) = board.panel { chain = Chain(board) }
    }

    var counters: MAX7219PanelCounters? { nil }
    var nextHealing: Instant? { chain?.panel.nextHealing }

    /// Shows a frame at an instant and notes what the panel makes of it.
    func show(_ frame: Frame, at instant: Instant) {
        guard let chain else {
            shown = frame
            return
        }
        chain.panel.device.advance(to: instant.nanoseconds)
        chain.panel.show(frame, at: instant)
        look(at: chain)
    }

    func heal(at instant: Instant) {
        guard let chain else { return }
        chain.panel.device.advance(to: instant.nanoseconds)
        chain.panel.heal(at: instant)
        look(at: chain)
    }

    func stop() {
        guard let chain else { return shown.canvas.clear() }
        chain.panel.stop()
        look(at: chain)
    }

    /// Takes over what the simulated chips show.
    private func look(at chain: Chain) {
        let simulated = chain.panel.device.listener
        shown.canvas.clear()
        shown.canvas.stamp(simulated.picture, columns: 0..<simulated.size.width, at: .zero, ink: .white)
        shown.brightness = simulated.brightness
    }
}
