import SignTestSupport
import Testing

@testable import Timelines

/// What a program adds of its own: ticks at the squares of whole seconds.
private struct SquareTicks: TickSchedule {
    func latest(at instant: Instant) -> Tick? {
        guard instant >= .zero else { return nil }
        var number = 0
        while Int64((number + 1) * (number + 1)) * 1_000_000_000 <= instant.nanoseconds { number += 1 }
        return Tick(instant: Instant(nanoseconds: Int64(number * number) * 1_000_000_000), number: number)
    }

    func next(after instant: Instant) -> Instant? {
        guard let tick = latest(at: instant) else { return .zero }
        return .zero + .seconds(Int64((tick.number + 1) * (tick.number + 1)))
    }
}

@Suite("Tick schedules")
struct TickScheduleTests {
    static let milli: Int64 = 1_000_000

    @Test("E1: periodic ticks come at from, from + by, from + 2 by")
    func periodic() {
        let ticks = PeriodicTicks(from: .seconds(2), by: .milliseconds(300))
        #expect(ticks.latest(at: .seconds(1.999)) == nil)
        expectEqual(ticks.next(after: .seconds(-7)), .seconds(2))
        expectEqual(ticks.latest(at: .seconds(2)), Tick(instant: .seconds(2), number: 0))
        expectEqual(ticks.latest(at: .seconds(2.95)), Tick(instant: .seconds(2.9), number: 3))
        expectEqual(ticks.next(after: .seconds(2.9)), .seconds(3.2))
        expectEqual(PeriodicTicks(from: .zero, by: .zero).by, .microseconds(1))
        expectEqual(PeriodicTicks(from: .zero, by: Nanoseconds(.min)).by, .microseconds(1))
    }

    @Test("E1: a list ticks at its instants, in whatever order and however often they are given")
    func list() {
        let ticks = ListedTicks([.seconds(5), .seconds(1), .seconds(5), .seconds(2.5)])
        expectEqual(ticks.instants, [.seconds(1), .seconds(2.5), .seconds(5)])
        #expect(ticks.latest(at: .zero) == nil)
        expectEqual(ticks.next(after: .zero), .seconds(1))
        expectEqual(ticks.latest(at: .seconds(4.9)), Tick(instant: .seconds(2.5), number: 1))
        expectEqual(ticks.next(after: .seconds(2.5)), .seconds(5))
        #expect(ticks.next(after: .seconds(5)) == nil)
        #expect(ListedTicks([]).latest(at: .zero) == nil)
        #expect(ListedTicks([]).next(after: .earliest) == nil)
    }

    @Test("E1: cyclic offsets are relative to the tick before and repeat: 0.2 0.2 0.4")
    func cyclic() throws {
        let offsets: [Nanoseconds] = [.milliseconds(200), .milliseconds(200), .milliseconds(400)]
        let ticks = try #require(CyclicTicks(start: .seconds(10), offsets: offsets))
        var instant = Instant.seconds(-3)
        var seen: [Int64] = []
        for number in 0..<7 {
            instant = try #require(ticks.next(after: instant))
            seen.append((instant - .seconds(10)).count / Self.milli)
            expectEqual(ticks.latest(at: instant), Tick(instant: instant, number: number))
        }
        expectEqual(seen, [200, 400, 800, 1000, 1200, 1600, 1800])
        #expect(ticks.latest(at: .seconds(10.1)) == nil)
        expectEqual(ticks.latest(at: .seconds(11.55)), Tick(instant: .seconds(11.2), number: 4))
    }

    @Test("E1: the numbers of cyclic ticks stay at the largest number there is")
    func cyclicNumbers() throws {
        let offsets = [Nanoseconds](repeating: .zero, count: 2000) + [.microseconds(1)]
        let ticks = try #require(CyclicTicks(start: .zero, offsets: offsets))
        expectEqual(ticks.latest(at: .zero)?.number, 1999)
        expectEqual(ticks.latest(at: .zero + .microseconds(1))?.number, 4000)
        // 9,223,372,036,854,775 cycles of 2001 ticks are more than 2^63.
        expectEqual(ticks.latest(at: .distantFuture)?.number, .max)
    }

    @Test("E1: of cyclic ticks that fall together the last one counts")
    func zeroOffsets() throws {
        let ticks = try #require(
            CyclicTicks(start: .zero, offsets: [.zero, .milliseconds(200), .zero, .milliseconds(300), .zero]))
        expectEqual(ticks.latest(at: .zero), Tick(instant: .zero, number: 0))
        expectEqual(ticks.latest(at: .seconds(0.2)), Tick(instant: .seconds(0.2), number: 2))
        expectEqual(ticks.latest(at: .seconds(0.5)), Tick(instant: .seconds(0.5), number: 5))
        expectEqual(ticks.next(after: .seconds(-1)), .zero)
        expectEqual(ticks.next(after: .zero), .seconds(0.2))
        expectEqual(ticks.next(after: .seconds(0.2)), .seconds(0.5))
        expectEqual(ticks.next(after: .seconds(0.5)), .seconds(0.7))
        #expect(CyclicTicks(start: .zero, offsets: []) == nil)
        #expect(CyclicTicks(start: .zero, offsets: [.zero, .zero]) == nil)
        #expect(CyclicTicks(start: .zero, offsets: [.seconds(1), Nanoseconds(-1)]) == nil)
        #expect(CyclicTicks(start: .zero, offsets: [.max, .max]) == nil)
    }

    @Test("E1: animation ticks at whole refreshes, no closer than the minimum interval, never while paused")
    func animation() {
        let grid = RefreshGrid(epoch: .seconds(1), interval: .milliseconds(20))
        expectEqual(PeriodicTicks(grid: grid).next(after: .seconds(1.01)), .seconds(1.02))
        let slow = PeriodicTicks(grid: grid, minimumInterval: .milliseconds(50))
        expectEqual(slow.next(after: .seconds(1)), .seconds(1.06))
        expectEqual(slow.latest(at: .seconds(1.13)), Tick(instant: .seconds(1.12), number: 2))
        let even = PeriodicTicks(grid: grid, minimumInterval: .milliseconds(40))
        expectEqual(even.next(after: .seconds(1)), .seconds(1.04))
        let paused = ListedTicks([])
        #expect(paused.latest(at: .seconds(5)) == nil)
        #expect(paused.next(after: .seconds(5)) == nil)
    }

    @Test("E2: the cadences are ordered and have their minimum intervals")
    func cadences() {
        expectEqual(Cadence.allCases.sorted(), [.live, .seconds, .minutes])
        expectEqual(Cadence.allCases.map(\.minimumInterval), [.zero, .seconds(1), .seconds(60)])
    }

    static func schedules() -> [any TickSchedule] {
        var schedules: [any TickSchedule] = [
            PeriodicTicks(from: .seconds(3), by: .milliseconds(333)),
            PeriodicTicks(minimumInterval: .milliseconds(70)), ListedTicks([]),
            SquareTicks(),
            ListedTicks([.seconds(1), .seconds(1.000_000_001), .seconds(40), .seconds(-90)]),
        ]
        let cyclic = CyclicTicks(start: .seconds(4), offsets: [.milliseconds(200), .zero, .milliseconds(1400)])
        if let cyclic { schedules.append(cyclic) }
        return schedules
    }

    @Test("E1: next is the first instant at which latest answers another tick, for every schedule")
    func agreement() {
        var random = SeededRandom(seed: 31)
        for schedule in Self.schedules() {
            for _ in 0..<300 {
                let instant = random.instant(-200_000_000_000...200_000_000_000)
                let tick = schedule.latest(at: instant)
                #expect(tick.map { $0.instant <= instant } ?? true)
                let next = schedule.next(after: instant)
                let end = next.map { $0 - .one } ?? .seconds(10_000)
                expectEqual(schedule.latest(at: end), tick, "\(schedule) after \(instant)")
                expectEqual(schedule.latest(at: random.instant(instant.nanoseconds...end.nanoseconds)), tick)
                if let next {
                    #expect(next > instant)
                    #expect(schedule.latest(at: next) != tick, "\(schedule) after \(instant)")
                }
            }
        }
    }

    @Test("extreme numbers never cause a trap or an instant in the past")
    func extremes() {
        for first in Extremes.instants {
            for time in Extremes.times {
                var schedules: [any TickSchedule] = [
                    PeriodicTicks(from: first, by: time),
                    PeriodicTicks(grid: RefreshGrid(epoch: first, interval: time), minimumInterval: time),
                    ListedTicks([first, .zero, first + time]),
                ]
                if let cyclic = CyclicTicks(start: first, offsets: [time, .seconds(1)]) { schedules.append(cyclic) }
                for schedule in schedules {
                    for instant in Extremes.instants {
                        let tick = schedule.latest(at: instant)
                        #expect(tick.map { $0.instant <= instant } ?? true)
                        #expect(schedule.next(after: instant).map { $0 > instant } ?? true)
                    }
                }
            }
        }
    }
}
