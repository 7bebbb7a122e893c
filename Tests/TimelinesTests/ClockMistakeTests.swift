import SignTestSupport
import Testing

@testable import Timelines

/// The letters are those of Unicode TS 35 (date field symbols), the percent signs those of strftime(3).
@Suite("Formats that are probably meant otherwise")
struct ClockMistakeTests {
    typealias Case = (use: ClockMistake.Use, format: String, suggestion: String)

    @Test(
        "a format that shows something else than it looks like gets the one that is probably meant",
        arguments: [
            (.time, "hh:MM", "HH:mm"), (.time, "HH:MM", "HH:mm"), (.time, "hh:mm", "HH:mm"), (.time, "H:MM", "H:mm"),
            (.time, "h:MM a", "h:mm a"), (.time, "HH:MM:ss", "HH:mm:ss"), (.time, "MM:ss", "mm:ss"),
            (.time, "HH.MM", "HH.mm"), (.time, "HH:mm:SS", "HH:mm:ss"), (.time, "hh:mm A", "hh:mm a"),
            (.time, "MM", "mm"), (.time, "kk:MM", "kk:mm"), (.time, "HHMM", "HHmm"), (.time, "HH 'h' MM", "HH' h 'mm"),
            (.date, "DD.MM.YYYY", "dd.MM.yyyy"), (.date, "YYYY-MM-DD", "yyyy-MM-dd"),
            (.date, "dd.mm.yyyy", "dd.MM.yyyy"),
            (.date, "d.m.", "d.M."), (.date, "mm/dd/yyyy", "MM/dd/yyyy"), (.date, "DD/MM", "dd/MM"),
            (.date, "D. MMMM", "d. MMMM"), (.date, "d mmmm", "d MMMM"), (.date, "dddd", "EEEE"),
            (.date, "ddd D MMM", "EEE d MMM"), (.date, "dd.MM.YY", "dd.MM.yy"), (.date, "MMMM YYYY", "MMMM yyyy"),
            (.date, "mm", "MM"), (.date, "DD", "dd"), (.date, "D.m.Y", "d.M.y"), (.date, "EEEE, dd/mm", "EEEE, dd/MM"),
            (.any, "dd.mm.yyyy HH:MM", "dd.MM.yyyy HH:mm"), (.any, "HH:MM dd.MM.", "HH:mm dd.MM."),
            (.any, "yyyy-mm-dd HH:mm", "yyyy-MM-dd HH:mm"),
            (.time, "%H:%M", "HH:mm"), (.date, "%d.%m.%Y", "dd.MM.yyyy"), (.date, "%Y-%m-%d", "yyyy-MM-dd"),
            (.date, "%-d.%-m.%y", "d.M.yy"), (.time, "%H Uhr", "HH 'Uhr'"), (.time, "%Hh%M", "HH'h'mm"),
            (.date, "%A, %d. %B", "EEEE, dd. MMMM"), (.any, "%F %T", "yyyy-MM-dd HH:mm:ss"),
            (.count, "%d %H:%m", "dd HH:MM"),
        ] as [Case])
    func mistakes(use: ClockMistake.Use, format: String, suggestion: String) throws {
        let mistake = try #require(ClockMistake(in: format, use: use), "\(format)")
        expectEqual(mistake.suggestion, suggestion, "\(format)")
    }

    @Test(
        "sane formats are left alone",
        arguments: [
            (.time, "HH:mm"), (.time, "H:mm"), (.time, "HH:mm:ss"), (.time, "h:mm"), (.time, "h:mm a"),
            (.time, "hh:mm a"), (.time, "HH"), (.time, "mm"), (.time, "ss"), (.time, "HH:mm:ss.SSS"), (.time, "mm:ss"),
            (.time, "HH:mm 'Uhr'"), (.time, "K:mm a"), (.time, "HH:mm zzz"), (.time, "HH'h'mm"), (.time, "a h:mm"),
            (.time, "EEEE HH:mm"), (.time, "dd.MM.yyyy HH:mm"), (.time, "'%'H"), (.time, "HH:mm '50% off'"),
            (.date, "d MMMM"), (.date, "dd.MM."), (.date, "dd.MM.yyyy"), (.date, "yyyy-MM-dd"), (.date, "EEE d MMM"),
            (.date, "EEEE, d. MMMM y"), (.date, "'week' w"), (.date, "YYYY-'W'ww"), (.date, "yyyy-DDD"), (.date, "D"),
            (.date, "'Tag' D"), (.date, "M/d/yy"), (.date, "MMMM"), (.date, "LLLL yyyy"), (.date, "MM"), (.date, "E"),
            (.date, "dd.MM. HH:mm"), (.date, "HH:mm dd.MM."), (.date, "EEEE H 'Uhr', d. MMMM"), (.date, "Q/yyyy"),
            (.any, "yyyy-MM-dd'T'HH:mm:ss"), (.any, "h:mm a, M/d"), (.any, "EEE HH'h', MMM d"), (.any, "HH 'o''clock'"),
            (.count, "d HH:mm:ss"), (.count, "d 'days' mm 'minutes'"), (.count, "HH:mm"), (.count, "days"),
        ] as [(ClockMistake.Use, String)])
    func sane(use: ClockMistake.Use, format: String) {
        expectEqual(ClockMistake(in: format, use: use).map { "\($0)" }, nil, "\(format)")
    }

    @Test("the words say what the letters show, and hours of half a day are meant so beside AM and PM")
    func words() {
        expectEqual(
            ClockMistake(in: "hh:MM", use: .time).map { "\($0)" },
            "the format \"hh:MM\" shows the hour of half a day without AM or PM (\"hh\") and the month (\"MM\"); did you mean "
                + "\"HH:mm\"?")
        expectEqual(
            ClockMistake(in: "%H:%M", use: .time).map { "\($0)" },
            "the format \"%H:%M\" shows \"%\" as it is; did you mean \"HH:mm\"?")
        expectEqual(
            ClockMistake(in: "%H %U", use: .time).map { "\($0)" },
            "the format \"%H %U\" shows \"%\" as it is; write a format such as HH:mm or dd.MM.yyyy")
        expectEqual(ClockMistake(in: "hh:mm", use: .time, isMarked: true), nil)
        #expect(ClockMistake.marksHalfDay("a") && !ClockMistake.marksHalfDay("'a' HH"))
    }

    @Test("percent signs before letters that formats do not have are named with the format that is meant")
    func percentSigns() {
        expectEqual(
            message { try ClockPattern("%I:%M %p", letters: "hHmsa") },
            "a format has no percent signs before its letters; did you mean \"hh:mm a\"?")
        expectEqual(
            message { try ClockPattern("nn", letters: "Hm") },
            "unknown letter \"n\" in a format such as HH:mm; put text in single quotes")
    }
}
