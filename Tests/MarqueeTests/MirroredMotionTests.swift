import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// Text from right to left moves as the mirror image of text from left to right.
@Suite("Mirrored motion")
struct MirroredMotionTests {
    private static let size = Size(width: 13, height: 8)

    private func strip(_ columns: [UInt64], _ direction: TextDirection) -> ColoredStrip {
        var strip = ColoredStrip(columns: direction == .rightToLeft ? columns.reversed() : columns)
        strip.textDirection = direction
        return strip
    }

    private func columns(_ marquee: Marquee, at instant: Instant, _ format: Canvas.Format = .mono) -> [[Color]] {
        let canvas = picture(marquee, at: instant, Self.size, format)
        return (0..<Self.size.width).map { x in (0..<Self.size.height).map { canvas.color(x: x, y: $0) } }
    }

    /// The same in a mirror: what stands at the left stands at the right.
    private func mirrored(_ style: MarqueeStyle) -> MarqueeStyle {
        var style = style
        style.align = style.align == .left ? .right : .left
        return style
    }

    private func randomStyle(_ random: inout SeededRandom) -> MarqueeStyle {
        var style = MarqueeStyle()
        style.pace =
            Bool.random(using: &random)
            ? .speed(Speed(Int64.random(in: 1...60, using: &random), over: 7)) : .cycle(.milliseconds(3_700))
        style.scroll = Int.random(in: 0..<4, using: &random) == 0 ? .always : .auto
        style.bounces = Int.random(in: 0..<4, using: &random) == 0
        style.spacing = Int.random(in: 0...9, using: &random)
        style.hold = Bool.random(using: &random) ? .milliseconds(300) : .zero
        style.easing = Bool.random(using: &random) ? .easeInOut : .linear
        style.repeats = Int.random(in: 0..<4, using: &random) == 0 ? 2 : nil
        style.align = Bool.random(using: &random) ? .left : .right
        style.rendering = Int.random(in: 0..<3, using: &random) == 0 ? .smooth : .pixel
        return style
    }

    @Test(
        "A6: whatever happens to it, text from right to left is the mirror image of text from left to right",
        arguments: sample(UInt64(1)..<41, 12))
    func mirrorImage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let style = randomStyle(&random)
        let first = ColoredStrip.random(Int.random(in: 1...40, using: &random), using: &random)
        let plain = Marquee(strip(first, .leftToRight), style: style, size: Self.size)
        let turned = Marquee(strip(first, .rightToLeft), style: mirrored(style), size: Self.size)
        var now = Instant.zero
        for step in 0..<30 {
            for format in [Canvas.Format.mono, .rgb] {
                let expected = Array(columns(plain, at: now, format).reversed())
                guard columns(turned, at: now, format) == expected else {
                    Issue.record("step \(step) of \(seed), \(format)")
                    return
                }
            }
            expectEqual(turned.offset(at: now), 0 - plain.offset(at: now), "\(step) of \(seed)")
            expectEqual(turned.velocity, 0 - plain.velocity, "\(step) of \(seed)")
            expectEqual(turned.nextChange(after: now), plain.nextChange(after: now), "\(step) of \(seed)")
            expectEqual(turned.end, plain.end, "\(step) of \(seed)")
            now = now + .milliseconds(Int64.random(in: 1...700, using: &random))
            let next = ColoredStrip.random(Int.random(in: 1...40, using: &random), using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0:
                let swap = [Swap.seam, .now, .restart][Int.random(in: 0..<3, using: &random)]
                plain.replace(strip(next, .leftToRight), swap: swap, at: now)
                turned.replace(strip(next, .rightToLeft), swap: swap, at: now)
            case 1:
                plain.exchange(for: strip(next, .leftToRight), at: now)
                turned.exchange(for: strip(next, .rightToLeft), at: now)
            case 2:
                plain.pause(at: now)
                turned.pause(at: now)
            case 3:
                plain.resume(at: now)
                turned.resume(at: now)
            case 4:
                let pixels = Int.random(in: -30...30, using: &random)
                plain.beginDrag(at: now)
                turned.beginDrag(at: now)
                plain.drag(by: pixels, at: now)
                turned.drag(by: 0 - pixels, at: now)
            case 5:
                let velocity = Int64.random(in: -4_000_000...4_000_000, using: &random)
                plain.release(velocity: velocity, at: now)
                turned.release(velocity: 0 - velocity, at: now)
            case 6:
                let style = randomStyle(&random)
                plain.apply(style, at: now)
                turned.apply(mirrored(style), at: now)
            default: continue
            }
        }
    }

    @Test("A6: a direction that is given overrides that of the text")
    func overridden() {
        var random = SeededRandom(seed: 7)
        let columns = ColoredStrip.random(30, using: &random)
        for direction in [Direction.left, .up, .down] {
            let style = MarqueeStyle("10", direction: direction)
            let given = Marquee(strip(columns.reversed(), .rightToLeft), style: style, size: Self.size)
            let plain = Marquee(strip(columns, .leftToRight), style: style, size: Self.size)
            for step in 0..<60 {
                let instant = Instant.seconds(Double(step) / 10)
                #expect(self.columns(given, at: instant) == self.columns(plain, at: instant), "\(direction) \(step)")
            }
        }
        // To the right it moves as by itself.
        let automatic = MarqueeStyle("10", direction: .automatic)
        let right = MarqueeStyle("10", direction: .right)
        let (first, second) = (strip(columns, .rightToLeft), strip(columns, .rightToLeft))
        let (own, same) = (
            Marquee(first, style: automatic, size: Self.size), Marquee(second, style: right, size: Self.size)
        )
        for step in 0..<60 {
            let instant = Instant.seconds(Double(step) / 10)
            #expect(self.columns(own, at: instant) == self.columns(same, at: instant), "\(step)")
        }
    }

    @Test("B4: a text that runs the other way starts again, and a pause lasts")
    func turns() {
        var random = SeededRandom(seed: 8)
        let (one, other) = (ColoredStrip.random(30, using: &random), ColoredStrip.random(31, using: &random))
        for swap in [Swap.seam, .now, .restart] {
            let style = MarqueeStyle("10", direction: .automatic)
            let marquee = Marquee(strip(one, .leftToRight), style: style, size: Self.size)
            marquee.replace(strip(other, .rightToLeft), swap: swap, at: .seconds(1.5))
            let fresh = Marquee(strip(other, .rightToLeft), style: style, size: Self.size, start: .seconds(1.5))
            for step in 0..<60 {
                let instant = Instant.seconds(1.5 + Double(step) / 10)
                #expect(columns(marquee, at: instant) == columns(fresh, at: instant), "\(swap) \(step)")
            }
            marquee.pause(at: .seconds(9))
            marquee.exchange(for: strip(one, .leftToRight), at: .seconds(9.5))
            #expect(marquee.isPaused && marquee.nextChange(after: .seconds(10)) == nil)
            marquee.resume(at: .seconds(11))
            #expect(marquee.nextChange(after: .seconds(11)) != nil)
        }
    }

    @Test("B1: a text that fits stands where it is aligned, whichever way it runs")
    func still() {
        for align in HorizontalAlignment.allCases {
            var style = MarqueeStyle()
            style.align = align
            for width in [4, 5] {
                let columns = [UInt64](repeating: 255, count: width)
                let plain = Marquee(strip(columns, .leftToRight), style: style, size: Self.size)
                let turned = Marquee(strip(columns, .rightToLeft), style: style, size: Self.size)
                #expect(self.columns(plain, at: .zero) == self.columns(turned, at: .zero), "\(align) \(width)")
            }
        }
    }

    @Test("things side by side stand from right to left if the first text among them runs so")
    func items() {
        let (one, two) = (strip([1, 2], .rightToLeft), strip([4, 8], .leftToRight))
        let gap = strip([16], .automatic)
        func drawn(_ strips: [ColoredStrip], _ direction: TextDirection = .automatic) -> [UInt64] {
            let line = ColoredStrip(items: strips.map { Item($0) }, spacing: 1, direction: direction)
            var canvas = Canvas(size: line.size, format: .mono)
            line.draw(at: .zero, into: &canvas)
            return (0..<line.size.width).map { canvas.mono.word(column: $0, word: 0) }
        }
        expectEqual(drawn([gap, one, two]), [4, 8, 0, 2, 1, 0, 16])
        expectEqual(drawn([gap, two, one]), [16, 0, 4, 8, 0, 2, 1])
        expectEqual(drawn([one, two], .leftToRight), [2, 1, 0, 4, 8])
    }
}
