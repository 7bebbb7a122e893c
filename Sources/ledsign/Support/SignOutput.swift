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

    /// Whether the panel only shows what it is refreshed with, again and again.
    var needsRefresh: Bool { get }

    /// Shows the frame once more; of use where `needsRefresh`.
    func refresh(at instant: Instant) throws

    /// Makes the panel dark.
    func stop() throws

    /// What was sent to the device, for `--stats`; nil where there is none.
    var counters: MAX7219PanelCounters? { get }
}

extension SignOutput {
    /// Most panels keep their picture themselves.
    var needsRefresh: Bool { false }
    func refresh(at instant: Instant) {}
}
