import HardwareInterfaces
import Timelines

/// How far the programs of an encoder have been played on a port that somebody else has.
///
/// The panel is dark until the first refresh, and after a stop or an error.
struct HUB75Playback: Sendable {
    private let startProgram: ScanProgram
    private let stopProgram: ScanProgram
    private let initializationProgram: ScanProgram
    private let initializationInterval: Nanoseconds?
    private var initialized = Instant.zero
    private var phase = 0
    private var isStarted = false

    /// Keeps the programs of start, stop and initialisation of an encoder; nothing is played yet.
    init(encoder: HUB75Encoder, initializationInterval: Nanoseconds?) {
        startProgram = encoder.startProgram
        stopProgram = encoder.stopProgram
        initializationProgram = encoder.initializationProgram
        self.initializationInterval = initializationInterval
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    mutating func start<Port: ScanPort & ~Copyable>(
        on port: inout Port, at instant: Instant
    ) throws(Port.Failure) {
        phase = 0
        isStarted = false
        do throws(Port.Failure) {
            try port.play(startProgram)
        } catch {
            try darken(&port, after: error)
        }
        initialized = instant
        isStarted = true
    }

    /// Shows a picture once: the next refresh of the dither cycle; starts the panels first when that was not done.
    ///
    /// Allocates nothing. After an error the panels are dark, as far as the port still obeys.
    ///
    /// - Parameter programs: those of one dither cycle; no programs play nothing.
    mutating func refresh<Port: ScanPort & ~Copyable>(
        _ programs: borrowing [ScanProgram], on port: inout Port, at instant: Instant
    ) throws(Port.Failure) {
        if !isStarted { try start(on: &port, at: instant) }
        if let initializationInterval, instant - initialized >= initializationInterval {
            do throws(Port.Failure) {
                try port.play(initializationProgram)
            } catch {
                try darken(&port, after: error)
            }
            initialized = instant
        }
        guard programs.count > 0 else { return }
        if phase >= programs.count { phase = 0 }
        do throws(Port.Failure) {
            try port.play(programs[phase])
        } catch {
            try darken(&port, after: error)
        }
        phase = phase + 1 < programs.count ? phase + 1 : 0
    }

    /// Makes the panels dark.
    mutating func stop<Port: ScanPort & ~Copyable>(on port: inout Port) throws(Port.Failure) {
        isStarted = false
        do throws(Port.Failure) {
            try port.play(stopProgram)
        } catch {
            try port.play(stopProgram)
        }
    }

    /// Makes the panels dark as far as the port still obeys, and throws the error that comes first.
    private mutating func darken<Port: ScanPort & ~Copyable>(
        _ port: inout Port, after error: Port.Failure
    ) throws(Port.Failure) {
        do throws(Port.Failure) { try stop(on: &port) } catch _ {}
        throw error
    }
}
