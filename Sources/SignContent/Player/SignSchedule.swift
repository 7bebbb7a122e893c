import Schedules
import Timelines

/// Which messages of a sign may be shown at a time.
struct SignSchedule {
    /// When the next of them begins or ends, as far as the clock is known; nil for never.
    private(set) var nextDecision: Instant?
    private var reading: WallReading?

    init(_ file: SignFile) {}

    /// Decides for a reading of the clock.
    mutating func decide(_ reading: WallReading) { self.reading = reading }

    /// Whether a message may be shown.
    func isActive(_ message: SignMessage) -> Bool { true }

    /// Whether the clock shows something else than that of the last decision led to expect.
    func isOutdated(_ reading: () -> WallReading) -> Bool { false }
}
