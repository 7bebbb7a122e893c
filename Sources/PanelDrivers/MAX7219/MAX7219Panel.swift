import HardwareInterfaces
import PixelGraphics

/// A chain of MAX7219 modules on an SPI device: shows frames by sending what they change.
public struct MAX7219Panel<Device: SPIDevice & ~Copyable>: ~Copyable {
    /// What the messages are sent to.
    public var device: Device
    private var encoder: MAX7219Encoder
    private var message: SPIMessage
    private var isStarted = false

    /// Creates the panel; nothing is sent yet.
    public init(chain: MAX7219Chain, device: consuming Device) {
        self.device = device
        encoder = MAX7219Encoder(chain: chain)
        message = encoder.makeMessage()
    }

    /// Sets every register of every chip; the panel is dark afterwards.
    public mutating func start(brightness: Brightness = .full) throws(Device.Failure) {
        isStarted = false
        encoder.encodeStart(brightness: brightness, into: &message)
        try device.send(message)
        isStarted = true
    }

    /// Shows a frame; starts the chips first when that was not done, or when the last message was not sent.
    ///
    /// Sends nothing when the frame looks like the last one. Allocates nothing.
    public mutating func show(_ frame: Frame) throws(Device.Failure) {
        if !isStarted { try start(brightness: frame.brightness) }
        encoder.encode(frame, into: &message)
        if message.isEmpty { return }
        isStarted = false
        try device.send(message)
        isStarted = true
    }

    /// Makes the panel dark; showing a frame lights it again.
    public mutating func stop() throws(Device.Failure) {
        encoder.encodeStop(into: &message)
        isStarted = false
        try device.send(message)
    }
}
