import SignTestSupport
import Testing

@testable import Timelines

@Suite("Knot motion")
struct KnotMotionTests {
    private func pixel(_ motion: KnotMotion, _ instant: Instant) -> Int64 {
        MotionStep.pixel.index(of: motion.position(at: instant))
    }

    @Test("B2: a cycle holds, then travels at its speed, then holds again where it got")
    func holds() {
        // 40 px at 20 px/s after 1.5 s: cycles of 3.5 s.
        let motion = KnotMotion.loop(
            distance: 40, pace: .speed(Speed(20)), hold: .milliseconds(1500), start: .seconds(10))
        let expected: [(Double, Int64)] = [
            (0, 0), (10, 0), (11.5, 0), (11.549, 0), (11.55, 1), (12.5, 20), (13.499, 39), (13.5, 40), (14.99, 40),
            (15.05, 41), (17, 80), (18.5, 80), (18.55, 81),
        ]
        for (time, offset) in expected { expectEqual(pixel(motion, .seconds(time)), offset, "at \(time) s") }
        expectEqual(motion.cycle(at: .seconds(13.4)), 0)
        expectEqual(motion.cycle(at: .seconds(13.5)), 1)
    }

    @Test("B2: a cycle may be given by its duration, holds included")
    func duration() {
        let motion = KnotMotion.loop(distance: -30, pace: .cycle(.seconds(4)), hold: .seconds(1), start: .zero)
        expectEqual(pixel(motion, .seconds(1)), 0)
        expectEqual(pixel(motion, .seconds(2.5)), -15)
        expectEqual(pixel(motion, .seconds(4)), -30)
        expectEqual(pixel(motion, .seconds(5)), -30)
        expectEqual(pixel(motion, .seconds(4_000_000)), -30_000_000)
    }

    @Test("B2: cycles whose length is a fraction of a nanosecond do not drift in 30 years")
    func noDrift() {
        // 1000 px at 37.3 px/s: cycle k starts after exactly k * 1000 / 37.3 s.
        let motion = KnotMotion.loop(distance: 1000, pace: .speed(Speed(373, over: 10)), start: .zero)
        for cycle in [1, 2, 3, 7, 1000, 35_312_953] as [Int128] {
            let start = Instant(nanoseconds: Int64((cycle * 10_000_000_000_000 + 372) / 373))
            expectEqual(Int128(pixel(motion, start)), cycle * 1000)
            expectEqual(Int128(pixel(motion, start - .one)), cycle * 1000 - 1)
        }
        expectEqual(pixel(motion, .zero + .seconds(946_728_000)), 35_312_954_400)
    }

    @Test("A6: bouncing goes forth and back and rests at both ends")
    func bounce() {
        let motion = KnotMotion.bounce(
            distance: 10, pace: .speed(Speed(10)), hold: .milliseconds(500), repeats: 2, start: .zero)
        let expected: [(Double, Int64)] = [
            (0.4, 0), (0.6, 1), (1.5, 10), (1.9, 10), (2.0, 10), (2.05, 9), (2.1, 9), (3, 0), (3.4, 0), (3.6, 1),
            (5.0, 10), (6, 0), (60, 0),
        ]
        for (time, offset) in expected { expectEqual(pixel(motion, .seconds(time)), offset, "at \(time) s") }
        expectEqual(motion.end, .seconds(6))
        let narrow = KnotMotion.bounce(distance: -10, pace: .cycle(.seconds(2)), start: .zero)
        expectEqual([0.5, 1, 1.5, 2].map { pixel(narrow, .seconds($0)) }, [-5, -10, -5, 0])
    }

    @Test("B3: eased travel follows the curve within 0.001 px of its chords and ends exactly")
    func eased() {
        let motion = KnotMotion.loop(distance: 200, pace: .cycle(.seconds(2)), easing: .easeInOut, start: .zero)
        // Values of CSS ease-in-out at 0.1, 0.25, 0.5, 0.75, 0.9 from mpmath.
        let values = [0.019722453548, 0.129161931047, 0.5, 0.870838068953, 0.980277546452]
        for (progress, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], values) {
            let deviation: Double = abs(pixels(motion.position(at: .seconds(progress * 2))) - 200 * value)
            #expect(deviation < 0.0011)
        }
        expectEqual(motion.position(at: .seconds(2)), 200 * 65536)
        expectEqual(motion.position(at: .seconds(20)), 2000 * 65536)
    }

    @Test("B5: a number of cycles ends at its instant and stays at the last place")
    func repeats() {
        let motion = KnotMotion.loop(
            distance: 25, pace: .speed(Speed(10)), hold: .seconds(1), repeats: 3, start: .seconds(1))
        expectEqual(motion.end, .seconds(11.5))
        expectEqual(pixel(motion, .seconds(11.499)), 74)
        expectEqual(pixel(motion, .seconds(11.5)), 75)
        expectEqual(pixel(motion, .distantFuture), 75)
        expectEqual(motion.cycle(at: .distantFuture), 2)
        expectEqual(motion.end(ofCycle: 0), .seconds(4.5))
        #expect(KnotMotion.loop(distance: 5, pace: .speed(Speed(1)), start: .zero).end == nil)
    }

    static func motions() -> [KnotMotion] {
        var all: [KnotMotion] = []
        let hold = Nanoseconds.milliseconds(70)
        for easing in [
            Easing.linear, .easeIn, .easeInOut, .cubicBezier(CubicBezier(thousandths: 680, -550, 265, 1550)),
        ] {
            for pace in [Pace.speed(Speed(373, over: 10)), .cycle(.milliseconds(1900))] {
                for repeats in [nil, 3] as [Int?] {
                    for distance in repeats == nil ? [37, -1] : [-6] {
                        all.append(
                            .loop(
                                distance: distance, pace: pace, hold: hold, easing: easing, repeats: repeats,
                                start: .seconds(0.3), from: 9999))
                        all.append(
                            .bounce(
                                distance: distance, pace: pace, hold: hold, easing: easing, repeats: repeats,
                                start: .seconds(0.3)))
                    }
                }
            }
        }
        all.append(.flick(start: .zero, from: 500, velocity: -9_000_000, automatic: Speed(30)))
        all.append(.flick(start: .zero, from: 500, velocity: 9_000_000, automatic: Speed(-30)))
        all.append(.settle(start: .zero, from: 9_000_000, target: 0, velocity: 7_000_000))
        return all
    }

    @Test("B2: nothing changes before the next change, and at it the step differs, reversals included")
    func nextChange() throws {
        var random = SeededRandom(seed: 61)
        for motion in Self.motions() {
            let trajectory = Trajectory(.knots(motion))
            for step in [MotionStep.pixel, .blend] {
                func index(_ instant: Instant) -> Int64 { step.index(of: motion.position(at: instant)) }
                for _ in 0..<8 {
                    let instant = random.instant(-500_000_000...9_000_000_000)
                    guard let change = trajectory.nextChange(after: instant, step: step) else {
                        #expect(motion.repeats != nil)
                        expectEqual(index(motion.end ?? instant), index(instant))
                        continue
                    }
                    #expect(change > instant)
                    expectEqual(index(change - .one), index(instant))
                    #expect(index(change) != index(instant))
                    for _ in 0..<4 {
                        expectEqual(index(random.instant(instant.nanoseconds...change.nanoseconds - 1)), index(instant))
                    }
                }
            }
        }
    }

    @Test("the time to reach a position is the first instant at which the motion is there")
    func timeToReach() {
        let motion = KnotMotion.loop(
            distance: 40, pace: .speed(Speed(20)), hold: .milliseconds(1500), start: .zero)
        expectEqual(motion.time(toReach: 0), .zero)
        expectEqual(motion.time(toReach: 65536), .milliseconds(1550))
        expectEqual(motion.time(toReach: 40 * 65536), .milliseconds(3500))
        expectEqual(motion.time(toReach: -1), .zero)
        let back = KnotMotion.loop(distance: -40, pace: .speed(Speed(20)), start: .zero)
        expectEqual(back.time(toReach: -65536), .milliseconds(50))
    }

    @Test("extreme numbers never cause a trap or an instant in the past")
    func extremes() {
        for distance in [Int.min, -1, 1 << 24, .max] {
            for pace in [Pace.speed(Speed(1, over: 1_000_000)), .speed(Speed(1_000_000)), .cycle(.max), .cycle(.zero)] {
                for easing in [Easing.linear, .easeInOut]
                where easing == .linear || (distance == -1 && pace == .cycle(.max)) {
                    for repeats in [nil, -1, .max] as [Int?] {
                        for start in [Instant.earliest, .zero, .distantFuture] {
                            let motions = [
                                KnotMotion.loop(
                                    distance: distance, pace: pace, hold: .max, easing: easing, repeats: repeats,
                                    start: start, from: .max),
                                KnotMotion.bounce(
                                    distance: distance, pace: pace, hold: Nanoseconds(-1), easing: easing,
                                    repeats: repeats, start: start, from: .min),
                            ]
                            for motion in motions {
                                _ = motion.end
                                _ = motion.end(ofCycle: .max)
                                _ = motion.time(toReach: .max)
                                for instant in Extremes.instants {
                                    _ = motion.position(at: instant)
                                    _ = motion.cycle(at: instant)
                                    let change = Trajectory(.knots(motion)).nextChange(after: instant, step: .blend)
                                    #expect(change.map { $0 > instant } ?? true)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
