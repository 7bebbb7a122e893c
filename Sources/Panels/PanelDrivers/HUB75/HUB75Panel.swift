import PixelGraphics
import Timelines

/// HUB75 panels with their encoder and their player: shows a frame for as long as it is refreshed.
///
/// Where one thread encodes and another plays, they use a `HUB75Encoder` and a `HUB75Player` of their own.
public struct HUB75Panel<Port: ScanPort & ~Copyable>: ~Copyable {
    /// What makes the programs.
    public private(set) var encoder: HUB75Encoder
    /// What plays the programs, with its port.
    public var player: HUB75Player<Port>
    private var limiter: CurrentLimiter?

    /// Creates the panels; it plays no program yet.
    ///
    /// - Parameters:
    ///   - limiter: keeps the current below a budget, or nil.
    ///   - initializationInterval: the time after which driver chips are set up again, between two refreshes; nil for
    ///     never.
    public init(
        encoder: HUB75Encoder, port: consuming Port, limiter: CurrentLimiter? = nil,
        initializationInterval: Nanoseconds? = nil
    ) {
        player = HUB75Player(encoder: encoder, port: port, initializationInterval: initializationInterval)
        self.encoder = encoder
        self.limiter = limiter
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    public mutating func start(at instant: Instant) throws(Port.Failure) { try player.start(at: instant) }

    /// Shows a frame from the next refresh on, darker where it would draw more current than it may; does not allocate.
    public mutating func show(_ frame: consuming Frame) {
        if limiter != nil, let brightness = limiter?.brightness(of: frame) {
            frame.brightness = brightness
        }
        encoder.encode(frame)
    }

    /// Shows the frame once: the next refresh of the dither cycle; starts the panels first if they are not started.
    ///
    /// Does not allocate. After an error the panels are dark, as far as the port still obeys.
    public mutating func refresh(at instant: Instant) throws(Port.Failure) {
        try player.refresh(encoder.programs, at: instant)
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) { try player.stop() }
}
