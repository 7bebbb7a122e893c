import PixelGraphics
import Timelines

/// The wires of a board and simulated chips behind them, which show the frames that they understand.
protocol SimulatedSign: AnyObject {
    /// What the panel shows.
    var shown: Frame { get }
    /// How often the driver did wrong on the wires.
    var violationCount: Int { get }
    /// When `heal` is due; nil for never.
    var nextHealing: Instant? { get }

    /// Sends a frame at an instant and takes over what the panel makes of it.
    func show(_ frame: Frame, at instant: Instant) throws
    /// Tells the panel again what it shows, when that is due.
    func heal(at instant: Instant)
    /// Makes the panel dark.
    func stop() throws
}
