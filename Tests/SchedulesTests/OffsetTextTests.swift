import Schedules
import SignTestSupport
import Testing
import Timelines

/// Times with their offset, and since when a schedule is active.
@Suite struct OffsetTextTests {
    @Test(
        "Times are written as in RFC 3339, with the offset of that time, and old offsets rounded down to minutes",
        arguments: [
            ("UTC", "2026-01-05", "2026-01-05T00:00:00+00:00"),
            ("Europe/Berlin", "2026-07-05", "2026-07-05T02:00:00+02:00"),
            ("America/New_York", "2026-01-05", "2026-01-04T19:00:00-05:00"),
            ("Asia/Kathmandu", "2026-01-05T00:00:07", "2026-01-05T05:45:07+05:45"),
            ("America/St_Johns", "2026-01-05", "2026-01-04T20:30:00-03:30"),
            ("Europe/Berlin", "1880-01-01", "1880-01-01T00:53:00+00:53"),
            ("America/New_York", "1880-01-01", "1879-12-31T19:03:00-04:57"),
        ])
    func offsets(_ name: String, time: String, expected: String) {
        expectEqual(zone(name).offsetText(of: utc(time)), expected)
    }

    @Test(
        "The beginning of what is active is found to the second, within some 400 days",
        arguments: [
            ("mon 08:00-12:00", "2026-01-05T11:59:59", "2026-01-05T08:00"),
            ("mon 08:00-12:00", "2026-01-05T12:00", "2026-01-05T12:00"),
            ("fri 22:00-02:00", "2026-01-03T01:00", "2026-01-02T22:00"),
            ("2025-01-05..2027-01-05", "2026-01-05T12:00", "2025-01-05T00:00"),
            ("2024-01-05..2027-01-05", "2026-01-05T12:00", nil), ("always", "2026-01-05", nil),
            ("daily 06:00-18:00, 18:00-06:00", "2026-01-05", nil),
        ] as [(String, String, String?)])
    func beginnings(_ schedule: String, time: String, expected: String?) throws {
        let found = try Schedule(parsing: schedule).activeSince(utc(time), in: .utc)
        expectEqual(text(found), expected)
    }
}
