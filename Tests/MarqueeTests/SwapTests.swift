import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// A sequence of texts: what the window shows, one character a pixel.
private struct TextSequence {
    var state: MarqueeState<String>
    static let width = 12

    init(_ text: String, _ style: MarqueeStyle) {
        state = MarqueeState(content: text, length: text.count, style: style, extent: Self.width, start: .zero)
    }

    mutating func replace(_ text: String, swap: Swap = .seam, at instant: Instant) {
        state.replace(text, length: text.count, swap: swap, at: instant)
    }

    /// Every copy that starts within two screens, written where it stands.
    func shown(_ seconds: Double) -> String {
        let window = state.window(at: .seconds(seconds))
        var cells = [Character](repeating: ".", count: Self.width)
        for (number, stretch) in state.sequence.stretches.enumerated() {
            let starts = state.sequence.starts(ofStretch: number)
            for start in window.lowerBound - 40..<window.upperBound where starts.contains(start) {
                guard (start - stretch.anchor) % stretch.period == 0 else { continue }
                for (index, character) in stretch.content.enumerated() where window.contains(start + index) {
                    cells[start + index - window.lowerBound] = character
                }
            }
        }
        return String(cells)
    }
}

@Suite("Swaps")
struct SwapTests {
    private func style(_ direction: Direction = .left, change: (inout MarqueeStyle) -> Void = { _ in }) -> MarqueeStyle
    {
        MarqueeStyle("10", direction: direction, spacing: 2, change: change)
    }

    @Test("C2: at the seam the new text follows the old one in at the edge, and nothing jumps")
    func seamLeft() {
        var sequence = TextSequence("ABCDE", style())
        expectEqual(sequence.shown(0.35), "DE..ABCDE..A")
        sequence.replace("xyz", at: .seconds(0.35))
        let expected = ["DE..ABCDE..A", "E..ABCDE..AB", "..ABCDE..ABC", ".ABCDE..ABCD", "ABCDE..ABCDE", "BCDE..ABCDE."]
        for (step, text) in expected.enumerated() { expectEqual(sequence.shown(0.35 + Double(step) / 10), text) }
        expectEqual(sequence.shown(1.05), "DE..ABCDE..x")
        expectEqual(sequence.shown(1.25), "..ABCDE..xyz")
        expectEqual(sequence.shown(2.15), "xyz..xyz..xy")
    }

    @Test("C2: the seam comes in at the left where text moves to the right")
    func seamRight() {
        var sequence = TextSequence("ABCDE", style(.right))
        expectEqual(sequence.shown(0.25), "E..ABCDE..AB")
        sequence.replace("xyz", at: .seconds(0.25))
        expectEqual(sequence.shown(0.25), "E..ABCDE..AB")
        expectEqual(sequence.shown(0.65), "ABCDE..ABCDE")
        expectEqual(sequence.shown(0.95), "z..ABCDE..AB")
        expectEqual(sequence.shown(1.25), ".xyz..ABCDE.")
    }

    @Test("C2: of two texts that wait at the seam the second one comes")
    func replacedWhileWaiting() {
        var sequence = TextSequence("ABCDE", style())
        sequence.replace("xyz", at: .seconds(0.05))
        sequence.replace("uvw", at: .seconds(0.15))
        expectEqual(sequence.state.sequence.stretches.map(\.content), ["ABCDE", "uvw"])
        expectEqual(sequence.shown(2.05), "vw..uvw..uvw")
    }

    @Test("C2: a text that comes while a seam is visible follows that one")
    func visibleSeam() {
        var sequence = TextSequence("ABCDE", style())
        sequence.replace("xyz", at: .seconds(0.05))
        let before = sequence.shown(0.95)
        sequence.replace("uvw", at: .seconds(0.95))
        expectEqual(sequence.shown(0.95), before)
        expectEqual(sequence.state.sequence.stretches.map(\.content), ["ABCDE", "xyz", "uvw"])
    }

    @Test("C2: replacing at the seam does not change where the motion is, now or ever")
    func positionStays() {
        for change in [{ _ in }, { $0.hold = .seconds(1) }, { $0.easing = .easeInOut }]
            as [(inout MarqueeStyle) -> Void]
        {
            let plain = TextSequence("ABCDE", style(change: change))
            var swapped = plain
            for step in 1...30 { swapped.replace("ABCDE", at: .seconds(Double(step) * 0.0333333)) }
            for step in 0...60 {
                let instant = Instant.seconds(Double(step) / 20 + 1)
                expectEqual(swapped.state.position(at: instant), plain.state.position(at: instant), "at \(instant)")
            }
        }
    }

    @Test("C2: now replaces in place and keeps the position; restart starts from the first position")
    func nowAndRestart() {
        var sequence = TextSequence("ABCDE", style())
        sequence.replace("vwxyz", swap: .now, at: .seconds(0.35))
        expectEqual(sequence.shown(0.35), "yz..vwxyz..v")
        expectEqual(sequence.shown(0.45), "z..vwxyz..vw")
        sequence.replace("ABCDE", swap: .restart, at: .seconds(0.45))
        expectEqual(sequence.shown(0.45), "ABCDE..ABCDE")
        expectEqual(sequence.shown(0.55), "BCDE..ABCDE.")
    }

    @Test("B4: another speed keeps what is shown, a visible seam included")
    func speedChange() {
        for direction in [Direction.left, .right] {
            var sequence = TextSequence("ABCDE", style(direction))
            sequence.replace("xyz", at: .seconds(0.05))
            let before = sequence.shown(1.05)
            var faster = style(direction)
            faster.pace = .speed(Speed(20))
            sequence.state.apply(faster, at: .seconds(1.05))
            expectEqual(sequence.shown(1.05), before)
            expectEqual(
                sequence.state.position(at: .seconds(1.15)) - sequence.state.position(at: .seconds(1.05)),
                (direction == .left ? 131072 : -131072))
        }
    }

    @Test("B4: another spacing shows at once and leaves the copy at the edge where it is")
    func spacingChange() {
        var sequence = TextSequence("ABCDE", style())
        var wider = style()
        wider.spacing = 4
        sequence.state.apply(wider, at: .seconds(0.35))
        expectEqual(sequence.shown(0.35), "DE....ABCDE.")
    }

    @Test("B4: pause and resume keep the position, stop returns to the start")
    func pause() {
        var sequence = TextSequence("ABCDE", style())
        sequence.state.pause(at: .seconds(0.35))
        expectEqual([0.35, 1, 99].map { sequence.shown($0) }, Array(repeating: "DE..ABCDE..A", count: 3))
        sequence.state.resume(at: .seconds(10))
        expectEqual(sequence.shown(10.07), "E..ABCDE..AB")
        sequence.state.stop(at: .seconds(11))
        expectEqual(sequence.shown(12), "ABCDE..ABCDE")
        #expect(sequence.state.isHeld)
        sequence.state.resume(at: .seconds(20))
        expectEqual(sequence.shown(20.15), "BCDE..ABCDE.")
    }

    @Test("B5: a number of cycles has an end; endless cycles have none")
    func repeats() {
        let sequence = TextSequence("ABCDE", style { $0.repeats = 3 })
        expectEqual(sequence.state.end, .seconds(2.1))
        expectEqual(sequence.shown(50), "ABCDE..ABCDE")
        #expect(TextSequence("ABCDE", style()).state.end == nil)
    }

    @Test("B2: a cycle holds at its start, then moves")
    func hold() {
        let sequence = TextSequence("ABCDE", style { $0.hold = .seconds(1) })
        expectEqual(
            [0, 0.99, 1.15, 1.7, 2.69, 2.85].map { sequence.state.window(at: .seconds($0)).lowerBound },
            [
                0, 0, 1, 7, 7, 8,
            ])
    }

    @Test("D1: a drag moves the content by exactly the dragged distance while automatic motion waits, paused or not")
    func drag() {
        var sequence = TextSequence("ABCDE", style())
        sequence.state.beginDrag(at: .seconds(0.35))
        let taken = sequence.state.position(at: .seconds(0.35))
        for (pixels, seconds) in [(1, 0.4), (-3, 0.5), (40, 7)] {
            sequence.state.drag(by: pixels, at: .seconds(seconds))
            expectEqual(sequence.state.position(at: .seconds(seconds)), taken - Int64(pixels) * 65536)
            expectEqual(sequence.state.position(at: .seconds(seconds + 3)), taken - Int64(pixels) * 65536)
        }
        var paused = TextSequence("ABCDE", style())
        paused.state.pause(at: .seconds(0.35))
        paused.state.beginDrag(at: .seconds(1))
        paused.state.drag(by: -2, at: .seconds(2))
        paused.state.release(velocity: 0, at: .seconds(3))
        expectEqual(paused.shown(9), "..ABCDE..ABC")
        #expect(paused.state.isHeld)
    }

    @Test("D1: what stands still can be dragged, and springs home when it is let go")
    func dragStill() {
        var sequence = TextSequence("AB", style { $0.scroll = .auto })
        sequence.state.beginDrag(at: .zero)
        sequence.state.drag(by: 3, at: .seconds(1))
        expectEqual(sequence.state.position(at: .seconds(1)), -3 * 65536)
        sequence.state.release(velocity: 5 * 65536, at: .seconds(2))
        expectEqual(sequence.state.position(at: .seconds(2)), -3 * 65536)
        expectEqual(sequence.state.position(at: .seconds(10)), 0)
    }

    @Test("D2: a released text goes on from its speed and comes to the automatic one without a jump")
    func release() {
        for velocity in [-200, 0, 300] {
            var sequence = TextSequence("ABCDE", style())
            sequence.state.beginDrag(at: .seconds(1))
            sequence.state.drag(by: 6, at: .seconds(1.2))
            let taken = sequence.state.position(at: .seconds(1.2))
            sequence.state.release(velocity: Int64(velocity) * 65536, at: .seconds(1.2))
            expectEqual(sequence.state.position(at: .seconds(1.2)), taken)
            var last = taken
            for step in 1...20_000 {
                let position = sequence.state.position(at: .seconds(1.2 + Double(step) / 1000))
                let deviation: Int64 = abs(position - last)
                #expect(deviation <= Int64(max(abs(velocity), 10)) * 67)
                last = position
            }
            let speed = sequence.state.position(at: .seconds(30)) - sequence.state.position(at: .seconds(29))
            let secondDeviation: Int64 = abs(speed - 10 * 65536)
            #expect(secondDeviation <= 1)
        }
    }
}
