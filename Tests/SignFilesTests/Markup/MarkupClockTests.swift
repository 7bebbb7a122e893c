import LiveValues
import Schedules
import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

@Suite("Clock fields of markup")
struct MarkupClockTests {
    /// 2026-12-24T17:58:30Z, a Thursday.
    private static let time = WallTime(nanoseconds: 1_798_135_110_000_000_000)
    private static let vienna = ZoneRules(name: "one hour ahead", secondsAheadOfUTC: 3600)

    private func text(_ markup: String, isSynchronized: Bool = true, cadence: Cadence = .live) throws -> String {
        let markup = try MarkupTexts.read(markup)
        let (clock, problems) = MarkupClock.make(for: markup, locale: nil, zone: Self.vienna)
        expectEqual(problems, [])
        let reading = WallReading(monotonic: .zero, wall: Self.time, isSynchronized: isSynchronized)
        let texts = markup.pieces.map { piece -> String in
            switch piece.content {
            case .text(let text): text
            case .field(.time(let field)): clock.text(of: field, at: reading, cadence: cadence)
            default: ""
            }
        }
        return texts.joined()
    }

    @Test(
        "times, dates and counts are written in the zone of the sign",
        arguments: [
            ("{clock HH:mm} on {date EEEE, d MMMM yyyy}", "18:58 on Thursday, 24 December 2026"),
            ("{clock}", "18:58"), ("{date}", "24 December"),
            ("{countdown 2026-12-24T19:00 mm:ss}", "01:30"),
            ("{countdown 2026-12-25 HH:mm}", "05:02"),
            ("{countdown 2026-12-31 days} days", "7 days"),
            ("{countup 2026-12-24T18:00 HH:mm}", "00:58"), ("{countdown 20:00 HH:mm}", "01:02"),
            ("{countdown 12-25 days}", "1"), ("{countdown 12-24T19:00 largest}", "2 min"),
            ("{countup noon largest}", "6 h"),
        ])
    func texts(markup: String, expected: String) throws {
        try expectEqual(text(markup), expected)
    }

    @Test("C5: until the clock is known to be right, times show --:--")
    func unsynchronized() throws {
        try expectEqual(text("at {clock HH:mm:ss}", isSynchronized: false), "at --:--")
    }

    @Test("E2: in the minutes cadence a clock drops its seconds")
    func cadence() throws {
        try expectEqual(text("{clock HH:mm:ss}", cadence: .minutes), "18:58")
    }

    @Test("the next change is that of the field that changes first; of a text without times there is none")
    func nextChange() throws {
        func next(_ text: String) throws -> Int64? {
            let clock = MarkupClock.make(for: try MarkupTexts.read(text), locale: nil, zone: Self.vienna).clock
            return clock.nextChange(after: Self.time).map { ($0.nanoseconds - Self.time.nanoseconds) / 1_000_000_000 }
        }
        try expectEqual(next("{clock HH:mm} {date d}"), 30)
        try expectEqual(next("{date d} {clock HH:mm:ss}"), 1)
        #expect(try next("plain {value}") == nil)
    }

    @Test(
        "unknown formats and instants are problems at their place",
        arguments: [
            ("{clock HH:jj}", 10, "unknown letter \"j\""), ("ab {clock 'x}", 10, "the closing single quote is missing"),
            ("{countdown sunset-30m HH:mm}", 11, "give the sign file a \"place\""),
            ("{countdown sunset-30}", 11, "place"),
            ("{countdown 25:00}", 11, "00:00 to 24:00"), ("{countdown 13-24T10:00}", 11, "a month from 1 to 12"),
            ("{countdown 12-24T1800}", 17, "a time such as 08:30"), ("{countdown 2026-13-24T18:00}", 11, "1678"),
            ("{countdown 2026-12-24T18:00 HH:q}", 31, "unknown letter \"q\""),
            ("x {each list: {clock HH:jj}}", 24, "unknown letter \"j\""),
        ])
    func problems(text: String, offset: Int, words: String) throws {
        let markup = SignMarkup.parse(text).markup
        let problems = MarkupClock.make(for: markup, locale: nil, zone: .utc).problems
        expectEqual(problems.count, 1)
        expectEqual(problems.first?.offset, offset)
        #expect(problems.first.map { $0.description.contains(words) } ?? false, "\(problems)")
    }

    @Test(
        "words that are no field are problems at their place; in what is repeated for a list they are names of its elements",
        arguments: [
            (
                "{countdown later HH:mm}",
                "unknown field \"later\"; describe it under \"fields\", or count to a date such as 2026-12-24", 11
            ),
            ("{countdown sunsett}", "unknown field \"sunsett\"; did you mean \"sunset\"?", 11),
            ("{countdown due. HH:mm}", "expected a name", 15),
            ("{countup due,x}", "the end of a path, or a blank before a form", 12),
            ("{countdown sunset_x}", "unknown field \"sunset_x\"", 11),
        ])
    func names(text: String, words: String, offset: Int) throws {
        let problems = SignMarkup.parse(text, fields: ["due"]).problems
        expectEqual(problems.count, 1)
        #expect(problems.first.map { $0.description.contains(words) } ?? false, "\(problems)")
        expectEqual(problems.first?.offset, offset)
        expectEqual(SignMarkup.parse("{each due: {countdown soon}}", fields: ["due"]).problems, [])
        expectEqual(SignMarkup.parse("{countdown due[0].time HH:mm}", fields: ["due"]).markup.sources, ["due"])
    }

    @Test("an unknown locale is one problem")
    func locale() throws {
        let markup = try MarkupTexts.read("{clock HH:mm}")
        expectEqual(MarkupClock.make(for: markup, locale: "xx_YY", zone: .utc).problems.count, 1)
    }
}
