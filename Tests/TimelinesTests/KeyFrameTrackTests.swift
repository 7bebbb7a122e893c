import SignTestSupport
import Testing

@testable import Timelines

@Suite("Key-frame track")
struct KeyFrameTrackTests {
    private func track(_ stops: [KeyFrameStop], repeats: Bool = true) throws -> KeyFrameTrack {
        try #require(KeyFrameTrack(stops: stops, repeats: repeats))
    }

    private func values(_ track: KeyFrameTrack, at times: [Double]) -> [Int64] {
        times.map { track.value(channel: 0, after: .decimal($0)) }
    }

    @Test("E5: values run through the stops; the first is used once, later cycles loop from the second")
    func cycles() throws {
        let track = try track([
            KeyFrameStop(offset: .zero, values: [1000]), KeyFrameStop(offset: .seconds(1), values: [2000]),
            KeyFrameStop(offset: .seconds(2), values: [0]),
        ])
        expectEqual(values(track, at: [-1, 0, 0.5, 1, 2, 2.5]), [1000, 1000, 1500, 2000, 1000, 500])
        // The second cycle starts from the last stop's 0, not from the initial 1000.
        expectEqual(values(track, at: [3, 3.5, 4, 5, 6, 6.25, 3_000_000.5]), [0, 1000, 2000, 1000, 0, 500, 1000])
    }

    @Test("E5: a duration of its own ends the change before the next stop")
    func duration() throws {
        let track = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]),
                KeyFrameStop(offset: .seconds(2), duration: .seconds(1), values: [100]),
            ], repeats: false)
        expectEqual(values(track, at: [0.5, 1, 1.5, 2, 9]), [50, 100, 100, 100, 100])
        expectEqual(track.restingTime(after: .decimal(0.5)), .zero)
        expectEqual(track.changeEnd(after: .decimal(0.5)), .seconds(1))
        #expect(track.restingTime(after: .seconds(1)) == nil)
        #expect(track.movingSince(at: .decimal(1.5)) == nil)
    }

    @Test("E5: a change cut off by the next stop goes on from what was reached")
    func cutOff() throws {
        let track = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]),
                KeyFrameStop(offset: .seconds(1), duration: .seconds(2), values: [100]),
                KeyFrameStop(offset: .seconds(1), values: [0]),
            ], repeats: false)
        expectEqual(values(track, at: [0.5, 1, 1.5, 2]), [25, 50, 25, 0])
    }

    @Test("E5: a last change that is longer than its offset is finished where nothing cuts it off")
    func lastOneFinishes() throws {
        let track = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]),
                KeyFrameStop(offset: .seconds(1), duration: .seconds(2), values: [100]),
            ], repeats: false)
        expectEqual(values(track, at: [0.5, 1, 1.5, 2, 3]), [25, 50, 75, 100, 100])
        expectEqual(track.changeEnd(after: .decimal(1.5)), .seconds(2))
    }

    @Test("E5: steps, offsets of zero and durations of zero jump, and the resting time says when")
    func jumps() throws {
        let step = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]),
                KeyFrameStop(offset: .seconds(1), easing: .step, values: [10]),
            ], repeats: false)
        expectEqual(values(step, at: [0.999, 1]), [0, 10])
        expectEqual(step.restingTime(after: .decimal(0.25)), .decimal(0.75))
        let zeroOffset = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]), KeyFrameStop(offset: .seconds(1), values: [0]),
                KeyFrameStop(offset: .zero, values: [10]),
            ], repeats: false)
        expectEqual(values(zeroOffset, at: [0.999, 1]), [0, 10])
        expectEqual(zeroOffset.restingTime(after: .decimal(0.25)), .decimal(0.75))
        let zeroDuration = try track(
            [
                KeyFrameStop(offset: .zero, values: [0]), KeyFrameStop(offset: .seconds(1), values: [0]),
                KeyFrameStop(offset: .seconds(1), duration: .zero, values: [10]),
            ], repeats: false)
        expectEqual(values(zeroDuration, at: [0.999, 1, 2]), [0, 10, 10])
        expectEqual(zeroDuration.restingTime(after: .decimal(0.25)), .decimal(0.75))
    }

    @Test("E5: values rest exactly as long as the resting time says, over random tracks")
    func restingTimes() throws {
        var random = SeededRandom(seed: 71)
        let easings: [Easing] = [.linear, .easeOut, .step, .spring(Spring(response: .milliseconds(300)))]
        for _ in 0..<300 {
            let stops = (0..<Int.random(in: 1...5, using: &random)).map { number in
                KeyFrameStop(
                    offset: .milliseconds([0, 100, 250, 400].randomElement(using: &random) ?? 0),
                    duration: [nil, .zero, .milliseconds(150), .milliseconds(700)].randomElement(using: &random) ?? nil,
                    easing: easings.randomElement(using: &random) ?? .linear,
                    values: [[0, 0, 1_000_000].randomElement(using: &random) ?? 0])
            }
            let track = try track(stops, repeats: Bool.random(using: &random))
            for _ in 0..<40 {
                let time = Nanoseconds(Int64.random(in: -200_000_000...3_000_000_000, using: &random))
                let rest = track.restingTime(after: time)
                #expect(rest.map { $0 >= .zero } ?? true)
                let end = rest.map { time + $0 } ?? .seconds(60)
                let value = track.value(channel: 0, after: time)
                for _ in 0..<5 where end > time {
                    let later = Nanoseconds(Int64.random(in: time.count..<end.count, using: &random))
                    expectEqual(track.value(channel: 0, after: later), value, "\(stops) \(time) \(later) \(end)")
                }
                if rest == .zero {
                    let since = try #require(track.movingSince(at: time))
                    let changeEnd = try #require(track.changeEnd(after: time))
                    #expect(since <= time && changeEnd > time)
                }
            }
        }
    }

    @Test("E5: refuses no stops and stops of different shapes; never traps on extreme times")
    func extremes() throws {
        #expect(KeyFrameTrack(stops: []) == nil)
        #expect(
            KeyFrameTrack(stops: [KeyFrameStop(offset: .zero, values: [1]), KeyFrameStop(offset: .one, values: [])])
                == nil)
        for first in Extremes.times {
            for second in Extremes.times {
                for duration in [nil, .zero, .max] as [Nanoseconds?] {
                    let track = try track([
                        KeyFrameStop(offset: .zero, values: [.min]),
                        KeyFrameStop(offset: first, duration: duration, easing: .easeIn, values: [.max]),
                        KeyFrameStop(offset: second, values: [.min]),
                    ])
                    for time in Extremes.times {
                        _ = track.value(channel: 0, after: time)
                        #expect(track.restingTime(after: time).map { $0 >= .zero } ?? true)
                        #expect(track.changeEnd(after: time).map { $0 >= time } ?? true)
                        _ = track.movingSince(at: time)
                    }
                }
            }
        }
    }
}
