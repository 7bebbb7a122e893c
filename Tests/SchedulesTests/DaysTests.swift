import Schedules
import SignTestSupport
import Testing
import Timelines

/// Weeks with even and odd numbers, and days of the week in every month.
@Suite struct DaysTests {
    @Test(
        "C3: even and odd weeks, and the first to last days of months, begin and end when the calendar says"
    )
    func changes() throws {
        // Week 2 of 2026 begins on Monday, 5 January; week 53 on 28 December, and week 1 of 2027 follows it.
        let even = try Schedule(parsing: "even weeks mon 08:00-09:00")
        expectEqual(
            even.changes(after: "2026-01-01T00:00", count: 4, in: .utc),
            ["2026-01-05T08:00", "2026-01-05T09:00", "2026-01-19T08:00", "2026-01-19T09:00"])
        let odd = try Schedule(parsing: "odd weeks")
        expectEqual(
            odd.changes(after: "2026-12-15T00:00", count: 4, in: .utc),
            ["2026-12-21T00:00", "2026-12-28T00:00", "2027-01-11T00:00", "2027-01-18T00:00"])
        let market = try Schedule(parsing: "First Sat, third sat 10:00-12:00; last fri")
        expectEqual(
            market.changes(after: "2026-03-01T00:00", count: 8, in: .utc),
            [
                "2026-03-07T10:00", "2026-03-07T12:00", "2026-03-21T10:00", "2026-03-21T12:00",
                "2026-03-27T00:00",
                "2026-03-28T00:00", "2026-04-04T10:00", "2026-04-04T12:00",
            ])
        let days = try Schedule.joined(days: [
            Days(parsing: "odd weeks, second tue"), Days(parsing: "04-01..04-20"),
        ])
        // 14 April is the second Tuesday, in week 16; weeks 15 and 17 begin on 6 and 20 April.
        expectEqual(
            days.changes(after: "2026-03-31T12:00", count: 6, in: .utc),
            [
                "2026-04-06T00:00", "2026-04-13T00:00", "2026-04-14T00:00", "2026-04-15T00:00",
                "2026-04-20T00:00",
                "2026-04-21T00:00",
            ])
    }

    /// The number of a day's week by the week of 4 January, which is the first of its year.
    private func week(of day: Int) -> Int {
        func monday(_ day: Int) -> Int { day - CivilDate.weekdayIndex(day) }
        let year = CivilDate(dayNumber: day).year
        let starts = (year - 1...year + 1).map {
            monday(CivilDate.dayNumber(year: $0, month: 1, day: 4))
        }
        return (monday(day) - (starts.last { $0 <= day } ?? 0)) / 7 + 1
    }

    @Test("on every day of 30 years they are what a plain count of weeks and days says")
    func model() throws {
        let first = CivilDate.dayNumber(year: 2020, month: 1, day: 1)
        let words = ["first", "second", "third", "fourth", "last"]
        let schedules = try ["even weeks", "odd weeks"].map { try Schedule(parsing: $0) }
        let thursdays = try words.map { try Schedule(parsing: "\($0) thu") }
        var seen = 0
        for day in first..<first + 10_958 {
            let noon = WallTime(seconds: Int64(day) * 86_400 + 43_200)
            let isEven = week(of: day) % 2 == 0
            expectEqual(schedules.map { $0.isActive(at: noon, in: .utc) }, [isEven, !isEven], "\(day)")
            let date = CivilDate(dayNumber: day).components
            if date.day == 1 { seen = 0 }
            let isThursday = CivilDate.weekdayIndex(day) == 3
            if isThursday { seen += 1 }
            let isLast = CivilDate(dayNumber: day + 7).components.month != date.month
            let expected = (1...4).map { isThursday && seen == $0 } + [isThursday && isLast]
            expectEqual(thursdays.map { $0.isActive(at: noon, in: .utc) }, expected, "\(day)")
        }
    }
}
