import HardwareInterfaces
import PixelGraphics
import Timelines

/// HUB75 panels with their encoder on a port: shows a frame for as long as it is refreshed.
///
/// The panel is dark until the first refresh, and after a stop or an error. Where one thread encodes and another plays, they
/// use a `HUB75Encoder` and a `HUB75Player` of their own.
public struct HUB75Panel<Port: ScanPort & ~Copyable>: ~Copyable {
    /// What makes the programs.
    public private(set) var encoder: HUB75Encoder
    /// What plays the programs.
    ///
    /// Stored, because Swift 6.0.3 cannot compile reads through an accessor of a type that cannot be copied.
    public var port: Port
    private var playback: HUB75Playback
    private var limiter: CurrentLimiter?

    /// Creates the panels; nothing is played yet.
    ///
    /// - Parameters:
    ///   - limiter: keeps the current below a budget, or nil.
    ///   - initializationInterval: the time after which driver chips are set up again, between two refreshes; nil for
    ///     never.
    public init(
        encoder: HUB75Encoder, port: consuming Port, limiter: CurrentLimiter? = nil,
        initializationInterval: Nanoseconds? = nil
    ) {
        playback = HUB75Playback(encoder: encoder, initializationInterval: initializationInterval)
        self.port = port
        self.encoder = encoder
        self.limiter = limiter
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    public mutating func start(at instant: Instant) throws(Port.Failure) {
        try playback.start(on: &port, at: instant)
    }

    /// Shows a frame from the next refresh on, darker where it would draw more current than it may; allocates nothing.
    public mutating func show(_ frame: consuming Frame) {
        if limiter != nil, let brightness = limiter?.brightness(of: frame) {
            frame.brightness = brightness
        }
        encoder.encode(frame)
    }

    /// Shows the frame once: the next refresh of the dither cycle; starts the panels first when that was not done.
    ///
    /// Allocates nothing. After an error the panels are dark, as far as the port still obeys.
    public mutating func refresh(at instant: Instant) throws(Port.Failure) {
        try playback.refresh(encoder.programs, on: &port, at: instant)
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) { try playback.stop(on: &port) }
}
