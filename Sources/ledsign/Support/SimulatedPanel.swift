import Boards
import PanelDrivers
import PixelGraphics
import Timelines

/// What a board's panel shows when it is driven: the frames go out to simulated wires and what comes back is what the
/// simulated chips make of them.
///
/// Boards without wires show the frame itself.
final class SimulatedPanel {
    /// The panel's picture.
    private(set) var shown: Frame
    private let sign: (any SimulatedSign)?

    /// Creates the panel of a board; it is dark.
    init(_ board: Board) throws {
        shown = Frame(size: board.size, format: board.format)
        sign =
            switch board.panel {
            case .picture: nil
            case .max7219(let board): SimulatedMAX7219Sign(board)
            case .hub75(let hub75): try SimulatedHUB75Sign(hub75, size: board.size)
            }
    }

    /// How often the driver did wrong on the wires; 0 for boards without wires.
    var violationCount: Int { sign?.violationCount ?? 0 }
    /// When `heal` is due; nil for never.
    var nextHealing: Instant? { sign?.nextHealing }

    /// Shows a frame and notes what the panel makes of it.
    ///
    /// - Parameter instant: the time since the sign was started.
    func show(_ frame: Frame, at instant: Instant) throws {
        guard let sign else {
            shown = frame
            return
        }
        try sign.show(frame, at: instant)
        shown = sign.shown
    }

    /// Tells the panel again what it shows, when that is due.
    func heal(at instant: Instant) {
        guard let sign, let due = sign.nextHealing, instant >= due else { return }
        sign.heal(at: instant)
        shown = sign.shown
    }

    /// Makes the panel dark.
    func stop() throws {
        try sign?.stop()
        shown.canvas.clear()
    }
}
