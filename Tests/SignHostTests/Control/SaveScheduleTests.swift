import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// When changes of a file are written.
@Suite struct SaveScheduleTests {
    private func seconds(_ number: Int64) -> Instant { .zero + .seconds(number) }

    /// Runs a schedule for a time in steps of 10 ms; returns the milliseconds at which it writes.
    private func writes(
        _ schedule: inout SaveSchedule, milliseconds: Range<Int64>,
        outcome: (Int64) -> SaveSchedule.Outcome = { _ in .done },
        change: (Int64) -> Bool?
    ) -> [Int64] {
        stride(from: milliseconds.lowerBound, to: milliseconds.upperBound, by: 10).filter { time in
            let instant = Instant.zero + .milliseconds(time)
            if let isUrgent = change(time) { schedule.record(isUrgent: isUrgent, at: instant) }
            return schedule.step(at: instant, outcome(time))
        }
    }

    @Test("constant changes are written once in 5 s, including the last one")
    func often() {
        var schedule = SaveSchedule()
        #expect(schedule.due == nil)
        // Changes for 12 s, 100 times a second.
        let times = writes(&schedule, milliseconds: 0..<60_000) { $0 <= 12_000 ? false : nil }
        expectEqual(times, [0, 5_000, 10_000, 15_000])
        #expect(schedule.due == nil)
    }

    @Test("an urgent change is written at once, with all others; a first one after a quiet time, too")
    func urgent() {
        var schedule = SaveSchedule()
        let times = writes(&schedule, milliseconds: 0..<60_000) { time in
            switch time {
            case 0, 1_000, 40_000: false
            case 2_000, 2_010: true
            default: nil
            }
        }
        expectEqual(times, [0, 2_000, 2_010, 40_000])
    }

    @Test("a failed write is retried after 5, 10, 20 s and so on, at most every 320 s, until it succeeds")
    func retries() {
        var schedule = SaveSchedule()
        schedule.record(at: seconds(0))
        var times: [Int64] = []
        var isFull = true
        for second in Int64(0)..<2_000 {
            if second == 1_600 { isFull = false }
            // Changes meanwhile do not bring the next attempt forward.
            if second < 1_000 { schedule.record(at: seconds(second)) }
            if schedule.step(at: seconds(second), isFull ? .failed : .done) { times.append(second) }
        }
        expectEqual(times, [0, 5, 15, 35, 75, 155, 315, 635, 955, 1_275, 1_595])
        #expect(schedule.due == nil)
    }

    @Test("a slow write delays the next one, and is not repeated")
    func slow() {
        var schedule = SaveSchedule()
        let times = writes(
            &schedule, milliseconds: 0..<60_000, outcome: { (1..<8_000).contains($0) ? .busy : .done },
            change: { $0 == 0 || $0 == 3_000 ? true : nil })
        expectEqual(times, [0, 8_000])
        #expect(schedule.due == nil)
    }
}
