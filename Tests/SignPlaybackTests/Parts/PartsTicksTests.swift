import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

@Suite struct PartsTicksTests {
    /// Three pictures of one row; the number of the one that is lit is the number of the turn.
    private func turns(_ ticks: String, _ more: String = "") throws -> PartsContent {
        let text = """
            parts:
              - turns: [{pixels: "#.."}, {pixels: ".#."}, {pixels: "..#"}]
                ticks: \(ticks)
                \(more)
            """
        return try PartsSigns.content(text, 3, 1, time: SteadyLocalTime(LocalTime(nanoseconds: 100_000_000_000)))
    }

    private func turn(_ content: PartsContent, at milliseconds: Double) -> Int {
        let picture = Array(shown(content, at: milliseconds, 3, 1))
        return picture.firstIndex(of: "#") ?? -1
    }

    @Test("E1, E3: turns change at a period, the first of them is shown at once")
    func periodic() throws {
        let content = try turns("3s")
        expectEqual([0, 2999, 3000, 5999, 6000, 9000].map { turn(content, at: $0) }, [0, 0, 1, 1, 2, 0])
        expectEqual(changes(content, until: 9000), [3000, 6000, 9000])
    }

    @Test("E1: a period may have its own start time")
    func periodicFrom() throws {
        let content = try turns("{from: 1s, every: 3s}")
        expectEqual(changes(content, until: 8000), [1000, 4000, 7000])
        expectEqual([999, 1000, 4000].map { turn(content, at: $0) }, [0, 1, 2])
    }

    @Test("E1: a list of times is followed once")
    func list() throws {
        let content = try turns("{at: [0.5s, 0.2s, 1s]}")
        expectEqual(changes(content, until: 100_000), [200, 500, 1000])
        expectEqual([0, 200, 500, 1000, 99_000].map { turn(content, at: $0) }, [0, 1, 2, 0, 0])
    }

    @Test("E1: cyclic offsets repeat, each counted from the one before")
    func cyclic() throws {
        let content = try turns("{cycle: [0.2s, 0.2s, 0.4s]}")
        expectEqual(changes(content, until: 1700), [200, 400, 800, 1000, 1200, 1600])
    }

    @Test("E1: animation comes at every refresh, at its shortest interval, or never while paused")
    func animation() throws {
        let fast = try turns("animation")
        expectEqual(changes(fast, until: 100).count, 5)
        let slow = try turns("{animation: 50ms}")
        let times = changes(slow, until: 1000)
        let pauses = zip(times, times.dropFirst()).map { (before: Double, after: Double) -> Double in after - before }
        #expect(pauses.allSatisfy { (50..<67).contains($0) })
        #expect(times.count >= 14)
        let paused = try turns("{animation: 50ms, paused: yes}")
        #expect(paused.nextChange(after: .zero) == nil)
        expectEqual(turn(paused, at: 5000), 0)
    }

    @Test("E1: every minute is the start of a minute of the wall clock")
    func minutes() throws {
        // The clock shows 00:01:40 at zero.
        let content = try turns("every-minute")
        expectEqual(changes(content, until: 100_000), [20_000, 80_000])
        #expect(turn(content, at: 20_000) != turn(content, at: 19_999))
        expectEqual(changes(try turns("every-second"), until: 2500), [1000, 2000])
    }

    @Test("E1: the clock's minutes are independent of the part's delay and tempo")
    func minutesOfTheWallClock() throws {
        expectEqual(changes(try turns("every-minute", "delay: 7s\n    tempo: 3"), until: 100_000), [20_000, 80_000])
    }

    @Test("E2: a lowered cadence brings ticks to seconds and minutes")
    func cadence() throws {
        let content = try turns("0.4s")
        let before = content.revision
        content.cadence = .seconds
        #expect(content.revision != before)
        expectEqual(changes(content, until: 3000), [1000, 2000, 3000])
        // The tick at 2 s is the fifth one.
        expectEqual(turn(content, at: 2000), 5 % 3)
        content.cadence = .minutes
        expectEqual(changes(content, until: 120_000), [60_000, 120_000])
    }

    @Test("E3: one tick is one draw, however often the picture is asked for")
    func oneDraw() throws {
        let content = try turns("1s")
        for time in stride(from: 0.0, through: 5000, by: 50) { _ = turn(content, at: time) }
        expectEqual(content.layers.drawCount(ofPart: 0), 6)
    }

    @Test("E6: faces change at random every 0.2 s, and the same seed gives the same faces again")
    func random() throws {
        let times = (0..<60).map { Double($0) * 200 }
        let first = try turns("0.2s", "order: random\n    seed: 7")
        let again = try turns("0.2s", "order: random\n    seed: 7")
        let other = try turns("0.2s", "order: random\n    seed: 8")
        let faces = times.map { turn(first, at: $0) }
        expectEqual(faces, times.map { turn(again, at: $0) })
        #expect(faces != times.map { turn(other, at: $0) })
        expectEqual(Set(faces), [0, 1, 2])
        // Asking in another order changes nothing.
        expectEqual(times.reversed().map { turn(first, at: $0) }, faces.reversed())
    }

    @Test("shuffled turns come once in every round, and never twice in a row", arguments: 0..<20)
    func shuffled(seed: Int) throws {
        let content = try turns("0.2s", "order: shuffle\n    seed: \(seed)")
        let faces = (0..<90).map { turn(content, at: Double($0) * 200) }
        for round in 0..<30 { expectEqual(Set(faces[round * 3..<round * 3 + 3]), [0, 1, 2]) }
        #expect(zip(faces, faces.dropFirst()).allSatisfy { $0 != $1 })
        expectEqual(faces[0], 0)
    }

    @Test("E6: a list of sayings changes every 3 s, and each starts its motion when it appears")
    func sayings() throws {
        let text = """
            parts:
              - ticks: 3s
                turns:
                  - pixels: "#"
                    align: left
                    key-frames: [{x: 0}, {offset: 1s, x: 4, easing: step}]
                    loop: no
                  - pixels: "##"
            """
        let content = try PartsSigns.content(text, 6, 1)
        expectEqual(
            [0, 999, 1000, 2999, 3000, 6000, 6999, 7000].map { shown(content, at: $0, 6, 1) },
            [
                "#.....", "#.....", "....#.", "....#.", "..##..", "#.....", "#.....", "....#.",
            ])
        expectEqual(changes(content, until: 7000), [1000, 3000, 6000, 7000])
    }
}
