import SignTestSupport
import Testing

@testable import Timelines

@Suite("Trajectory")
struct TrajectoryTests {
    private func sample() -> Trajectory {
        var trajectory = Trajectory(.rest(3 * 65536))
        trajectory.follow(
            .steady(SteadyMotion(start: .seconds(1), from: 3 * 65536, speed: Speed(10))), from: .seconds(1))
        trajectory.follow(.rest(8 * 65536), from: .seconds(1.5))
        trajectory.follow(
            .steady(SteadyMotion(start: .seconds(2), from: 8 * 65536, speed: Speed(-20))), from: .seconds(2))
        return trajectory
    }

    private func pixel(_ trajectory: Trajectory, _ seconds: Double) -> Int64 {
        MotionStep.pixel.index(of: trajectory.position(at: .seconds(seconds)))
    }

    @Test("one motion follows another, each from its instant on")
    func legs() {
        let trajectory = sample()
        expectEqual([0, 1, 1.1, 1.49, 1.5, 1.9, 2, 2.05].map { pixel(trajectory, $0) }, [3, 3, 4, 7, 8, 8, 8, 7])
    }

    @Test("the next change is found across legs that change nothing")
    func acrossLegs() {
        let trajectory = sample()
        expectEqual(trajectory.nextChange(after: .seconds(-5), step: .pixel), .seconds(1.1))
        expectEqual(trajectory.nextChange(after: .seconds(1.45), step: .pixel), .seconds(1.5))
        expectEqual(trajectory.nextChange(after: .seconds(1.6), step: .pixel), .seconds(2) + .one)
    }

    @Test("a motion that follows from an earlier instant replaces what was to come")
    func replaced() {
        var trajectory = sample()
        trajectory.follow(.rest(0), from: .seconds(1.2))
        expectEqual(pixel(trajectory, 1.1), 4)
        expectEqual(pixel(trajectory, 1.6), 0)
        #expect(trajectory.nextChange(after: .seconds(1.2), step: .pixel) == nil)
    }

    @Test("forgetting keeps the motion that holds")
    func forgetting() {
        var trajectory = sample()
        trajectory.forget(before: .seconds(1.3))
        expectEqual([1.3, 1.5, 2.05].map { pixel(trajectory, $0) }, [6, 8, 7])
        expectEqual(trajectory.legs.count, 3)
    }

    @Test("B4: the same motions come that much later")
    func delayed() {
        let trajectory = sample().delayed(by: .seconds(10), from: .seconds(11.3))
        expectEqual(pixel(trajectory, 3), 6)
        expectEqual([11.3, 11.45, 11.5, 12.05].map { pixel(trajectory, $0) }, [6, 7, 8, 7])
    }

    @Test("never traps and never answers an instant that has passed, however extreme the numbers")
    func extremes() {
        for from in Extremes.numbers {
            for speed in Extremes.speeds {
                for start in Extremes.instants {
                    let motion = SteadyMotion(start: start, from: from, speed: speed)
                    var trajectory = Trajectory(.steady(motion))
                    for instant in Extremes.instants {
                        _ = trajectory.position(at: instant)
                        for step in [MotionStep.pixel, .blend] {
                            let change = trajectory.nextChange(after: instant, step: step)
                            #expect(change.map { $0 > instant } ?? true, "\(motion) after \(instant)")
                        }
                    }
                    trajectory.follow(.rest(from), from: start)
                    trajectory = trajectory.delayed(by: .max, from: start)
                    trajectory.forget(before: start)
                    _ = trajectory.position(at: start)
                }
            }
        }
        for count in [Int.min, -1, 1, .max] { _ = Subpixel.pixels(count) }
    }
}
