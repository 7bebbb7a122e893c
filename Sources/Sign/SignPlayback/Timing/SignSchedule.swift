import Schedules
import SignFiles
import Timelines

/// Which messages of a sign may be shown at a time.
struct SignSchedule {
    /// When the next of them begins or ends, as far as the clock is known; nil for never.
    private(set) var nextDecision: Instant?
    private var book: ScheduleBook
    private var numbers: [Schedule: Int] = [:]
    private var active: Set<Int> = []
    private var reading: WallReading?

    /// What slewing may make of a clock between two decisions without being worth another one.
    private static let tolerance = Nanoseconds.milliseconds(20)

    /// Takes the schedules of messages.
    init(_ schedules: [Schedule], zone: ZoneRules) {
        var distinct: [Schedule] = []
        for schedule in schedules where numbers[schedule] == nil {
            numbers[schedule] = distinct.count
            distinct.append(schedule)
        }
        book = ScheduleBook(distinct, zone: zone)
    }

    /// The number of a message's schedule; nil for one that is always shown.
    func number(of schedule: Schedule?) -> Int? { schedule.map { numbers[$0] ?? -1 } }

    /// Decides for a reading of the clock; nothing that has a schedule is shown until that is known to be right.
    mutating func decide(_ reading: WallReading) {
        self.reading = reading
        guard !book.schedules.isEmpty else { return }
        guard reading.isSynchronized else {
            active = []
            nextDecision = reading.monotonic + synchronizationInterval
            return
        }
        let decision = book.decide(at: reading.wall)
        active = Set(decision.active)
        nextDecision = decision.nextChange.map { max(reading.instant(of: $0), reading.monotonic + .one) }
    }

    /// Whether a message with a schedule of a number may be shown.
    func isActive(_ number: Int?) -> Bool { number.map(active.contains) ?? true }

    /// Whether a message with a schedule of a number will never be shown again, as far as the clock is known.
    func isOver(_ number: Int?) -> Bool {
        guard let number, reading?.isSynchronized ?? false else { return false }
        return book.isOver(number)
    }

    /// Whether the clock shows something else than that of the last decision led to expect.
    func isOutdated(_ reading: WallReading) -> Bool {
        guard let last = self.reading else { return true }
        guard reading.isSynchronized == last.isSynchronized else { return true }
        let difference = reading.wall - last.wall(at: reading.monotonic)
        return difference > Self.tolerance || difference < .zero - Self.tolerance
    }
}
