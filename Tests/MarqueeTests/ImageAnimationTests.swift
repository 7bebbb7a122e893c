import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Images as content")
struct ImageAnimationTests {
    private static let size = Size(width: 4, height: 1)
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// A frame of one row of white and black pixels.
    private func frame(_ art: String, _ milliseconds: Int64) -> ImageAnimation.Frame {
        let row = art.map { $0 == "#" ? Color.white : .black }
        return (RGBBitmap(size: Size(width: row.count, height: 1), pixels: row), nil, .milliseconds(milliseconds))
    }

    private func three(loops: Int? = nil, start: Instant = .zero) -> Still {
        Still(
            frames: [frame("#...", 20), frame(".#..", 30), frame("..#.", 50)], loops: loops, start: start)
    }

    @Test("E8: frames are shown by their own delays, and the next change is exact")
    func delays() {
        for format in [Canvas.Format.mono, .rgb] {
            let content = three(start: at(1000))
            let expected = [(0, "#..."), (20, ".#.."), (50, "..#."), (100, "#..."), (120, ".#.."), (150, "..#.")]
            expectEqual(drawn(content, at: .zero, Self.size, format), "#...", "the first one stands before the start")
            expectEqual(content.nextChange(after: .zero), at(1020))
            for (number, (time, picture)) in expected.enumerated() {
                let instant = at(1000 + Int64(time))
                let next = number + 1 < expected.count ? expected[number + 1].0 : 200
                expectEqual(drawn(content, at: instant, Self.size, format), picture)
                expectEqual(content.nextChange(after: instant), at(1000 + Int64(next)))
                expectEqual(drawn(content, at: at(1000 + Int64(next)) - .one, Self.size, format), picture)
            }
        }
    }

    @Test("E9: frames of few colours take a quarter of the memory: two of 2,000 frames of 128x64 stay under 80 MB")
    func memory() throws {
        let size = Size(width: 128, height: 64)
        let colors = (0..<256).map { Color(rawValue: UInt32($0) * 0x1_0101) }
        let frames = try (0..<2_000).map { number -> (pixels: ImageAnimation.Pixels, delay: Nanoseconds) in
            let places = (0..<size.width * size.height).map { UInt8(truncatingIfNeeded: $0 + number) }
            let palette = colors.map { $0.rawValue | 0xFF00_0000 }
            return (
                .indexed(try #require(IndexedBitmap(size: size, places: places, palette: palette))), .milliseconds(50)
            )
        }
        let animation = ImageAnimation(frames: frames, loops: nil, look: .half)
        expectEqual(animation.pictureCount, 2_000)
        // A byte for each pixel, four for each colour, and 256 for the frame.
        expectEqual(animation.byteCount, 2_000 * (8_192 + 1_024 + 256))
        #expect(2 * animation.byteCount < 80_000_000)
    }

    @Test("E8: after a hundred years the frame is the one that arithmetic says")
    func farAway() {
        let content = three()
        let far = Instant(nanoseconds: 3_155_760_000_000_000_000 + 60_000_000)
        expectEqual(drawn(content, at: far, Self.size), "..#.")
        expectEqual(content.nextChange(after: far), far + .milliseconds(40))
        #expect(content.nextChange(after: .distantFuture) == nil)
        #expect(drawn(three(start: Instant(nanoseconds: .min)), at: .distantFuture, Self.size).contains("#"))
    }

    @Test("E8: a limited number of rounds ends on the last frame, which stays")
    func loops() {
        let content = three(loops: 2)
        expectEqual(drawn(content, at: at(120), Self.size), ".#..")
        expectEqual(content.nextChange(after: at(120)), at(150))
        #expect(content.nextChange(after: at(150)) == nil)
        expectEqual(drawn(content, at: at(199), Self.size), "..#.")
        expectEqual(drawn(content, at: at(200), Self.size), "..#.")
        expectEqual(drawn(content, at: at(9999), Self.size), "..#.")
        #expect(content.nextChange(after: at(200)) == nil)
        #expect(three(loops: -3).nextChange(after: at(50)) == nil, "once at least")
        expectEqual(three().nextChange(after: at(50)), at(100))
    }

    @Test("E8: stills, and images without frames, never change; equal frames in a row are one")
    func stills() {
        let still = Still(frames: [frame("##..", 10)])
        #expect(still.nextChange(after: .zero) == nil)
        expectEqual(drawn(still, at: at(5000), Self.size), "##..")
        let nothing = Still(frames: [])
        #expect(nothing.nextChange(after: .zero) == nil)
        expectEqual(drawn(nothing, at: .zero, Self.size), "....")
        let doubled = ImageAnimation(frames: [frame("#...", 20), frame("#...", 30), frame("...#", 10)])
        expectEqual(doubled.pictureCount, 2)
        expectEqual(doubled.duration, .milliseconds(60))
        expectEqual(Still(ColoredStrip(doubled)).nextChange(after: .zero), at(50))
    }

    @Test("E8: transparent pixels let what lies below shine through, also in mono, where dark ones cover it")
    func transparency() {
        var mask = MonoBitmap(width: 4, height: 1)
        (mask[0, 0], mask[1, 0]) = (true, true)
        let colors = [Color(rawValue: 0xFF0000), .black, .white, .white]
        let image = ImageAnimation(
            frames: [(RGBBitmap(size: Self.size, pixels: colors), mask, .zero)], look: .threshold(50))
        let content = Still(ColoredStrip(image))
        for format in [Canvas.Format.mono, .rgb] {
            var canvas = Frame(size: Self.size, format: format)
            canvas.canvas.fill(Rectangle(x: 1, y: 0, width: 2, height: 1), with: .white)
            content.draw(at: .zero, into: &canvas)
            expectEqual(art(canvas.canvas), "#.#.")
        }
    }

    @Test("E8: an image stands in its area by its alignment; a larger one is cut off around its middle")
    func placed() {
        let small = ImageAnimation(frames: [frame("##", 10)])
        expectEqual(drawn(Still(ColoredStrip(small), in: Self.size, align: .center), at: .zero, Self.size), ".##.")
        expectEqual(drawn(Still(ColoredStrip(small), in: Self.size, align: .right), at: .zero, Self.size), "..##")
        let large = ImageAnimation(frames: [frame("#.##.#.#", 10)])
        expectEqual(drawn(Still(ColoredStrip(large), in: Self.size, align: .center), at: .zero, Self.size), "##.#")
    }

    @Test("E8: delays of zero, or of more than a day, do no harm")
    func oddDelays() {
        let content = Still(frames: [frame("#...", 0), frame(".#..", -5), frame("..#.", .max)])
        expectEqual(content.nextChange(after: .zero), at(1))
        expectEqual(content.nextChange(after: at(1)), at(2))
        expectEqual(content.nextChange(after: at(2)), at(2) + .seconds(86_400))
    }

    @Test("E8: mono by a threshold of luma")
    func threshold() {
        let greys = [0, 99, 100, 255].map { Color(red: UInt8($0), green: UInt8($0), blue: UInt8($0)) }
        let picture = RGBBitmap(size: Self.size, pixels: greys)
        expectEqual(art(MonoLook.threshold(100).lit(picture, mask: nil)), "..##")
        expectEqual(art(MonoLook.half.lit(picture, mask: nil)), "...#")
        expectEqual(art(MonoLook.threshold(0).lit(picture, mask: bitmap("##.."))), "##..")
    }

    @Test("E8: mono by a threshold in pictures of more rows than a word has, with masks of other sizes")
    func tallThreshold() {
        // Every third pixel is bright, and every second one is drawn.
        let size = Size(width: 3, height: 130)
        let pixels = (0..<size.width * size.height).map { $0 % 3 == $0 / 3 % 3 ? Color.white : .black }
        let picture = RGBBitmap(size: size, pixels: pixels)
        for mask in [Size(width: 2, height: 70), Size(width: 5, height: 200), size] {
            var drawn = MonoBitmap(size: mask)
            for y in 0..<mask.height { for x in 0..<mask.width { drawn[x, y] = (x + y) % 2 == 0 } }
            let (half, all) = (MonoLook.half.lit(picture, mask: drawn), MonoLook.threshold(0).lit(picture, mask: drawn))
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let isDrawn = (x + y) % 2 == 0 && x < mask.width && y < mask.height
                    #expect(all[x, y] == isDrawn, "\(mask) \(x) \(y)")
                    #expect(half[x, y] == (isDrawn && x == y % 3), "\(mask) \(x) \(y)")
                }
            }
        }
    }

    @Test("E8: mono by dithering: black and white stay, greys light their share of the pixels, evenly")
    func dithering() {
        for look in [MonoLook.ordered, .diffused] {
            for (grey, share) in [(0, 0.0), (64, 0.25), (128, 0.5), (191, 0.75), (255, 1)] {
                let level = UInt8(grey)
                let side = Size(width: 32, height: 32)
                let lit = look.lit(
                    RGBBitmap(size: side, color: Color(red: level, green: level, blue: level)), mask: nil)
                for left in [0, 16] {
                    for top in [0, 16] {
                        let part = lit.cropped(to: Rectangle(x: left, y: top, width: 16, height: 16))
                        let count = (0..<16).reduce(0) { $0 + part.word(column: $1).nonzeroBitCount }
                        let wanted = share * 256
                        #expect(abs(Double(count) - wanted) <= 12, "\(look) \(grey)")
                        if grey == 0 || grey == 255 { expectEqual(Double(count), wanted) }
                    }
                }
            }
        }
    }
}
