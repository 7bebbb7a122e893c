import PanelDrivers
import PixelGraphics
import Timelines

/// Something that shows the frames of a sign: a device, or simulated wires.
protocol SignOutput: AnyObject {
    /// Shows a frame; sends what it changes.
    ///
    /// - Parameter instant: the time since the sign was started.
    func show(_ frame: Frame, at instant: Instant) throws

    /// When `heal` is due, unless frames that change make it later; nil for never.
    var nextHealing: Instant? { get }

    /// Tells the panel again what it shows, when that is due.
    func heal(at instant: Instant) throws

    /// Makes the panel dark.
    func stop() throws

    /// What was sent to the device, for `--stats`; nil where there is none.
    var counters: MAX7219PanelCounters? { get }
}
