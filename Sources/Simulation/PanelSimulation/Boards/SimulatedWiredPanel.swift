import PixelGraphics
import Timelines

/// A panel behind simulated wires: a driver of PanelDrivers sends frames, and simulated chips show what they decode.
protocol SimulatedWiredPanel: AnyObject {
    /// What the panel shows.
    var shown: Frame { get }
    /// The number of errors of the driver on the wires.
    var violationCount: Int { get }
    /// When `heal` is due; nil for never.
    var nextHealing: Instant? { get }

    /// Sends a frame at an instant and notes what the panel shows then.
    func show(_ frame: Frame, at instant: Instant) throws
    /// Sends the panel again what it shows.
    func heal(at instant: Instant)
    /// Makes the panel dark.
    func stop() throws
}
