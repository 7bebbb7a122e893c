import PanelDrivers
import PixelGraphics
import Timelines

/// A chain of MAX7219 modules on an SPI device, as the refresh thread drives it.
///
/// Its pictures are frames: what they change is encoded against what was really sent, so a picture that was skipped harms
/// nothing.
package struct RefreshedMAX7219<Device: SPIDevice & ~Copyable>: RefreshedPanel, ~Copyable {
    /// The chain.
    package var panel: MAX7219Panel<Device>
    private var brightness: Brightness
    /// Whether no picture was shown since the start.
    private var isDark = true

    /// Creates the panel, without sending to it.
    ///
    /// - Parameter brightness: that of the dark picture with which it starts.
    package init(chain: MAX7219Chain, device: consuming Device, brightness: Brightness = .full) {
        panel = MAX7219Panel(chain: chain, device: device)
        self.brightness = brightness
    }

    /// Sets every register of every chip in one message.
    package mutating func start(at instant: Instant) throws {
        isDark = true
        try panel.start(at: instant, brightness: brightness)
    }

    /// Sends the changes of a frame in one message.
    package mutating func show(_ picture: borrowing Frame, at instant: Instant) throws {
        brightness = picture.brightness
        if isDark { panel.restartHealing(at: instant) }
        isDark = false
        try panel.show(copy picture, at: instant)
    }

    /// When all registers are sent again; never before the first picture.
    package var nextHealing: Instant? { isDark ? nil : panel.nextHealing }
    /// Sends the chips their registers again, when that is due.
    package mutating func heal(at instant: Instant) throws { if !isDark { try panel.heal(at: instant) } }
    /// Puts the chips into shutdown.
    package mutating func stop() throws { try panel.stop() }

    /// The messages that were sent.
    package var traffic: PanelTraffic {
        var traffic = PanelTraffic()
        traffic.messages = panel.messages
        traffic.bytes = panel.bytes
        traffic.healings = panel.healings
        return traffic
    }
}
