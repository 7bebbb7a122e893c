import BitmapFonts
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// Images that are shown one after the other.
@Suite("Slide shows")
struct SlideShowTests {
    private static let size = Size(width: 4, height: 1)
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// An image of one row of white and black pixels for each frame.
    private func image(_ frames: [(art: String, milliseconds: Int64)], loops: Int? = nil) -> ImageAnimation {
        ImageAnimation(
            frames: frames.map { art, milliseconds in
                let row = art.map { $0 == "#" ? Color.white : .black }
                return (
                    RGBBitmap(size: Size(width: row.count, height: 1), pixels: row), nil, .milliseconds(milliseconds)
                )
            }, loops: loops)
    }

    /// What is seen of content from the start on, and from when, until a time.
    private func seen(_ content: some Content, start: Int64, until end: Int64) -> [String] {
        var lines: [String] = []
        var now: Instant? = at(start)
        while let instant = now, instant < at(end) {
            let milliseconds = (instant - at(start)).count / 1_000_000
            lines.append("\(milliseconds) \(drawn(content, at: instant, Self.size))")
            now = content.nextChange(after: instant)
            if let now {
                expectEqual(drawn(content, at: now - .one, Self.size), drawn(content, at: instant, Self.size))
            }
        }
        return lines
    }

    @Test("E8: each image of a slide show has its time; one that moves plays whole rounds, and one at least")
    func rounds() {
        let still = image([("#...", 1)])
        let moving = image([(".#..", 20), ("..#.", 30)])
        let show = ImageAnimation(slides: [still, moving], every: .milliseconds(90))
        // Two rounds of 50 ms last longer than 90 ms.
        expectEqual(show.duration, .milliseconds(190))
        expectEqual(
            seen(Still(ColoredStrip(show, start: at(1_000))), start: 1_000, until: 1_290),
            [
                "0 #...", "90 .#..", "110 ..#.", "140 .#..", "160 ..#.", "190 #...", "280 .#..",
            ])
        let slow = ImageAnimation(slides: [moving, still], every: .milliseconds(10))
        expectEqual(
            seen(Still(ColoredStrip(slow)), start: 0, until: 100),
            ["0 .#..", "20 ..#.", "50 #...", "60 .#..", "80 ..#."])
    }

    @Test("E8: an animation that is shown a number of times stays on its last picture until the next image comes")
    func loops() {
        let twice = image([("#...", 20), (".#..", 20)], loops: 2)
        let show = ImageAnimation(slides: [twice, image([("...#", 1)])], every: .milliseconds(130))
        expectEqual(
            seen(Still(ColoredStrip(show)), start: 0, until: 270),
            ["0 #...", "20 .#..", "40 #...", "60 .#..", "130 ...#", "260 #..."])
    }

    @Test("E8: the same against a plain list of pictures, for many shows")
    func plain() {
        var random = SeededRandom(seed: 8)
        for _ in 0..<200 {
            let every = Int64.random(in: 1...40, using: &random)
            var images: [ImageAnimation] = []
            // A picture for each millisecond of a round.
            var pictures: [String] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let frames = (0..<Int.random(in: 1...3, using: &random)).map { number in
                    (art: [".#.#", "#..#", "##.."][number], milliseconds: Int64.random(in: 1...15, using: &random))
                }
                let loops = [nil, 1, 2].randomElement(using: &random) ?? nil
                images.append(image(frames, loops: loops))
                let round = frames.flatMap { Array(repeating: $0.art, count: Int($0.milliseconds)) }
                var own: [String] = []
                var count = 0
                while own.isEmpty || own.count < every, frames.count > 1, count < loops ?? .max {
                    own += round
                    count += 1
                }
                while own.count < every { own.append(frames[frames.count - 1].art) }
                pictures += own
            }
            let show = ImageAnimation(slides: images, every: .milliseconds(every))
            expectEqual(show.duration, .milliseconds(Int64(pictures.count)))
            let content = Still(ColoredStrip(show))
            for time in 0..<2 * pictures.count {
                let expected = pictures[time % pictures.count]
                expectEqual(drawn(content, at: at(Int64(time)), Self.size), expected)
            }
        }
    }

    @Test("E8: years of slides that play for years end somewhere, and an empty show is dark")
    func extremes() {
        let long = image([("#...", 86_400_000), (".#..", 86_400_000)])
        let show = ImageAnimation(
            slides: Array(repeating: long, count: 256), every: Nanoseconds(Int64.max))
        #expect(show.duration > .seconds(86_400 * 100))
        let content = Still(ColoredStrip(show))
        expectEqual(drawn(content, at: at(90_000_000), Self.size), ".#..")
        #expect(drawn(content, at: .distantFuture, Self.size).contains("#"))
        let nothing = Still(ColoredStrip(ImageAnimation(slides: [], every: .seconds(1))))
        #expect(nothing.nextChange(after: .zero) == nil)
        expectEqual(drawn(nothing, at: .zero, Self.size), "....")
    }

    @Test("E8: with an effect each image takes the place of the one before, but the first one is there at once")
    func effects() {
        let images = [image([("##..", 1)]), image([("..##", 1)])]
        let show = ImageAnimation(slides: images, every: .milliseconds(100))
        let wipe = SlideShowContent(
            show, by: EffectSettings(.wipe, duration: .milliseconds(40), easing: .linear), start: at(500))
        for format in [Canvas.Format.mono, .rgb] {
            expectEqual(drawn(wipe, at: at(0), Self.size, format), "##..")
            expectEqual(drawn(wipe, at: at(599), Self.size, format), "##..")
        }
        let push = SlideShowContent(
            show, by: EffectSettings(.scrollLeft, duration: .milliseconds(40), easing: .linear), start: at(500))
        expectEqual(
            seen(push, start: 500, until: 750),
            [
                "0 ##..", "100 ##..", "110 #...", "120 ....", "130 ...#", "140 ..##", "200 ..##", "210 .###",
                "220 ####",
                "230 ###.", "240 ##..",
            ])
    }

    @Test("E8: a message with an effect shows its images where it is aligned, round after round, and does not scroll")
    func message() throws {
        let images = [image([("##", 1)]), image([(".#", 1)])]
        var message = Message("", fonts: FontChain([]))
        message.image = ImageAnimation(slides: images, every: .milliseconds(100))
        message.imageStart = at(500)
        message.slideEffect = EffectSettings(.scrollLeft, duration: .milliseconds(20), easing: .linear)
        (message.motion.align, message.motion.repeats) = (.right, 2)
        let content = try MessageContent(message, size: Self.size, start: at(500))
        expectEqual(
            seen(content, start: 500, until: 830),
            [
                "0 ..##", "100 ..##", "110 ..#.", "120 ...#", "200 ...#", "210 ..##", "220 ..##", "300 ..##",
                "310 ..#.",
                "320 ...#",
            ])
        expectEqual(content.round, .milliseconds(200))
        expectEqual(content.end, at(900))
        #expect(content.marquee == nil)
        message.image = ImageAnimation(slides: [image([("#.####", 1)]), images[1]], every: .milliseconds(100))
        (message.motion.align, message.motion.scroll) = (.left, .always)
        message.imageStart = at(1_000)
        try content.replace(message, at: at(1_000))
        expectEqual(drawn(content, at: at(1_090), Self.size), "#.##")
        message.image = ImageAnimation(slides: images, every: .milliseconds(100))
        (message.reducesMotion, message.motion.scroll) = (true, .never)
        try content.replace(message, at: at(1_000))
        expectEqual(drawn(content, at: at(1_110), Self.size), "##..")
        #expect(content.marquee != nil)
    }

    @Test("E8: an animation moves while it takes the place of another image")
    func movingEffect() {
        let images = [image([("##..", 1)]), image([("...#", 15), ("#...", 15)])]
        let show = ImageAnimation(slides: images, every: .milliseconds(60))
        let push = SlideShowContent(
            show, by: EffectSettings(.scrollLeft, duration: .milliseconds(40), easing: .linear), start: .zero)
        expectEqual(
            seen(push, start: 0, until: 120),
            [
                "0 ##..", "60 ##..", "70 #...", "75 #..#", "80 ..#.", "90 ....", "100 ...#", "105 #...",
            ])
    }

    @Test("E8: effects that take pixels one by one show each pixel of one of both images")
    func pixelEffect() {
        let images = [image([("####", 1)]), image([("....", 1)])]
        let show = ImageAnimation(slides: images, every: .milliseconds(100))
        let dissolve = SlideShowContent(
            show, by: EffectSettings(.dissolve, duration: .milliseconds(40), easing: .linear), start: .zero)
        let lit = stride(from: Int64(0), to: 400, by: 10).map { time in
            drawn(dissolve, at: at(time), Self.size).filter { $0 == "#" }.count
        }
        let round = [Array(repeating: 4, count: 10), [4, 3, 2, 1], Array(repeating: 0, count: 6)].flatMap { $0 }
        expectEqual(Array(lit[..<20]), round)
        expectEqual(Array(lit[20..<25]), [0, 1, 2, 3, 4])
        expectEqual(Array(lit[25...].prefix(5)), Array(repeating: 4, count: 5))
        expectEqual(Array(lit[30..<34]), [4, 3, 2, 1])
    }
}
