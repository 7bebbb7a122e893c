import Foundation
import KernelModel
import SignHost
import SignPlayback
import SignTestSupport
import Synchronization
import Testing
import Timelines

@Suite struct CueScheduleTests {
    /// The changes of the lines until nothing more happens.
    private func changes(_ schedule: inout CueSchedule, from start: Instant = at(0)) -> [String] {
        var (found, active, now): ([String], UInt64, Instant) = ([], 0, start)
        while true {
            let next = schedule.step(to: now)
            if next != active { found.append("\(now.nanoseconds / 1_000_000):\(String(next, radix: 2))") }
            active = next
            guard let deadline = schedule.next else { return found }
            now = max(now, deadline)
        }
    }

    @Test("E6: pulses begin on time and have their widths, in any order of adding")
    func pulses() {
        var schedule = CueSchedule(lines: 2)
        for (line, start, width) in [(0, 500, 30), (1, 500, 10), (0, 100, 30), (0, 900, 1)] {
            schedule.add(CuePulse(line: line, start: at(Int64(start)), width: .milliseconds(Int64(width))))
        }
        expectEqual(changes(&schedule), ["100:1", "130:0", "500:11", "510:1", "530:0", "900:1", "901:0"])
        #expect(schedule.counts.played == 4 && schedule.counts.skipped == 0)
    }

    @Test("a pulse on an active line makes it last longer, and never shorter")
    func overlapping() {
        var schedule = CueSchedule(lines: 1)
        for (start, width) in [(100, 50), (120, 10), (140, 60)] {
            schedule.add(CuePulse(line: 0, start: at(Int64(start)), width: .milliseconds(Int64(width))))
        }
        expectEqual(changes(&schedule), ["100:1", "200:0"])
    }

    @Test("a late pulse keeps its width, and one that is too late is left out")
    func late() {
        var schedule = CueSchedule(lines: 1)
        schedule.add(CuePulse(line: 0, start: at(100), width: .milliseconds(5)))
        schedule.add(CuePulse(line: 0, start: at(149), width: .milliseconds(5)))
        expectEqual(changes(&schedule, from: at(151)), ["151:1", "156:0"])
        #expect(schedule.counts.played == 1 && schedule.counts.skipped == 1)
        expectEqual(schedule.counts.worstLateness, .milliseconds(2))
    }

    @Test("the number of waiting pulses is limited, and invalid pulses are ignored")
    func limits() {
        var schedule = CueSchedule(lines: 1)
        for line in [-1, 1, 64, .max] { schedule.add(CuePulse(line: line, start: at(1), width: .milliseconds(1))) }
        schedule.add(CuePulse(line: 0, start: at(1), width: .zero))
        #expect(schedule.next == nil)
        for number in 0..<70 { schedule.add(CuePulse(line: 0, start: at(Int64(number)), width: .max)) }
        expectEqual(schedule.counts.skipped, 6)
        expectEqual(CueSchedule(lines: .max), CueSchedule(lines: 64))
    }

}

@Suite struct CueAnnouncerTests {
    /// A beat every so many milliseconds from 0 on, and other cues by their milliseconds.
    private struct Track {
        var beat: Int64
        var calls: [(time: Int64, name: String)] = []

        func next(after instant: Instant) -> PartsContent.CueCall? {
            let passed = instant.nanoseconds < 0 ? -1 : instant.nanoseconds / (beat * 1_000_000)
            let all = calls + [((passed + 1) * beat, "beat")]
            guard let first = all.map(\.time).filter({ at($0) > instant }).min() else { return nil }
            return (at(first), all.filter { $0.time == first }.map(\.name))
        }
    }

    @Test("cues are announced once, ahead of their time, and missed ones are skipped")
    func announcer() {
        var announcer = CueAnnouncer(from: at(0))
        var told: [Int64] = []
        func step(_ now: Int64) -> Int64? {
            let next = announcer.step(at: at(now), next: Track(beat: 100).next) { instant, _ in
                told.append(instant.nanoseconds / 1_000_000)
            }
            return next.map { $0.nanoseconds / 1_000_000 }
        }
        let wakes = [step(0), step(10), step(50), step(50), step(149), step(150), step(730), step(1_000)]
        expectEqual(wakes, [50, 50, 150, 150, 150, 250, 750, 1_050])
        expectEqual(told, [0, 100, 200, 700, 1_000])
        #expect(announcer.step(at: at(5_000), next: { _ in nil }, announce: { _, _ in }) == nil)
    }

    @Test("E6: what a new value calls is not lost where a later cue was announced already")
    func calls() {
        var announcer = CueAnnouncer(from: at(0))
        var track = Track(beat: 100)
        var told: [String] = []
        func step(_ now: Int64) {
            _ = announcer.step(at: at(now), next: track.next) { instant, name in
                told.append("\(instant.nanoseconds / 1_000_000) \(name)")
            }
        }
        step(60)
        track.calls = [(70, "horn")]
        step(70)
        // With a cue that comes at the same instant as another one.
        track.calls += [(100, "horn"), (100, "bell")]
        step(100)
        step(101)
        // One that the sign told late, and one that is too late.
        track.calls += [(80, "late"), (20, "bell")]
        step(110)
        expectEqual(told, ["100 beat", "70 horn", "100 horn", "100 bell", "80 late"])
    }

    @Test("a clock that is set back has its cues once more, and so many cues as no line can play are skipped")
    func bounds() {
        var announcer = CueAnnouncer(from: at(0))
        var told: [Int64] = []
        func step(_ now: Int64, beat: Int64) {
            _ = announcer.step(at: at(now), next: Track(beat: beat).next) { instant, _ in
                told.append(instant.nanoseconds / 1_000_000)
            }
        }
        step(10_000, beat: 1_000)
        step(3_990, beat: 1_000)
        expectEqual(told, [10_000, 4_000])
        told = []
        for now in 4_000..<5_000 { step(Int64(now), beat: 1) }
        expectEqual(told, told.sorted())
        expectEqual(Set(told).count, told.count)
        #expect(told.count >= 999)
    }
}

@Suite struct CuePlayerTests {
    /// What was driven, and an event for each.
    private final class Lines: Sendable {
        let driven = Mutex<[(levels: UInt64, mask: UInt64, time: Instant)]>([])
        let semaphore = DispatchSemaphore(value: 0)

        func set(_ levels: UInt64, _ mask: UInt64) {
            let now = SteadyClock.kernelTime
            driven.withLock { $0.append((levels, mask, now)) }
            semaphore.signal()
        }
    }

    @Test("E6: the thread drives lines at the instants of pulses, never before, and lines rest at the end")
    func plays() throws {
        let lines = Lines()
        // Line 1 is active low.
        let player = try CuePlayer(lines: 2, restLevels: 0b10, clock: SteadyClock()) { levels, mask in
            lines.set(levels, mask)
            return nil
        }
        let start = SteadyClock.kernelTime + .milliseconds(20)
        player.play(CuePulse(line: 1, start: start, width: .milliseconds(5)))
        player.play(CuePulse(line: 0, start: start + .milliseconds(10), width: .seconds(1_000)))
        for _ in 0..<3 { expectEqual(lines.semaphore.wait(timeout: .now() + 60), .success) }
        player.play(CuePulse(line: 1, start: start + .seconds(900), width: .milliseconds(5)))
        #expect(player.end(within: .seconds(60)))
        let driven = lines.driven.withLock { $0 }
        expectEqual(driven.map(\.levels), [0b00, 0b10, 0b11, 0b10])
        expectEqual(driven.map(\.mask), [0b10, 0b10, 0b01, 0b01])
        #expect(driven[0].time >= start && driven[1].time >= start + .milliseconds(5))
        #expect(driven[2].time >= start + .milliseconds(10))
        expectEqual(player.counts.played, 2)
        #expect(player.problem == nil)
    }

    @Test("errors of the lines are reported, and the thread continues")
    func refused() throws {
        let lines = Lines()
        let player = try CuePlayer(lines: 1, restLevels: 0, clock: SteadyClock()) { levels, mask in
            lines.set(levels, mask)
            return "gone"
        }
        player.play(CuePulse(line: 0, start: SteadyClock.kernelTime, width: .milliseconds(1)))
        for _ in 0..<2 { expectEqual(lines.semaphore.wait(timeout: .now() + 60), .success) }
        #expect(player.end(within: .seconds(60)))
        expectEqual(player.problem, "gone")
    }
}
