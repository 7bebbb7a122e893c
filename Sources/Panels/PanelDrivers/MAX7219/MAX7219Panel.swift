import PixelGraphics
import Timelines

/// A chain of MAX7219 modules on an SPI device: shows frames by sending what they change, and heals chips that were
/// disturbed.
public struct MAX7219Panel<Device: SPIDevice & ~Copyable>: ~Copyable {
    /// The device that gets the messages.
    public var device: Device
    private var encoder: MAX7219Encoder
    private var message: SPIMessage
    private var isStarted = false
    /// The messages sent so far: starts, frames that changed something, healings, stops.
    public private(set) var messages = 0
    /// The bytes of all messages.
    public private(set) var bytes = 0
    /// The messages that wrote unchanged registers again because it was due.
    public private(set) var healings = 0

    /// Creates the panel; no message is sent yet.
    public init(chain: MAX7219Chain, device: consuming Device) {
        let transfers = device.transfersPerCall(ofLength: chain.transferLength)
        self.device = device
        encoder = MAX7219Encoder(chain: chain, transfersPerCall: transfers)
        message = encoder.makeMessage()
    }

    /// Sets every register of every chip; the panel is dark afterwards.
    public mutating func start(at instant: Instant, brightness: Brightness = .full) throws(Device.Failure) {
        encoder.encodeStart(at: instant, brightness: brightness, into: &message)
        try send()
    }

    /// Shows a frame; starts the chips first if they are not started, or if the last message was not sent.
    ///
    /// Sends no message if the frame looks like the last one. Does not allocate.
    public mutating func show(_ frame: Frame, at instant: Instant) throws(Device.Failure) {
        if !isStarted { try start(at: instant, brightness: frame.brightness) }
        encoder.encode(frame, at: instant, into: &message)
        try send()
    }

    /// Counts all registers as written at an instant: for the first picture that is shown some time after the start.
    public mutating func restartHealing(at instant: Instant) { encoder.restartHealing(at: instant) }

    /// When `heal(at:)` is due, unless frames that change make it later; nil while the panel is not started.
    public var nextHealing: Instant? { isStarted ? encoder.nextHealing : nil }

    /// Writes all registers of all chips again when that is due; otherwise sends no message.
    ///
    /// Does not allocate.
    public mutating func heal(at instant: Instant) throws(Device.Failure) {
        guard let nextHealing, instant >= nextHealing else { return }
        encoder.encodeHealing(at: instant, into: &message)
        try send()
        healings += 1
    }

    /// Makes the panel dark; showing a frame lights it again.
    public mutating func stop() throws(Device.Failure) {
        encoder.encodeStop(into: &message)
        try send()
        isStarted = false
    }

    /// Sends the message; chips whose state is unknown after an error are not started.
    private mutating func send() throws(Device.Failure) {
        if message.isEmpty { return }
        isStarted = false
        try device.send(message)
        isStarted = true
        messages += 1
        bytes += message.count
    }
}
