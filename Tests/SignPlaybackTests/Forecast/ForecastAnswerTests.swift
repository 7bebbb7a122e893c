import Schedules
import Settings
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Forecasts of running signs, and what a server tells of them.
@Suite struct ForecastAnswerTests {
    // Monday, 2026-01-05, 07:00 in Berlin.
    private static let start = WallTime(seconds: 1_767_592_800)

    private static let text = """
        time-zone: Europe/Berlin
        zones:
          - {name: top, area: {x: 0, y: 0, width: 32, height: 4}, message: {text: A, name: a, when: "08:00-12:00"}}
          - {name: low, area: {x: 0, y: 4, width: 32, height: 4}, message: {text: "B\\nC", priority: urgent}}
        """

    private static func lines(_ json: JSONValue) -> [String] {
        guard case .list(let entries) = json else { return ["no list"] }
        return entries.map(\.line)
    }

    @Test("the answer has the keys of the contract, with the times of the sign and null for unknown ends")
    func keys() throws {
        let file = try SignFile(parsing: Self.text, path: "s.yaml")
        let (json, isCut) = Forecast.answer(ForecastSubject(file), from: Self.start, hours: 24)
        #expect(!isCut)
        expectEqual(
            Self.lines(json),
            [
                #"{"message": "B\nC", "zone": "low", "from": null, "to": null, "priority": 9}"#,
                #"{"name": "a", "message": "A", "zone": "top", "from": "2026-01-05T08:00:00+01:00", "#
                    + #""to": "2026-01-05T12:00:00+01:00", "priority": 0}"#,
            ])
    }

    @Test(
        "hours beyond the limits become the nearest ones", arguments: [(-5, 1), (0, 1), (1, 1), (168, 7), (9_999, 7)])
    func hours(_ given: Int, count: Int) throws {
        let file = try SignFile(
            parsing: "time-zone: UTC\nmessage: {text: A, when: \"06:10-06:20\"}", path: "s.yaml")
        let (json, isCut) = Forecast.answer(ForecastSubject(file), from: Self.start, hours: given)
        expectEqual(Self.lines(json).count, count)
        #expect(!isCut)
    }

    @Test("an answer has at most 1,000 entries and says that there are more; long texts are cut")
    func limits() throws {
        let long = String(repeating: "x", count: 300)
        let file = try SignFile(
            parsing: "time-zone: UTC\nmessage: {text: \(long), when: \"cron */5 * * * * for 1min\"}", path: "s.yaml")
        let (json, isCut) = Forecast.answer(ForecastSubject(file), from: Self.start, hours: 168)
        #expect(isCut)
        guard case .list(let entries) = json else { return #expect(Bool(false)) }
        expectEqual(entries.count, 1_000)
        expectEqual(entries[0]["message"]?.text, String(repeating: "x", count: 200) + "...")
    }

    @Test("a running sign knows its pushed messages, since when they are shown, and what is over")
    func running() throws {
        let clock = ManualWallClock(wall: Self.start, at: SignStage.start)
        let sign = try SignStage(Self.text, clock: clock)
        let pushed = try SignMessage(parsing: "{text: P, name: p, lifetime: 30m}", for: sign.player.file)
        try sign.player.push(pushed, zone: "top", at: sign.instant(600_000))
        let now = sign.instant(1_200_000)
        sign.player.direct(at: now)
        let forecast = Forecast(
            sign.player.forecastSubject(at: now), from: Self.start + .seconds(1_200), for: .seconds(86_400))
        let found = forecast.entries.first { $0.name == "p" }
        expectEqual(found?.zone, "top")
        expectEqual(found?.from, Self.start + .seconds(600))
        expectEqual(found?.to, Self.start + .seconds(2_400))
        expectEqual(forecast.entries.count, 3)

        #expect(sign.player.acknowledge(zone: nil, at: now))
        let later = Forecast(
            sign.player.forecastSubject(at: now), from: Self.start + .seconds(1_200), for: .seconds(86_400))
        expectEqual(later.entries.map(\.text), ["P", "A"])
    }
}
