import HardwareInterfaces
import Timelines

/// Plays the programs of an encoder on a port: shows a picture for as long as it is refreshed.
///
/// The panel is dark until the first refresh, and after a stop or an error.
public struct HUB75Player<Port: ScanPort & ~Copyable>: ~Copyable {
    /// What plays the programs.
    public var port: Port
    private var playback: HUB75Playback

    /// Creates the player; nothing is played yet.
    ///
    /// - Parameters:
    ///   - encoder: whose programs are played; of it the programs of start, stop and initialisation are kept.
    ///   - initializationInterval: the time after which driver chips are set up again, between two refreshes; nil for
    ///     never.
    public init(encoder: HUB75Encoder, port: consuming Port, initializationInterval: Nanoseconds? = nil) {
        playback = HUB75Playback(encoder: encoder, initializationInterval: initializationInterval)
        self.port = port
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    public mutating func start(at instant: Instant) throws(Port.Failure) {
        try playback.start(on: &port, at: instant)
    }

    /// Shows a picture once: the next refresh of the dither cycle; starts the panels first when that was not done.
    ///
    /// Allocates nothing. After an error the panels are dark, as far as the port still obeys.
    ///
    /// - Parameter programs: those of one dither cycle; no programs play nothing.
    public mutating func refresh(_ programs: borrowing [ScanProgram], at instant: Instant) throws(Port.Failure) {
        try playback.refresh(programs, on: &port, at: instant)
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) { try playback.stop(on: &port) }
}
