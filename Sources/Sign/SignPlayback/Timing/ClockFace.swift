import Marquee
import Schedules
import SignFiles
import Timelines

/// The wall clock in a zone of time, for clocks that are drawn.
///
/// It goes by the last reading that it was given, so that pictures are functions of the instant until the next one.
///
/// Sendable because the ticks that go by it have to be, and unchecked because nothing guards it: a player makes its own, and
/// only the thread that takes the player's decisions and draws it, which is one at a time, reads or changes it. A lock has
/// no place where pictures are drawn.
final class ClockFace: LocalTimeSource, @unchecked Sendable {
    private var reading: WallReading
    private var zone: ZoneRules
    /// Grows when the clock is set, or becomes right.
    private(set) var revision = 0
    /// Whether something wanted to show the time and could not, because the clock was not right.
    private(set) var isMissed = false
    /// What slewing and rounding may make of a clock between two readings without being worth a picture.
    private static let tolerance = Nanoseconds.milliseconds(5)

    /// A clock that has not been set.
    convenience init() {
        self.init(WallReading(monotonic: .zero, wall: .epoch, isSynchronized: false), zone: .utc)
    }

    init(_ reading: WallReading, zone: ZoneRules) {
        self.reading = reading
        self.zone = zone
    }

    /// Takes a new reading of the clock.
    func take(_ new: WallReading) {
        guard !reading.leads(to: new, within: Self.tolerance) else { return }
        reading = new
        revision += 1
        if new.isSynchronized { isMissed = false }
    }

    /// Shows the clocks of another zone.
    func take(_ zone: ZoneRules) {
        guard zone != self.zone else { return }
        self.zone = zone
        revision += 1
    }

    /// Forgets that a clock was missed, because other things are shown from now on.
    func forgetMissed() { isMissed = false }

    func localTime(at instant: Instant) -> LocalTime? {
        guard reading.isSynchronized else {
            isMissed = true
            return nil
        }
        let wall = reading.wall(at: instant)
        let ahead = Nanoseconds.seconds(Int64(zone.secondsAheadOfUTC(at: wall)))
        return LocalTime(nanoseconds: (Nanoseconds(wall.nanoseconds) + ahead).count)
    }
}
