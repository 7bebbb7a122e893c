import HardwareInterfaces
import PanelDrivers
import PixelGraphics
import Timelines

/// A MAX7219 chain on a device, as an output of the sign.
final class DevicePanel<Device: SPIDevice & ~Copyable>: SignOutput {
    private var panel: MAX7219Panel<Device>

    /// Starts the chips: the panel is dark until the first frame.
    init(chain: MAX7219Chain, device: consuming Device, brightness: Brightness) throws {
        panel = MAX7219Panel(chain: chain, device: device)
        try panel.start(at: .zero, brightness: brightness)
    }

    func show(_ frame: Frame, at instant: Instant) throws { try panel.show(frame, at: instant) }
    var nextHealing: Instant? { panel.nextHealing }
    func heal(at instant: Instant) throws { try panel.heal(at: instant) }
    func stop() throws { try panel.stop() }
    var counters: MAX7219PanelCounters? { panel.counters }
}
