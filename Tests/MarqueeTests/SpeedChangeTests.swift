import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Speeds of parts")
struct SpeedChangeTests {
    /// A text of 18 columns of which 6 to 11 come in at 3 px/s, the others at 1 px/s, on a window of 6 columns; the next
    /// copy comes 20 columns later.
    private func state(
        _ direction: Direction = .left, _ change: (inout MarqueeStyle) -> Void = { _ in }
    ) -> MarqueeState<String> {
        MarqueeState(
            content: "text", length: 18, speeds: SpeedProfile([.init(range: 6..<12, speed: Speed(3))]),
            style: MarqueeStyle("1", direction: direction, spacing: 2, change: change), extent: 6, start: .zero)
    }

    private func pixels(_ state: MarqueeState<String>, at instant: Instant) -> Int {
        state.window(at: instant).lowerBound
    }

    @Test("a part's speed holds from where its first column comes in until its last one has")
    func forward() {
        let state = state()
        expectEqual(
            [0.0, 1, 2, 3, 15.99, 16, 17, 18, 19].map { pixels(state, at: .seconds($0)) },
            [
                0, 3, 6, 7, 19, 20, 23, 26, 27,
            ])
        // The first six pixels take a third of a second each, rounded up to the nanosecond at which each is due.
        var instants: [Int64] = []
        var instant = Instant.zero
        for _ in 0..<8 {
            guard let next = state.trajectory.nextChange(after: instant, step: .pixel) else { break }
            instants.append(next.nanoseconds)
            instant = next
        }
        expectEqual(
            instants,
            [
                333_333_334, 666_666_667, 1_000_000_000, 1_333_333_334, 1_666_666_667, 2_000_000_000, 3_000_000_000,
                4_000_000_000,
            ])
    }

    @Test("A6: moving to the right, columns come in at the left, the last one first")
    func backward() {
        let state = state(.right)
        expectEqual([0.0, 8, 9, 10, 11, 16].map { pixels(state, at: .seconds($0)) }, [0, -8, -11, -14, -15, -20])
    }

    @Test("B2, B5: pauses and the number of cycles stay what they are")
    func holdAndRepeats() {
        let state = state { ($0.hold, $0.repeats) = (.seconds(1), 2) }
        expectEqual([0.99, 2.0, 17, 17.99, 18, 19].map { pixels(state, at: .seconds($0)) }, [0, 3, 20, 20, 20, 23])
        expectEqual(state.end, .seconds(34))
        expectEqual(pixels(state, at: .seconds(99)), 40)
    }

    @Test("B3: with easing, in a cycle's time and standing still, speeds of parts count for nothing")
    func withoutSpeeds() {
        for change in [{ $0.easing = .easeInOut }, { $0.pace = .cycle(.seconds(7)) }, { $0.pace = .speed(.zero) }]
            as [(inout MarqueeStyle) -> Void]
        {
            let plain = MarqueeState(
                content: "text", length: 18, style: MarqueeStyle("1", spacing: 2, change: change), extent: 6,
                start: .zero)
            let state = state(.left, change)
            for step in 0..<300 {
                let instant = Instant.seconds(Double(step) / 7)
                expectEqual(state.position(at: instant), plain.position(at: instant))
            }
        }
    }

    @Test("B4: paused and resumed, the text goes on as it would have")
    func pause() {
        var paused = state()
        paused.pause(at: .seconds(1))
        paused.resume(at: .seconds(4))
        let state = state()
        for step in 0..<400 {
            let time = Double(step) / 10 + 1
            expectEqual(paused.position(at: .seconds(time + 3)), state.position(at: .seconds(time)))
        }
    }

    @Test("C2: a text that is replaced at the seam moves at its own speeds up to there")
    func seam() {
        var swapped = state()
        swapped.replace("next", length: 8, swap: .seam, at: .seconds(1))
        let state = state()
        for step in 0..<150 {
            let instant = Instant.seconds(1 + Double(step) / 10)
            expectEqual(swapped.position(at: instant), state.position(at: instant))
        }
        expectEqual(pixels(swapped, at: .seconds(36)), 40)
    }

    @Test("any parts, spacings and windows: the speed is that of the column that comes in, by a plain count")
    func plainCount() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<200 {
            let length = Int.random(in: 1...40, using: &random)
            let spacing = Int.random(in: 0...20, using: &random)
            let extent = Int.random(in: 1...50, using: &random)
            let isForward = Bool.random(using: &random)
            let period = max(length + spacing, 1)
            var speeds = [Int](repeating: 7, count: period)
            var parts: [SpeedProfile.Part] = []
            var column = 0
            while column < length {
                let end = column + Int.random(in: 1...12, using: &random)
                let speed = Int.random(in: 1...9, using: &random)
                if Bool.random(using: &random) {
                    parts.append(.init(range: column..<end, speed: Speed(Int64(speed))))
                    for covered in column..<min(end, period) { speeds[covered] = speed }
                }
                column = end
            }
            let state = MarqueeState(
                content: "", length: length, speeds: SpeedProfile(parts),
                style: MarqueeStyle("7", direction: isForward ? .left : .right, spacing: spacing), extent: extent,
                start: .zero)
            // 2520 is a multiple of all speeds: every pixel takes a whole number of its parts of a second.
            var time: Int128 = 0
            for pixel in 0..<3 * period {
                let incoming = isForward ? (pixel + extent) % period : period - 1 - pixel % period
                time += Int128(2520 / speeds[incoming])
                // Forwards a pixel is reached at its instant or right after it, backwards it is left right after it.
                let exact = time * 1_000_000_000
                let before = Instant(nanoseconds: Int64(isForward ? (exact + 2519) / 2520 - 1 : exact / 2520))
                expectEqual(pixels(state, at: before), (isForward ? pixel : -pixel - 1))
                expectEqual(pixels(state, at: before + .one), (isForward ? pixel + 1 : -pixel - 2))
            }
        }
    }
}
