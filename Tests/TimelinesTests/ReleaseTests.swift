import Foundation
import SignTestSupport
import Testing

@testable import Timelines

@Suite("Release")
struct ReleaseTests {
    private func flick(_ u: Double, _ v: String, tau: Double, from: Int64 = 0) throws -> KnotMotion {
        KnotMotion.flick(
            start: .zero, from: from, velocity: Int64(u * 65536), automatic: try #require(Speed(decimal: v)),
            timeConstant: .decimal(tau))
    }

    @Test(
        "D2: after a release it is where long arithmetic says within 0.001 px",
        arguments: [
            (200, "30", 0.5, 0.25, 40.944893924426), (200, "30", 0.5, 1, 103.49650092489),
            (-1000, "37.3", 0.5, 0.1, -90.285294916105), (-1000, "37.3", 0.5, 3, -405.46439518357),
            (5000, "-12.3", 2, 1.5, 5270.8642553924), (0, "30", 0.5, 0.5, 5.5181916175716),
        ] as [(Double, String, Double, Double, Double)])
    func literals(u: Double, v: String, tau: Double, time: Double, expected: Double) throws {
        let motion = try flick(u, v, tau: tau)
        let deviation: Double = abs(pixels(motion.position(at: .seconds(time))) - expected)
        #expect(deviation < 0.001)
    }

    @Test("D2: equals x0 + v t + (u - v) tau (1 - exp(-t / tau)) within 0.001 px over a wide range")
    func formula() throws {
        var random = SeededRandom(seed: 51)
        for _ in 0..<12 {
            let u = Double(Int.random(in: -2_000_000...2_000_000, using: &random)) / 100
            let v = Int64.random(in: -4000...4000, using: &random)
            let tau = Double(Int.random(in: 10...2000, using: &random)) / 1000
            let from = Int64.random(in: -100_000_000...100_000_000, using: &random)
            let motion = KnotMotion.flick(
                start: .zero, from: from, velocity: Int64(u * 65536), automatic: Speed(v, over: 10),
                timeConstant: .decimal(tau))
            let (exactU, speed) = (Double(Int64(u * 65536)) / 65536, Double(v) / 10)
            let end = Double((motion.end ?? .zero).nanoseconds) / 1e9
            for _ in 0..<100 {
                let instant = Instant.seconds(Double.random(in: 0...min(end, 12 * tau), using: &random))
                let t = Double(instant.nanoseconds) / 1e9
                let plain = pixels(from) + speed * t + (exactU - speed) * tau * (1 - exp(-t / tau))
                #expect(
                    abs(pixels(motion.position(at: instant)) - plain) < 0.001, "u \(u) v \(speed) tau \(tau) t \(t)")
            }
        }
    }

    @Test("D2: neither position nor speed jumps at the release or at the end of the flick")
    func continuity() throws {
        for (u, v) in [(400.0, "30"), (-400, "30"), (3000, "-37.3"), (0, "12.3"), (-20_000, "0.5"), (30, "30")] {
            let motion = try flick(u, v, tau: 0.5, from: 12345)
            let speed = try #require(Double(v))
            expectEqual(motion.position(at: .zero), 12345)
            expectEqual(motion.position(at: .seconds(-1)), 12345)
            let short = 0.0005
            let first = (pixels(motion.position(at: .seconds(short))) - pixels(12345)) / short
            // A chord of the curve is up to tau / 64 long.
            let deviation: Double = abs(first - u)
            let allowed: Double = abs(u - speed) / 128 + 0.1
            #expect(deviation < allowed, "starts at \(first) px/s instead of \(u)")
            let end = try #require(motion.end)
            let last = pixels(motion.position(at: end) - motion.position(at: end - .milliseconds(100))) / 0.1
            let secondDeviation: Double = abs(last - speed)
            #expect(secondDeviation < 0.01, "ends at \(last) px/s instead of \(speed)")
        }
    }

    @Test("D2: the time constant and the velocity are clamped to what they may be")
    func clamped() {
        for time in [Nanoseconds(.min), .max] {
            for velocity in [Int64.min, .max] {
                for speed in [Speed(1_000_000), Speed(-1, over: 1_000_000)] {
                    let motion = KnotMotion.flick(
                        start: .zero, from: 0, velocity: velocity, automatic: speed, timeConstant: time)
                    #expect(motion.knots.count < 200_000)
                    for instant in Extremes.instants { _ = motion.position(at: instant) }
                }
            }
        }
    }

    @Test("D2: content that stands springs home and ends exactly there")
    func settle() throws {
        for (from, target, u) in [(40.0, 0.0, 0.0), (-13, 5, 300), (7, 7, -2000), (1000, -20, 20_000)] {
            let motion = KnotMotion.settle(
                start: .zero, from: Int64(from * 65536), target: Int64(target * 65536), velocity: Int64(u * 65536))
            let tau = 0.12
            let end = try #require(motion.end)
            for step in 0..<200 {
                let t = Double(end.nanoseconds) / 1e9 * Double(step) / 200
                let d = from - target
                let plain = target + (d + (u + d / tau) * t) * exp(-t / tau)
                let deviation: Double = abs(pixels(motion.position(at: .seconds(t))) - plain)
                #expect(deviation < 0.002, "\(from) \(target) \(u) \(t)")
            }
            expectEqual(motion.position(at: end), Int64(target * 65536))
            expectEqual(motion.position(at: end + .seconds(100)), Int64(target * 65536))
        }
        for from in [Int64.min, .max] {
            for target in [Int64.max] {
                let motion = KnotMotion.settle(start: .zero, from: from, target: target, velocity: .min)
                for instant in Extremes.instants { _ = motion.position(at: instant) }
            }
        }
    }
}
