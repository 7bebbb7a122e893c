import CLinuxSystem
import Glibc
import Schedules
import SignTestSupport
import Testing
import Timelines

@Suite struct WallClockTests {
    @Test("A manual clock goes with the monotonic one, and on from where it is set")
    func manual() {
        var clock = ManualWallClock(wall: WallTime(seconds: 1_000), at: Instant(nanoseconds: 5))
        expectEqual(clock.reading(at: Instant(nanoseconds: 5)).wall, WallTime(seconds: 1_000))
        expectEqual(clock.reading(at: Instant(nanoseconds: 8)).wall, WallTime(nanoseconds: 1_000_000_000_003))
        expectEqual(clock.reading(at: Instant(nanoseconds: 8)).monotonic, Instant(nanoseconds: 8))
        clock.step(by: .seconds(-3))
        expectEqual(clock.reading(at: Instant(nanoseconds: 5)).wall, WallTime(seconds: 997))
        clock.set(.epoch, at: Instant(nanoseconds: 100))
        expectEqual(clock.reading(at: Instant(nanoseconds: 90)).wall, WallTime(nanoseconds: -10))
        #expect(clock.reading(at: .zero).isSynchronized)
        clock.isSynchronized = false
        #expect(!clock.reading(at: .zero).isSynchronized)
    }

    @Test("A reading gives the instant when the wall clock will show a time, and saturates at the ends")
    func readings() {
        let reading = WallReading(monotonic: Instant(nanoseconds: 40), wall: WallTime(nanoseconds: 1_000))
        expectEqual(reading.instant(of: WallTime(nanoseconds: 1_500)), Instant(nanoseconds: 540))
        expectEqual(reading.wall(at: Instant(nanoseconds: 0)), WallTime(nanoseconds: 960))
        expectEqual(reading.wall(at: .distantFuture), .distantFuture)
        expectEqual(reading.instant(of: .distantFuture), .distantFuture)
        expectEqual(WallTime(seconds: .max), .distantFuture)
    }

    @Test("Seconds of a time are rounded down on both sides of 1970")
    func seconds() {
        expectEqual(WallTime(nanoseconds: 1_999_999_999).seconds, 1)
        expectEqual(WallTime(nanoseconds: -1).seconds, -1)
        expectEqual(WallTime(nanoseconds: -1_000_000_000).seconds, -1)
        expectEqual(WallTime(nanoseconds: -1_000_000_001).seconds, -2)
    }

    @Test("What the kernel says becomes a time, also beyond what 64 bits of nanoseconds reach")
    func kernelTimes() {
        expectEqual(WallTime(timespec(tv_sec: 5, tv_nsec: 7)), WallTime(nanoseconds: 5_000_000_007))
        expectEqual(WallTime(timespec(tv_sec: -1, tv_nsec: 7)), WallTime(nanoseconds: -999_999_993))
        for seconds in [9_223_372_036, 9_223_372_037, 250_000_000_000, Int.max] {
            expectEqual(WallTime(timespec(tv_sec: seconds, tv_nsec: 999_999_999)), .distantFuture, "\(seconds)")
        }
        expectEqual(WallTime(timespec(tv_sec: .min, tv_nsec: 0)), .distantPast)
    }

    @Test("The calendar has the years 1678 to 2261")
    func years() {
        for (seconds, isInCalendar) in [
            (-9_214_560_001, false), (-9_214_560_000, true), (0, true), (9_214_646_399, true), (9_214_646_400, false),
        ] as [(Int64, Bool)] {
            expectEqual(WallTime(seconds: seconds).isInCalendar, isInCalendar, "\(seconds)")
        }
        #expect(!WallTime.distantPast.isInCalendar)
        #expect(!WallTime.distantFuture.isInCalendar)
    }

    /// How far the system's clock and what it extrapolates are from CLOCK_REALTIME, in nanoseconds.
    private func errorOfSystemClock(after time: Nanoseconds) -> UInt64 {
        var (monotonic, wall) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        clock_gettime(CLOCK_REALTIME, &wall)
        let start = Instant(nanoseconds: Int64(monotonic.tv_sec) * 1_000_000_000 + Int64(monotonic.tv_nsec))
        let expected = WallTime(seconds: Int64(wall.tv_sec)) + Nanoseconds(Int64(wall.tv_nsec))
        return (SystemWallClock().reading(at: start + time).wall - expected - time).count.magnitude
    }

    @Test("The system's clock shows CLOCK_REALTIME, extrapolated to the instant that is asked for")
    func system() {
        // A busy machine lets other work run between two looks at its clocks, but not each time.
        for time in [Nanoseconds.zero, .seconds(100)] {
            #expect((0..<1_000).contains { _ in errorOfSystemClock(after: time) < 50_000_000 })
        }
        #expect(SystemWallClock(trust: .trusted).reading(at: .zero).isSynchronized)
    }

    @Test("A descriptor reports steps of the clock and is quiet otherwise")
    func steps() throws {
        let steps = try #require(WallClockSteps())
        var poll = pollfd(fd: steps.descriptor, events: Int16(POLLIN), revents: 0)
        expectEqual(Glibc.poll(&poll, 1, 0), 0)
        #expect(!steps.take())
    }

    @Test("A cancelled timer means that the clock was set; other failures do not")
    func stepTold() {
        expectEqual(wall_clock_step_result(-1, ECANCELED), 1)
        expectEqual(wall_clock_step_result(-1, EAGAIN), 0)
        expectEqual(wall_clock_step_result(-1, EINTR), 0)
        expectEqual(wall_clock_step_result(-1, EBADF), -1)
        expectEqual(wall_clock_step_result(8, 0), 1)
    }
}
