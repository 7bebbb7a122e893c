import Boards
import PixelGraphics
import Timelines

/// The panel of a board, simulated: frames go out on simulated wires, and the picture is what the simulated chips show.
///
/// Boards without wires show the frame itself.
package final class SimulatedPanel {
    /// The panel's picture.
    package private(set) var shown: Frame
    private let wired: (any SimulatedWiredPanel)?

    /// Creates the panel of a board; it is dark.
    package init(_ board: Board) throws {
        shown = Frame(size: board.size, format: board.format)
        wired =
            switch board.panel {
            case .picture: nil
            case .max7219(let chain): SimulatedMAX7219Panel(chain)
            case .hub75(let panels) where panels.port == .dpi: try SimulatedScanOutPanel(panels, size: board.size)
            case .hub75(let panels): try SimulatedHUB75Panel(panels, size: board.size)
            }
    }

    /// The number of errors of the driver on the wires; 0 for boards without wires.
    package var violationCount: Int { wired?.violationCount ?? 0 }
    /// When `heal` is due; nil for never.
    package var nextHealing: Instant? { wired?.nextHealing }

    /// Shows a frame and notes what the panel makes of it.
    ///
    /// - Parameter instant: the time since the sign was started.
    package func show(_ frame: Frame, at instant: Instant) throws {
        guard let wired else {
            shown = frame
            return
        }
        try wired.show(frame, at: instant)
        shown = wired.shown
    }

    /// Sends the panel again what it shows, if that is due.
    package func heal(at instant: Instant) {
        guard let wired, let due = wired.nextHealing, instant >= due else { return }
        wired.heal(at: instant)
        shown = wired.shown
    }

    /// Makes the panel dark.
    package func stop() throws {
        try wired?.stop()
        shown.canvas.clear()
    }
}
