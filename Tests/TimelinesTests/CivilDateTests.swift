import SignTestSupport
import Testing
import Timelines

@Suite struct CivilDateTests {
    @Test("Every day from 1678 to 2261 has its number, its components and its weekday, one after the other")
    func allDays() {
        var expected = (year: 1678, month: 1, day: 1)
        // 1678-01-01 was a Saturday.
        var weekday = 5
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var wrong: [String] = []
        for number in CivilDate.first.dayNumber...CivilDate.last.dayNumber {
            let date = CivilDate(dayNumber: number)
            let found = date.components
            let back = CivilDate(year: expected.year, month: expected.month, day: expected.day)?.dayNumber
            if found != expected || back != number || date.weekday.rawValue != weekday + 1 { wrong.append("\(date)") }
            weekday = (weekday + 1) % 7
            let isLeap = expected.year % 400 == 0 || expected.year % 4 == 0 && expected.year % 100 != 0
            let length = expected.month == 2 && isLeap ? 29 : lengths[expected.month - 1]
            expected.day += 1
            if expected.day > length { expected = (expected.year, expected.month + 1, 1) }
            if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
        }
        #expect(wrong.isEmpty)
        #expect(expected == (2262, 1, 1))
    }

    @Test("Days that there are not are none; sums stay within the calendar")
    func bounds() {
        #expect(CivilDate(year: 2026, month: 2, day: 29) == nil)
        expectEqual(CivilDate(year: 2028, month: 2, day: 29)?.description, "2028-02-29")
        #expect(CivilDate(year: 2100, month: 2, day: 29) == nil)
        #expect(CivilDate(year: 1677, month: 1, day: 1) == nil)
        #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
        expectEqual(CivilDate.last.adding(days: .max), .last)
        expectEqual(CivilDate.first.adding(days: .min), .first)
        #expect(CivilTime(hour: 24, minute: 1) == nil)
        expectEqual(CivilTime(hour: 24, minute: 0), .endOfDay)
    }
}
