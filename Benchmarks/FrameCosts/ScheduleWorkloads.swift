import Schedules
import Timelines

extension Workload {
    /// Decisions by the wall clock, with 2,000 events that recur.
    static let schedules = [
        Workload(name: "load-calendar", summary: "read a calendar of 2,000 events that recur") { repetitions, _ in
            let bytes = Array(BusyCalendar.text.utf8)
            try repetitions.run { _ in try CalendarFile(parsing: bytes).events.count }
        },
        Workload(name: "decide", summary: "a decision and the next change, from one change to the next") {
            repetitions, _ in
            var book = try BusyCalendar.book()
            var time = BusyCalendar.start
            _ = book.decide(at: time)
            repetitions.run { _ in
                let decision = book.decide(at: time)
                time = decision.nextChange ?? BusyCalendar.start
                return decision.active.count
            }
        },
        Workload(
            name: "decide-over-years", summary: "two decisions of a sign that slept for nine hours, over ten years"
        ) {
            repetitions, _ in
            var book = try BusyCalendar.book()
            let years = Int64(10 * 366 * 86_400)
            repetitions.run { index in
                // Nine hours on, whose changes are caught up with, and then at the next change.
                let jump = BusyCalendar.start + .seconds(Int64(index) * years / 10_000)
                let next = book.decide(at: jump).nextChange ?? jump
                return book.decide(at: next).active.count
            }
        },
        Workload(name: "decide-first", summary: "the first decision, which asks all, at any time of ten years") {
            repetitions, _ in
            let book = try BusyCalendar.book()
            repetitions.run { index in
                var fresh = book
                let days = Int64(index) * 7_919 % 3_652
                return fresh.decide(at: BusyCalendar.start + .seconds(days * 86_400 + 30_000)).active.count
            }
        },
    ]
}

/// 2,000 events of every kind that recurs, and a sign's own rules beside them.
private enum BusyCalendar {
    /// 2026-01-01 at 00:00 of UTC.
    static let start = WallTime(seconds: 1_767_225_600)

    private static let rules = [
        "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY", "FREQ=DAILY;INTERVAL=3",
        "FREQ=MONTHLY;BYMONTHDAY=-1,15", "FREQ=YEARLY;BYMONTH=3,9;BYDAY=1SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA",
        "FREQ=DAILY;BYHOUR=8,18;BYMONTH=6,7,8", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=TU",
        "FREQ=WEEKLY;UNTIL=20340101T000000Z",
    ]

    static let text: String = {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"]
        for number in 0..<2_000 {
            let zone = number % 4 == 0 ? "America/New_York" : "Europe/Berlin"
            let day = "2025" + two(number % 12 + 1) + two(number % 28 + 1)
            let time = "T" + two(number % 24) + two(number % 60) + "00"
            lines += [
                "BEGIN:VEVENT", "UID:\(number)", "DTSTART;TZID=\(zone):\(day)\(time)", "DURATION:PT\(number % 90 + 5)M",
            ]
            lines += ["RRULE:\(rules[number % rules.count])", "SUMMARY:Event \(number) of the house", "END:VEVENT"]
        }
        return (lines + ["END:VCALENDAR"]).joined(separator: "\r\n") + "\r\n"
    }()

    /// The events, with twenty schedules of other kinds among them.
    static func book() throws -> ScheduleBook {
        let file = try CalendarFile(parsing: Array(text.utf8))
        let texts = [
            "mon-fri 08:00-18:00; sat 09:00-13:00", "12-24..12-26", "daily 22:00-06:00", "2026-06-01..2030-08-31",
        ]
        let own = try (0..<20).map { try Schedule(parsing: texts[$0 % texts.count]) }
        return ScheduleBook(file.schedules + own, zone: try ZoneRules.named("Europe/Berlin"))
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
