import HardwareInterfaces
import PanelDrivers
import PixelGraphics
import Timelines

/// A chain of MAX7219 modules on an SPI device, as the refresh thread drives it.
///
/// Its pictures are frames: what they change is encoded against what was really sent, so a picture that was skipped harms
/// nothing.
public struct RefreshedMAX7219<Device: SPIDevice & ~Copyable>: RefreshedPanel, ~Copyable {
    /// The chain.
    public var panel: MAX7219Panel<Device>
    private var brightness: Brightness
    /// Whether nothing was shown since the start.
    private var isDark = true

    /// Creates the panel; nothing is sent yet.
    ///
    /// - Parameter brightness: that of the dark picture with which it starts.
    public init(chain: MAX7219Chain, device: consuming Device, brightness: Brightness = .full) {
        panel = MAX7219Panel(chain: chain, device: device)
        self.brightness = brightness
    }

    /// Sets every register of every chip, by one message.
    public mutating func start(at instant: Instant) throws {
        isDark = true
        try panel.start(at: instant, brightness: brightness)
    }

    /// Sends what a frame changes, by one message.
    public mutating func show(_ picture: borrowing Frame, at instant: Instant) throws {
        brightness = picture.brightness
        if isDark { panel.restartHealing(at: instant) }
        isDark = false
        try panel.show(copy picture, at: instant)
    }

    /// Nothing: the chips keep their picture.
    public mutating func refresh(_ picture: borrowing Frame, at instant: Instant) throws {}
    /// False: the chips keep their picture.
    public var needsRefresh: Bool { false }
    /// When all registers have to be told again; never before the first picture.
    public var nextHealing: Instant? { isDark ? nil : panel.nextHealing }
    /// Tells the chips again what they hold, when that is due.
    public mutating func heal(at instant: Instant) throws { if !isDark { try panel.heal(at: instant) } }
    /// Puts the chips into shutdown.
    public mutating func stop() throws { try panel.stop() }

    /// The messages that were sent.
    public var traffic: PanelTraffic {
        var traffic = PanelTraffic()
        traffic.messages = panel.counters.messages
        traffic.bytes = panel.counters.bytes
        traffic.healings = panel.counters.healings
        return traffic
    }
}
