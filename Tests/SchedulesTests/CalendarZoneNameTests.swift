import Foundation
import Schedules
import SignTestSupport
import Testing
import Timelines

/// Zones by the names that calendar programs write.
@Suite struct CalendarZoneNameTests {
    private func event(_ zone: String, definition: String = "") throws -> (file: CalendarFile, start: String?) {
        let text = "BEGIN:VCALENDAR\n\(definition)BEGIN:VEVENT\nDTSTART;TZID=\(zone):20260917T060000\nDURATION:PT1H\n"
        let file = try CalendarFile(parsing: Array((text + "END:VEVENT\nEND:VCALENDAR\n").utf8))
        let first = file.events.first?.occurrences(from: utc("2026-01-01"), count: 1, in: zoneOfSign).first
        return (file, self.text(first?.lowerBound))
    }

    private func text(_ time: WallTime?) -> String? { time.map { ZoneRules.utc.civil(at: $0).description } }

    /// A zone that none of the names stands for.
    private let zoneOfSign = ZoneRules(name: "sign", secondsAheadOfUTC: 13 * 3_600 + 900)

    @Test(
        "Names of Windows and other programs stand for the system's zones",
        arguments: [
            ("Pacific Standard Time", "13:00"), ("\"Eastern Standard Time\"", "10:00"),
            ("W. Europe Standard Time", "04:00"),
            ("w. europe standard time", "04:00"), ("W. Europe Daylight Time", "04:00"), ("GMT Standard Time", "05:00"),
            ("Greenwich Standard Time", "06:00"), ("India Standard Time", "00:30"), ("UTC-11", "17:00"),
            ("\"(UTC-05:00) Eastern Time (US & Canada)\"", "10:00"), ("Eastern Time (US & Canada)", "10:00"),
            ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "04:00"),
            ("(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "04:00"),
            ("\"(UTC+09:00) Osaka, Sapporo, Tokyo\"", "21:00"), ("(UTC) Coordinated Universal Time", "06:00"),
            ("\"(GMT+02:00) Sarajevo/Warsaw/Zagreb\"", "04:00"),
            ("/freeassociation.sourceforge.net/Europe/Berlin", "04:00"),
            ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "04:00"),
            ("/citadel.org/20210210_1/America/New_York", "10:00"), ("/mozilla.org/20050126_1/Europe/Berlin", "04:00"),
            ("europe/berlin", "04:00"), ("America/New York", "10:00"), ("US/Eastern", "10:00"),
            ("tzone://Microsoft/Utc", "06:00"), ("Utc", "06:00"), ("Z", "06:00"), ("Etc/GMT-2", "04:00"),
            ("GMT+0200", "04:00"), ("GMT+02:00", "04:00"), ("UTC+2", "04:00"), ("UTC-05:30", "11:30"),
            ("+0530", "00:30"),
        ])
    func names(name: String, expected: String) throws {
        // 06:00 in Tokyo is on the day before.
        let day = expected > "20:00" ? "2026-09-16" : "2026-09-17"
        let quoted = name.contains(":") || name.contains(",") ? "\"" + name.replacing("\"", with: "") + "\"" : name
        let (file, start) = try event(quoted)
        expectEqual(file.remarks, [], "\(name)")
        expectEqual(start, day + "T" + expected, "\(name)")
    }

    @Test(
        "Names that stand for no zone are problems, and the sign's zone is used",
        arguments: [
            "Mars Standard Time", "(UTC+01:00) Atlantis", "GMT+99", "GMT+1:2:3", "tzone://Microsoft/Custom",
            "Customized Time Zone",
            "+", "()", "/", "UTC+12345",
        ])
    func unknown(name: String) throws {
        let (file, start) = try event("\"\(name)\"")
        expectEqual(file.remarks.count, 1, "\(name)")
        expectEqual(file.remarks.first?.line, 3, "\(name)")
        expectEqual(start, "2026-09-16T16:45", "\(name)")
    }

    @Test("A zone that the calendar defines wins over one of that name elsewhere")
    func defined() throws {
        let definition = """
            BEGIN:VTIMEZONE
            TZID:W. Europe Standard Time
            BEGIN:STANDARD
            DTSTART:16010101T000000
            TZOFFSETFROM:+0700
            TZOFFSETTO:+0700
            END:STANDARD
            END:VTIMEZONE

            """
        try expectEqual(event("W. Europe Standard Time", definition: definition).start, "2026-09-16T23:00")
        try expectEqual(event("\"W. Europe Standard Time\"", definition: definition).start, "2026-09-16T23:00")
        // One without times defines nothing.
        let empty = "BEGIN:VTIMEZONE\nTZID:W. Europe Standard Time\nEND:VTIMEZONE\n"
        try expectEqual(event("W. Europe Standard Time", definition: empty).start, "2026-09-17T04:00")
    }
}
