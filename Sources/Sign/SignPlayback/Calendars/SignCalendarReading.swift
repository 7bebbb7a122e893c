import Schedules

/// Reads a calendar, and looks at all of its events for the first time, in small steps.
struct SignCalendarReading {
    private var reading: CalendarReading
    private var document: SignCalendarDocument?
    private let zone: ZoneRules
    private let time: WallTime?

    /// Begins to read a calendar; the parameters are those of ``SignCalendarDocument``.
    init(_ bytes: [UInt8], zone: ZoneRules, at time: WallTime?) throws(CalendarError) {
        reading = try CalendarReading(bytes)
        self.zone = zone
        // A little earlier, because the sign may be drawing for an instant that has passed already.
        self.time = time.map { $0 - .seconds(5) }
    }

    /// Takes a step; returns the calendar with the last one.
    mutating func step() throws(CalendarError) -> SignCalendarDocument? {
        guard document != nil else {
            guard let file = try reading.step() else { return nil }
            document = SignCalendarDocument(file, zone: zone)
            return time == nil ? document : nil
        }
        // In place, because the book is large.
        var looks = 1
        guard let time, document?.book.decide(at: time, looks: &looks) == nil else { return document }
        return nil
    }
}
