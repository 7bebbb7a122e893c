import HardwareInterfaces
import PixelGraphics
import Timelines

/// HUB75 panels on a port that plays scan programs: shows a frame for as long as it is refreshed.
///
/// The panel is dark until the first refresh, and after a stop or an error.
public struct HUB75Panel<Port: ScanPort & ~Copyable>: ~Copyable {
    /// What plays the programs.
    public var port: Port
    /// What makes them.
    public private(set) var encoder: HUB75Encoder
    private var limiter: CurrentLimiter?
    private let initializationInterval: Nanoseconds?
    private var initialized = Instant.zero
    private var phase = 0
    private var isStarted = false

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
        self.encoder = encoder
        self.port = port
        self.limiter = limiter
        self.initializationInterval = initializationInterval
    }

    /// Darkens the panels, sets their driver chips up, and begins the dither cycle.
    public mutating func start(at instant: Instant) throws(Port.Failure) {
        phase = 0
        isStarted = false
        try playOrDarken(.start)
        initialized = instant
        isStarted = true
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
        if !isStarted { try start(at: instant) }
        if let initializationInterval, instant - initialized >= initializationInterval {
            try playOrDarken(.initialization)
            initialized = instant
        }
        try playOrDarken(.phase(phase))
        phase = phase + 1 < encoder.programs.count ? phase + 1 : 0
    }

    /// Makes the panels dark.
    public mutating func stop() throws(Port.Failure) {
        isStarted = false
        do throws(Port.Failure) {
            try port.play(encoder.stopProgram)
        } catch {
            try port.play(encoder.stopProgram)
        }
    }

    private enum Program {
        case start
        case initialization
        case phase(Int)
    }

    private mutating func playOrDarken(_ program: Program) throws(Port.Failure) {
        do throws(Port.Failure) {
            switch program {
            case .start: try port.play(encoder.startProgram)
            case .initialization: try port.play(encoder.initializationProgram)
            case .phase(let number): try port.play(encoder.programs[number])
            }
        } catch {
            // The first error is the one that is told.
            do throws(Port.Failure) { try stop() } catch _ {}
            throw error
        }
    }
}
