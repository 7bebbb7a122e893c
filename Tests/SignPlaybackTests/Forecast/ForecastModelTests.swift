import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Forecasts of small and random signs, compared with a walk through every minute.
@Suite struct ForecastModelTests {
    private static let berlin = PlainClock("Europe/Berlin")
    private static let newYork = PlainClock("America/New_York")

    /// A sign of two zones, as a file.
    private static func file(_ messages: [PlainMessage], idle: PlainMessage?, zone: String) throws -> SignFile {
        func keys(_ message: PlainMessage) -> String {
            let when = message.when.map { ", when: \"\($0.text)\"" } ?? ""
            let lifetime = message.lifetime.map { ", lifetime: \($0)m" } ?? ""
            return "{text: \(message.text), priority: \(message.priority)\(when)\(lifetime)}"
        }
        var text = "time-zone: \(zone)\nzones:\n"
        for zone in 0..<2 {
            text += "  - name: z\(zone)\n    area: {x: 0, y: \(zone * 8), width: 8, height: 8}\n    messages:\n"
            text += messages.filter { $0.zone == zone }.map { "      - \(keys($0))\n" }.joined()
        }
        if let idle { text += "idle: \(keys(idle))\n" }
        return try SignFile(parsing: text, path: "s.yaml")
    }

    private static func span(_ entry: ForecastEntry) -> PlainForecast.Span {
        PlainForecast.Span(
            text: entry.text, zone: entry.zone.map { $0 == "z0" ? 0 : 1 },
            from: entry.from.map { Int($0.seconds / 60) }, to: entry.to.map { Int($0.seconds / 60) },
            priority: entry.priority)
    }

    /// Compares the forecast of a sign with the walk.
    private func compare(
        _ messages: [PlainMessage], idle: PlainMessage? = nil, _ clock: PlainClock, from start: Int, minutes: Int
    ) throws {
        let file = try Self.file(messages, idle: idle, zone: clock.name)
        let forecast = Forecast(
            ForecastSubject(file), from: WallTime(seconds: Int64(start) * 60), for: .seconds(Int64(minutes) * 60))
        let plain = PlainForecast(clock: clock, start: start, end: start + minutes)
        let expected = plain.spans(of: messages, idle: idle)
        let found = forecast.entries.map(Self.span)
        expectEqual(
            found, expected,
            "\(clock.name) from \(start) for \(minutes): \(messages), idle \(String(describing: idle))")
        #expect(!forecast.isCut)
    }

    private static func minute(_ text: String) throws -> Int {
        Int(ZoneRules.utc.wall(of: try LocalTime(parsing: text)).seconds / 60)
    }

    /// The days on which clocks are set, with the day before and after.
    private static let changes = [
        (berlin, "2026-03-28T12:00"), (berlin, "2026-10-24T12:00"), (newYork, "2026-03-07T12:00"),
        (newYork, "2026-10-31T12:00"),
    ]

    @Test(
        "Parts of the day around the days on which clocks are set are listed as a walk finds them", arguments: 0..<4)
    func settings(_ number: Int) throws {
        let (clock, start) = Self.changes[number]
        let first = try Self.minute(start)
        var cases = SampledCases(oneIn: 3, from: number)
        for hour in [0, 1, 2, 3, 23] {
            for length in [30, 60, 120, 300, hour == 0 ? 1_440 : 1_410] where cases.next() {
                let when = PlainWhen(spans: [(hour * 60 + 30, length)])
                let message = PlainMessage(text: "A", zone: 0, when: when)
                let other = PlainMessage(text: "B", zone: 1, when: when, lifetime: 45)
                try compare([message, other], clock, from: first, minutes: 1_800)
            }
        }
    }

    private func when(_ random: inout SeededRandom) -> PlainWhen {
        var when = PlainWhen()
        if Bool.random(using: &random) {
            when.weekdays = Set((0..<3).map { _ in Int.random(in: 0..<7, using: &random) })
        }
        if Int.random(in: 0..<4, using: &random) > 0 {
            when.spans = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                (Int.random(in: 0..<144, using: &random) * 10, Int.random(in: 1...144, using: &random) * 10)
            }
        }
        if Int.random(in: 0..<3, using: &random) == 0 { when.excluded = [Int.random(in: 0..<7, using: &random)] }
        return when
    }

    private func message(_ number: Int, _ random: inout SeededRandom) -> PlainMessage {
        PlainMessage(
            text: "M\(number)", zone: number % 2,
            when: Int.random(in: 0..<6, using: &random) == 0 ? nil : when(&random),
            lifetime: Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1..<2_000, using: &random) : nil,
            priority: Int.random(in: 0...9, using: &random))
    }

    @Test("C3: random signs are forecast as a walk through every minute finds them", arguments: sample(0..<8, 1))
    func random(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        for _ in 0..<4 {
            let (clock, change) = Self.changes[Int.random(in: 0..<4, using: &random)]
            let isNear = Bool.random(using: &random)
            let shift = isNear ? -1_440..<2_880 : 0..<400_000
            let start = try Self.minute(change) + Int.random(in: shift, using: &random)
            // In the order of the file: the zones one after the other.
            let messages = (0..<Int.random(in: 2...6, using: &random)).map { message($0, &random) }
            let sorted = messages.filter { $0.zone == 0 } + messages.filter { $0.zone == 1 }
            let idle = PlainMessage(text: "idle", zone: 0, when: Bool.random(using: &random) ? nil : when(&random))
            try compare(
                sorted, idle: Bool.random(using: &random) ? idle : nil, clock, from: start,
                minutes: Int.random(in: 1...2_880, using: &random))
        }
    }
}
