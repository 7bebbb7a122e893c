import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

/// Marquees in windows that become wider or narrower.
@Suite struct ResizeTests {
    /// Columns whose heights tell them apart.
    private func strip(_ width: Int) -> ColoredStrip {
        var bitmap = MonoBitmap(size: Size(width: width, height: 8))
        for x in 0..<width {
            for bit in 0..<8 where (x + 1) & (1 << bit) != 0 { bitmap[x, bit] = true }
        }
        return ColoredStrip(mask: bitmap, ink: .white)
    }

    private func columns(_ marquee: Marquee, at instant: Instant) -> [String] {
        var frame = Frame(size: Size(width: marquee.size.width, height: 8), format: .mono)
        marquee.draw(at: instant, into: &frame)
        let rows = art(frame.canvas).split(separator: "\n").map(Array.init)
        return (0..<marquee.size.width).map { x in String(rows.map { $0[x] }) }
    }

    private func marquee(_ width: Int, in extent: Int, _ change: (inout MarqueeStyle) -> Void = { _ in }) -> Marquee {
        var style = MarqueeStyle()
        (style.pace, style.spacing) = (.speed(Speed(10, over: 1)), 6)
        change(&style)
        return Marquee(strip(width), style: style, size: Size(width: extent, height: 8), start: at(0))
    }

    private func expectAlike(_ marquee: Marquee, _ other: Marquee, from start: Int64, _ comment: String) {
        let common = min(marquee.size.width, other.size.width)
        for time in stride(from: start, to: start + 12_000, by: 170) {
            let (mine, others) = (columns(marquee, at: at(time)), columns(other, at: at(time)))
            expectEqual(Array(mine.prefix(common)), Array(others.prefix(common)), "\(comment) at \(time)")
        }
    }

    @Test("what goes round stays where it is, in its pauses too, however often its window changes")
    func loops() {
        let changes: [(String, (inout MarqueeStyle) -> Void)] = [
            ("steady", { _ in }), ("with pauses", { $0.hold = .milliseconds(1_300) }),
            ("eased", { ($0.easing, $0.hold) = (.easeInOut, .milliseconds(200)) }),
            ("in a time", { $0.pace = .cycle(.seconds(4)) }), ("to the right", { $0.direction = .right }),
            ("three times", { $0.repeats = 3 }),
        ]
        for (name, change) in changes {
            let (resized, still) = (marquee(60, in: 30, change), marquee(60, in: 30, change))
            for (time, width) in [(700, 22), (1_430, 41), (6_950, 30), (8_010, 12)] {
                resized.resize(to: Size(width: width, height: 8), at: at(Int64(time)))
                expectAlike(resized, still, from: Int64(time), "\(name), \(width)")
            }
            expectEqual(resized.end, still.end, "\(name)")
        }
    }

    @Test("what fits now comes to its place and stands, what does not fit any more begins to move")
    func fitting() {
        let resized = marquee(24, in: 20)
        resized.resize(to: Size(width: 32, height: 8), at: at(500))
        // It goes on, and has moved five columns by now.
        expectEqual(
            Array(columns(resized, at: at(500)).prefix(19)),
            Array(columns(marquee(24, in: 32) { $0.scroll = .never }, at: at(0)).dropFirst(5).prefix(19)))
        let standing = columns(marquee(24, in: 32), at: at(0))
        expectEqual(columns(resized, at: at(60_000)), standing)
        #expect(resized.nextChange(after: at(60_000)) == nil)
        resized.resize(to: Size(width: 20, height: 8), at: at(70_000))
        let begun = marquee(24, in: 20)
        for time in stride(from: Int64(0), to: 5_000, by: 130) {
            expectEqual(columns(resized, at: at(70_000 + time)), columns(begun, at: at(time)), "\(time)")
        }
    }

    @Test("what goes back and forth goes on from where it is")
    func bounces() {
        let resized = marquee(60, in: 30) { $0.bounces = true }
        let before = columns(resized, at: at(1_000))
        resized.resize(to: Size(width: 26, height: 8), at: at(1_000))
        expectEqual(columns(resized, at: at(1_000)), Array(before.prefix(26)))
        // To its end, which is four columns further, and back.
        let far = columns(marquee(60, in: 60), at: at(0)).suffix(26)
        expectEqual(columns(resized, at: at(3_400)), Array(far))
    }
}
