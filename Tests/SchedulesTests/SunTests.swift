import Schedules
import SignTestSupport
import Testing
import Timelines

@Suite struct SunTests {
    /// Published times on the clocks of a place, to the minute.
    struct Almanac: Sendable {
        var city: String
        var latitude: Double
        var longitude: Double
        var zone: String
        var date: String
        var event: SunEvent
        var time: String
    }

    static let almanac: [Almanac] = {
        let days: [(String, Double, Double, String, String, [(SunEvent, String)])] = [
            ("London", 51.507, -0.128, "Europe/London", "2024-06-21", [(.sunrise, "04:43"), (.sunset, "21:21")]),
            ("London", 51.507, -0.128, "Europe/London", "2024-12-21", [(.sunrise, "08:04"), (.sunset, "15:53")]),
            (
                "New York", 40.713, -74.006, "America/New_York", "2024-06-20",
                [(.sunrise, "05:25"), (.sunset, "20:30")]
            ),
            (
                "New York", 40.713, -74.006, "America/New_York", "2024-12-21",
                [(.dawn, "06:46"), (.sunrise, "07:17"), (.noon, "11:54"), (.sunset, "16:32"), (.dusk, "17:03")]
            ),
            ("Berlin", 52.52, 13.405, "Europe/Berlin", "2024-06-21", [(.sunrise, "04:43"), (.sunset, "21:33")]),
            ("Berlin", 52.52, 13.405, "Europe/Berlin", "2024-12-21", [(.sunrise, "08:15"), (.sunset, "15:54")]),
            ("Sydney", -33.869, 151.209, "Australia/Sydney", "2024-12-21", [(.sunrise, "05:41"), (.sunset, "20:05")]),
            ("Sydney", -33.869, 151.209, "Australia/Sydney", "2024-06-21", [(.sunrise, "07:00"), (.sunset, "16:54")]),
            ("Tokyo", 35.69, 139.692, "Asia/Tokyo", "2024-06-21", [(.sunrise, "04:26"), (.sunset, "19:00")]),
            ("Tokyo", 35.69, 139.692, "Asia/Tokyo", "2024-12-21", [(.sunrise, "06:47"), (.sunset, "16:32")]),
            ("Quito", -0.181, -78.468, "America/Guayaquil", "2024-03-20", [(.sunrise, "06:18"), (.sunset, "18:24")]),
            // Clocks are 14 hours ahead of UTC where the sun is ten and a half behind it.
            (
                "Kiritimati", 1.87, -157.4, "Pacific/Kiritimati", "2024-03-20",
                [(.sunrise, "06:34"), (.sunset, "18:40")]
            ),
            (
                "Reykjavik", 64.147, -21.943, "Atlantic/Reykjavik", "2024-12-21",
                [(.sunrise, "11:23"), (.sunset, "15:29")]
            ),
        ]
        return days.flatMap { day in
            day.5.map {
                Almanac(
                    city: day.0, latitude: day.1, longitude: day.2, zone: day.3, date: day.4, event: $0.0, time: $0.1)
            }
        }
    }()

    @Test("The sun rises and sets when almanacs say so, within two minutes", arguments: almanac)
    func rises(entry: Almanac) throws {
        let location = try #require(Location(latitude: entry.latitude, longitude: entry.longitude))
        let rules = zone(entry.zone)
        let found = location.time(of: entry.event, on: try LocalTime(parsing: entry.date).date, in: rules)
        let expected = rules.wall(of: try LocalTime(parsing: entry.date + "T" + entry.time))
        let time = try #require(found.time, "\(entry.city)")
        let error = (time - expected).count.magnitude
        #expect(error <= 120_000_000_000, "\(entry.city) \(entry.event): \(rules.civil(at: time))")
    }

    @Test("Days without a sunrise are polar days or polar nights")
    func polar() throws {
        let tromso = try #require(Location(latitude: 69.65, longitude: 18.96))
        let oslo = zone("Europe/Oslo")
        func find(_ event: SunEvent, _ day: String) throws -> (time: WallTime?, staysAbove: Bool) {
            tromso.time(of: event, on: try LocalTime(parsing: day).date, in: oslo)
        }
        #expect(try find(.sunrise, "2024-06-21") == (nil, true))
        #expect(try find(.sunset, "2024-12-21") == (nil, false))
        // Twilight comes even then, and in summer no night.
        #expect(try find(.dawn, "2024-12-21").time != nil)
        #expect(try find(.dusk, "2024-06-21") == (nil, true))
        for latitude in [-90.0, 90] {
            let pole = try #require(Location(latitude: latitude, longitude: 0))
            let june = pole.time(of: .sunrise, on: try LocalTime(parsing: "2024-06-21").date, in: .utc)
            #expect(june == (nil, latitude > 0))
        }
    }

    @Test("Places beyond the poles and the date line are none")
    func places() {
        #expect(Location(latitude: 90.1, longitude: 0) == nil)
        #expect(Location(latitude: 0, longitude: -181) == nil)
        #expect(Location(latitude: .nan, longitude: 0) == nil)
    }
}
