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
    /// Does not allocate. After an error the panels are dark, as far as the port still responds.
    public mutating func refresh(at instant: Instant) throws(Port.Failure) {
        try player.refresh(encoder.programs, at: instant)
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) { try player.stop() }
}

/// Plays the programs of an encoder on a port: shows a picture for as long as it is refreshed.
///
/// The panel is dark until the first refresh, and after a stop or an error.
public struct HUB75Player<Port: ScanPort & ~Copyable>: ~Copyable {
    /// What plays the programs.
    public var port: Port
    private let startProgram: ScanProgram
    private let stopProgram: ScanProgram
    private let initializationProgram: ScanProgram
    private let initializationInterval: Nanoseconds?
    private var initialized = Instant.zero
    private var phase = 0
    private var isStarted = false

    /// Creates the player; it plays no program yet.
    ///
    /// - Parameters:
    ///   - encoder: whose programs are played; the player keeps its programs of start, stop and initialisation.
    ///   - initializationInterval: the time after which driver chips are set up again, between two refreshes; nil for
    ///     never.
    public init(encoder: HUB75Encoder, port: consuming Port, initializationInterval: Nanoseconds? = nil) {
        startProgram = encoder.startProgram
        stopProgram = encoder.stopProgram
        initializationProgram = encoder.initializationProgram
        self.initializationInterval = initializationInterval
        self.port = port
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    public mutating func start(at instant: Instant) throws(Port.Failure) {
        phase = 0
        isStarted = false
        try play(startProgram)
        initialized = instant
        isStarted = true
    }

    /// Shows a picture once: the next refresh of the dither cycle; starts the panels first if they are not started.
    ///
    /// Does not allocate. After an error the panels are dark, as far as the port still responds.
    ///
    /// - Parameter programs: those of one dither cycle; an empty list plays nothing.
    public mutating func refresh(_ programs: borrowing [ScanProgram], at instant: Instant) throws(Port.Failure) {
        if !isStarted { try start(at: instant) }
        if let initializationInterval, instant - initialized >= initializationInterval {
            try play(initializationProgram)
            initialized = instant
        }
        guard programs.count > 0 else { return }
        if phase >= programs.count { phase = 0 }
        try play(programs[phase])
        phase = phase + 1 < programs.count ? phase + 1 : 0
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) {
        isStarted = false
        do throws(Port.Failure) {
            try port.play(stopProgram)
        } catch {
            try port.play(stopProgram)
        }
    }

    /// Plays a program; after an error the panels are dark, as far as the port still responds.
    private mutating func play(_ program: ScanProgram) throws(Port.Failure) {
        do throws(Port.Failure) {
            try port.play(program)
        } catch {
            do throws(Port.Failure) { try stop() } catch _ {}
            throw error
        }
    }
}
