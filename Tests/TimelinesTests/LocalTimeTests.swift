import SignTestSupport
import Testing
import Timelines

@Suite struct LocalTimeTests {
    /// Typed from `date -u -d @SECONDS '+%Y %m %d %H %M %S %u'`.
    private static let dates: [(Int64, [Int])] = [
        (0, [1970, 1, 1, 0, 0, 0, 4]), (951_827_696, [2000, 2, 29, 12, 34, 56, 2]),
        (1_709_251_199, [2024, 2, 29, 23, 59, 59, 4]), (1_798_761_600, [2027, 1, 1, 0, 0, 0, 5]),
        (-1, [1969, 12, 31, 23, 59, 59, 3]), (4_107_542_400, [2100, 3, 1, 0, 0, 0, 1]),
        (-2_203_891_200, [1900, 3, 1, 0, 0, 0, 4]),
    ]

    @Test("dates and times are those of the calendar, before 1970 and around leap days too", arguments: dates)
    func calendar(seconds: Int64, expected: [Int]) throws {
        let time = LocalTime(nanoseconds: seconds * 1_000_000_000)
        let date = time.date
        let day = [date.year, date.month, date.day, date.weekday.rawValue]
        expectEqual(day, [expected[0], expected[1], expected[2], expected[6]])
        expectEqual([time.hour, time.minute, time.second], Array(expected[3...5]))
        let madeDate = try #require(CivilDate(year: expected[0], month: expected[1], day: expected[2]))
        let madeTime = try #require(CivilTime(hour: expected[3], minute: expected[4], second: expected[5]))
        expectEqual(LocalTime(date: madeDate, time: madeTime), time)
        expectEqual(LocalTime(localSeconds: seconds), time)
    }

    @Test("nothing traps at the ends of time")
    func extremes() {
        for nanoseconds in [Int64.min, Int64.max, -1] {
            let time = LocalTime(nanoseconds: nanoseconds)
            #expect((1...12).contains(time.date.month) && (0...23).contains(time.hour) && time.nanosecond >= 0)
            #expect(SteadyLocalTime(time).localTime(at: .distantFuture) != nil)
        }
    }
}
