import Schedules
import SignTestSupport
import Testing
import Timelines

@Suite struct ScheduleBookTests {
    private static let texts = [
        "mon-fri 08:00-18:00", "sat, sun", "22:00-02:00", "12-24..12-26", "cron 0 */6 * * * for 1h",
        "02-29 10:00-11:00",
        "not mon", "2027-01-01..2027-03-01 12:00-12:30", "always", "never",
        "fri 18:00-24:00; sun 00:00-06:00; not 12-25",
    ]

    @Test("A decision is what each schedule says by itself, forwards and after the clock was set back")
    func decisions() throws {
        let schedules = try Self.texts.map { try Schedule(parsing: $0) }
        var book = ScheduleBook(schedules, zone: berlin)
        var random = SeededRandom(seed: 3)
        var time = utc("2026-01-01")
        for step in 0..<600 {
            let decision = book.decide(at: time)
            let expected = schedules.indices.filter { schedules[$0].isActive(at: time, in: berlin) }
            expectEqual(decision.active, expected, "\(ZoneRules.utc.civil(at: time))")
            let next = schedules.compactMap { $0.nextChange(after: time, in: berlin) }.min()
            expectEqual(decision.nextChange, next)
            switch step % 5 {
            case 0: time = time + .seconds(Int64.random(in: 0..<4_000_000, using: &random))
            case 1: time = time - .seconds(Int64.random(in: 0..<2_000_000, using: &random))
            default: time = decision.nextChange ?? time
            }
        }
    }

    @Test("A decision may be spread over calls, while time goes on or is set back, and is the same")
    func steps() throws {
        let schedules = try Self.texts.map { try Schedule(parsing: $0) }
        let many = (0..<30).flatMap { _ in schedules }
        var book = ScheduleBook(many, zone: berlin)
        var random = SeededRandom(seed: 4)
        var time = utc("2026-01-01")
        for _ in 0..<40 {
            var calls = 0
            while true {
                calls += 1
                var looks = 25
                let decision = book.decide(at: time, looks: &looks)
                #expect((0...25).contains(looks))
                guard let decision else {
                    expectEqual(looks, 0)
                    time = time + .seconds(Int64.random(in: 0..<400, using: &random))
                    // The clock is set back in the middle.
                    if calls == 5 { time = time - .seconds(3_000_000) }
                    guard calls < 200 else { break }
                    continue
                }
                let expected = many.indices.filter { many[$0].isActive(at: time, in: berlin) }
                expectEqual(decision.active, expected, "\(ZoneRules.utc.civil(at: time))")
                expectEqual(decision.nextChange, schedules.compactMap { $0.nextChange(after: time, in: berlin) }.min())
                break
            }
            #expect(calls < 200)
            time = time + .seconds(Int64.random(in: -2_000_000..<4_000_000, using: &random))
        }
    }

    @Test("An empty book never has an active schedule")
    func empty() {
        var book = ScheduleBook([], zone: berlin)
        let decision = book.decide(at: .epoch)
        #expect(decision == ([], nil))
    }

    @Test("Every sequence of decisions from change to change sees every change of ten years")
    func tenYears() throws {
        let schedules = try ["mon-fri 08:00-18:00", "22:00-02:00", "12-24..12-26"].map { try Schedule(parsing: $0) }
        var book = ScheduleBook(schedules, zone: berlin)
        var time = utc("2026-01-01T12:00")
        var begins = [0, 0, 0]
        var active: [Int] = book.decide(at: time).active
        while time < utc("2036-01-01T12:00"), let next = book.decide(at: time).nextChange {
            time = next
            let now = book.decide(at: time).active
            for number in now where !active.contains(number) { begins[number] += 1 }
            active = now
        }
        // 2608 working days in ten years from 2026 on, less the one that had begun; 3652 nights; ten holidays.
        expectEqual(begins, [2608, 3652, 10])
    }
}
