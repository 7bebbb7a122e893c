import Boards
import HardwareInterfaces
import PanelDrivers
import PixelGraphics
import Timelines

/// HUB75 panels on a port of this machine, as an output of the sign.
final class HUB75DevicePanel<Port: ScanPort & ~Copyable>: SignOutput {
    private var panel: HUB75Panel<Port>

    /// Sets the panels up and leaves them dark until the first refresh.
    init(_ board: HUB75Board, encoder: HUB75Encoder, port: consuming Port) throws {
        panel = HUB75Panel(
            encoder: encoder, port: port, limiter: board.limiter,
            initializationInterval: board.reinitialiseInterval.map { Nanoseconds($0) })
        try panel.start(at: .zero)
    }

    var nextHealing: Instant? { nil }
    var counters: MAX7219PanelCounters? { nil }
    var needsRefresh: Bool { true }
    func show(_ frame: Frame, at instant: Instant) { panel.show(frame) }
    func heal(at instant: Instant) {}
    func refresh(at instant: Instant) throws { try panel.refresh(at: instant) }
    func stop() throws { try panel.stop() }
}
