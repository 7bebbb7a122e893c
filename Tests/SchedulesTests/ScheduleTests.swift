import Schedules
import SignTestSupport
import Testing
import Timelines

@Suite struct ScheduleTests {
    private func schedule(_ text: String) throws -> Schedule { try Schedule(parsing: text) }

    @Test("C3: a time of the day begins and ends by the clocks of the zone, in winter and in summer")
    func timeOfDay() throws {
        let bakery = try schedule("mon-fri 08:00-18:00")
        // 2026-01-02 is a Friday; Berlin is an hour ahead of UTC in winter, two in summer.
        expectEqual(
            bakery.changes(after: "2026-01-02T00:00", count: 4),
            [
                "2026-01-02T07:00", "2026-01-02T17:00", "2026-01-05T07:00", "2026-01-05T17:00",
            ])
        expectEqual(bakery.changes(after: "2026-07-03T00:00", count: 2), ["2026-07-03T06:00", "2026-07-03T16:00"])
        #expect(bakery.isActive(at: utc("2026-01-02T07:00"), in: berlin))
        #expect(!bakery.isActive(at: utc("2026-01-02T17:00"), in: berlin))
        let almost = utc("2026-01-02T07:00") - .one
        #expect(!bakery.isActive(at: almost, in: berlin))
        expectEqual(bakery.nextChange(after: almost, in: berlin), utc("2026-01-02T07:00"))
    }

    @Test("C3: a time that passes midnight belongs to the day it starts on")
    func pastMidnight() throws {
        let bar = try schedule("fri 22:00-02:00")
        expectEqual(
            bar.changes(after: "2026-01-01T00:00", count: 4),
            [
                "2026-01-02T21:00", "2026-01-03T01:00", "2026-01-09T21:00", "2026-01-10T01:00",
            ])
    }

    @Test("C3: what starts in the hour that clocks leave out starts when they are set forward")
    func gap() throws {
        // 2026-03-29: 02:00 becomes 03:00 at 01:00 of UTC.
        try expectEqual(
            schedule("02:30-04:00").changes(after: "2026-03-29T00:00", count: 2),
            [
                "2026-03-29T01:00", "2026-03-29T02:00",
            ])
        try expectEqual(
            schedule("01:00-02:30").changes(after: "2026-03-28T23:30", count: 2),
            [
                "2026-03-29T00:00", "2026-03-29T01:00",
            ])
        // Nothing is left of what lies in that hour alone.
        try expectEqual(
            schedule("02:10-02:50").changes(after: "2026-03-29T00:00", count: 2),
            [
                "2026-03-30T00:10", "2026-03-30T00:50",
            ])
    }

    @Test("C3: what starts in the hour that clocks show twice starts the first time, and once")
    func overlap() throws {
        // 2026-10-25: 03:00 becomes 02:00 at 01:00 of UTC.
        try expectEqual(
            schedule("02:30-04:00").changes(after: "2026-10-24T23:00", count: 3),
            [
                "2026-10-25T00:30", "2026-10-25T03:00", "2026-10-26T01:30",
            ])
        try expectEqual(
            schedule("22:00-02:30").changes(after: "2026-10-24T19:00", count: 3),
            [
                "2026-10-24T20:00", "2026-10-25T00:30", "2026-10-25T21:00",
            ])
    }

    @Test("C3: whole days begin and end at midnight of the zone")
    func wholeDays() throws {
        try expectEqual(
            schedule("sat, sun").changes(after: "2026-03-25T00:00", count: 3),
            [
                "2026-03-27T23:00", "2026-03-29T22:00", "2026-04-03T22:00",
            ])
        try expectEqual(
            schedule("2026-12-24..2027-01-06").changes(after: "2026-01-01T00:00", count: 3),
            [
                "2026-12-23T23:00", "2027-01-06T23:00",
            ])
    }

    @Test("C3: a day that a zone leaves out has nothing (Samoa, 2011-12-30)")
    func missingDay() throws {
        let apia = zone("Pacific/Apia")
        // Apia went from 10 hours behind UTC, at 2011-12-30T10:00 of UTC, to 14 ahead of it.
        try expectEqual(
            schedule("08:00-17:00").changes(after: "2011-12-29T12:00", count: 4, in: apia),
            [
                "2011-12-29T18:00", "2011-12-30T03:00", "2011-12-30T18:00", "2011-12-31T03:00",
            ])
        #expect(try schedule("2011-12-30").nextChange(after: utc("2011-12-01T00:00"), in: apia) == nil)
    }

    @Test("C3: a birthday on 29 February is kept on the last day of February")
    func leapDay() throws {
        let birthday = try schedule("02-29")
        expectEqual(
            birthday.changes(after: "2026-01-01T00:00", count: 6, in: .utc),
            [
                "2026-02-28T00:00", "2026-03-01T00:00", "2027-02-28T00:00", "2027-03-01T00:00", "2028-02-29T00:00",
                "2028-03-01T00:00",
            ])
        try expectEqual(
            schedule("02-20..02-29").changes(after: "2100-01-01T00:00", count: 2, in: .utc),
            [
                "2100-02-20T00:00", "2100-03-01T00:00",
            ])
    }

    @Test("C3: a range of every year may pass the end of the year")
    func yearEnd() throws {
        try expectEqual(
            schedule("12-24..01-06").changes(after: "2026-01-01T00:00", count: 3, in: .utc),
            [
                "2026-01-07T00:00", "2026-12-24T00:00", "2027-01-07T00:00",
            ])
        #expect(try schedule("01-01..12-31").nextChange(after: .epoch, in: .utc) == nil)
        #expect(try schedule("03-01..02-29").nextChange(after: .epoch, in: .utc) == nil)
        try expectEqual(
            schedule("03-01..02-28").changes(after: "2027-06-01T00:00", count: 2, in: .utc),
            [
                "2028-02-29T00:00", "2028-03-01T00:00",
            ])
    }

    @Test("C3: cron rules start at minutes, for their time")
    func cron() throws {
        try expectEqual(
            schedule("cron 30 9 1 jan,jul * for 2h").changes(after: "2026-01-01T12:00", count: 4, in: .utc),
            [
                "2026-07-01T09:30", "2026-07-01T11:30", "2027-01-01T09:30", "2027-01-01T11:30",
            ])
        try expectEqual(
            schedule("cron */20 8-9 * * mon-fri").changes(after: "2026-01-02T08:35", count: 4, in: .utc),
            [
                "2026-01-02T08:40", "2026-01-02T08:41", "2026-01-02T09:00", "2026-01-02T09:01",
            ])
        // Both kinds of day are restricted: either will do. 2026-01-13 is a Tuesday.
        try expectEqual(
            schedule("cron 0 0 13 * fri for 24h").changes(after: "2026-01-10T00:00", count: 4, in: .utc),
            [
                "2026-01-13T00:00", "2026-01-14T00:00", "2026-01-16T00:00", "2026-01-17T00:00",
            ])
        #expect(try schedule("cron * * * * *").nextChange(after: .epoch, in: .utc) == nil)
        #expect(try schedule("cron 0 0 30 2 *").nextChange(after: .epoch, in: .utc) == nil)
    }

    @Test("C3: when clocks change, cron rules for every hour follow the clock, and those for some hours start once")
    func cronAndClocks() throws {
        try expectEqual(
            schedule("cron 30 2 * * * for 10min").changes(after: "2026-10-24T23:00", count: 3),
            [
                "2026-10-25T00:30", "2026-10-25T00:40", "2026-10-26T01:30",
            ])
        try expectEqual(
            schedule("cron 30 * * * * for 10min").changes(after: "2026-10-25T00:00", count: 4),
            [
                "2026-10-25T00:30", "2026-10-25T00:40", "2026-10-25T01:30", "2026-10-25T01:40",
            ])
        try expectEqual(
            schedule("cron 30 2 * * * for 10min").changes(after: "2026-03-29T00:00", count: 2),
            [
                "2026-03-29T01:00", "2026-03-29T01:10",
            ])
        try expectEqual(
            schedule("cron 30 * * * * for 10min").changes(after: "2026-03-29T00:00", count: 4),
            [
                "2026-03-29T00:30", "2026-03-29T00:40", "2026-03-29T01:30", "2026-03-29T01:40",
            ])
    }

    @Test("C3: conditions are joined by all, any and not")
    func joined() throws {
        let closed = try schedule("mon-fri 08:00-18:00; sat 09:00-13:00; not 12-24..12-26")
        // 2026-12-24 is a Thursday, 26 a Saturday.
        expectEqual(
            closed.changes(after: "2026-12-23T12:00", count: 3, in: .utc),
            [
                "2026-12-23T18:00", "2026-12-28T08:00", "2026-12-28T18:00",
            ])
        let leap = Schedule.all([try schedule("02-29"), .not(try schedule("02-28")), try schedule("08:00-09:00")])
        expectEqual(
            leap.changes(after: "2025-01-01T00:00", count: 3, in: .utc),
            [
                "2028-02-29T08:00", "2028-02-29T09:00", "2032-02-29T08:00",
            ])
        #expect(Schedule.never.nextChange(after: .epoch, in: .utc) == nil)
        #expect(Schedule.all([]).isActive(at: .epoch, in: .utc))
        try expectEqual(
            schedule("not sun").changes(after: "2026-01-01T00:00", count: 2, in: .utc),
            [
                "2026-01-04T00:00", "2026-01-05T00:00",
            ])
    }

    @Test("C3: what a message says about its times is joined, and the part of the day belongs to its first day")
    func parts() throws {
        let from = try CivilTime(parsing: "22:00")
        let to = try CivilTime(parsing: "02:00")
        let schedule = Schedule.joined(
            days: [.weekdays([.friday]), try Days(parsing: "2026-01-01..2026-12-31")], from: .clock(from),
            to: .clock(to),
            not: [try schedule("2026-01-03")])
        expectEqual(
            schedule.changes(after: "2026-01-01T00:00", count: 4, in: .utc),
            [
                "2026-01-02T22:00", "2026-01-03T00:00", "2026-01-09T22:00", "2026-01-10T02:00",
            ])
        expectEqual(Schedule.joined(), .always)
        expectEqual(Schedule.joined(from: .clock(from)), .times([DaySpan(from: from, to: .endOfDay)], on: .every))
        expectEqual(Schedule.joined(days: [.every]), .days(.every))
    }

    @Test("Conditions that contradict each other are looked through in bounded time")
    func contradiction() throws {
        let never = Schedule.all([try schedule("08:00-09:00"), try schedule("10:00-11:00")])
        var time = utc("2026-01-01T00:00")
        var looks = 0
        while let next = never.nextChange(after: time, in: berlin) {
            #expect(next > time)
            #expect(!never.isActive(at: next, in: berlin))
            time = next
            looks += 1
            if looks > 100 { break }
        }
        #expect(looks < 20)
    }
}
