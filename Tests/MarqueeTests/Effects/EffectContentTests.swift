import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Content that comes in and goes out by effects")
struct EffectContentTests {
    private static let size = Size(width: 8, height: 1)
    private func still(_ art: String = "########") -> Still { Still(ColoredStrip(art: art)) }
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("G: nothing is drawn before the start, where the entrance begins exactly")
    func start() {
        let content = EffectContent(
            still(), size: Self.size, entrance: EffectSettings(.wipe, duration: .milliseconds(80)), start: at(1000))
        expectEqual(drawn(content, at: .zero, Self.size), "........")
        expectEqual(content.nextChange(after: .zero), at(1010))
        expectEqual(drawn(content, at: at(1010) - .one, Self.size), "........")
        expectEqual(drawn(content, at: at(1010), Self.size), "#.......")
        expectEqual(drawn(content, at: at(1080) - .one, Self.size), "#######.")
        expectEqual(drawn(content, at: at(1080), Self.size), "########")
        expectEqual(content.arrivedAt, at(1080))
        #expect(content.nextChange(after: at(1080)) == nil)
        let plain = EffectContent(still(), size: Self.size, start: at(5))
        expectEqual(plain.nextChange(after: .zero), at(5))
        expectEqual(drawn(plain, at: at(5) - .one, Self.size), "........")
        expectEqual(drawn(plain, at: at(5), Self.size), "########")
    }

    @Test("G: areas of any width that start at the same instant with the same duration arrive together")
    func synchronised() {
        let layers = Layers()
        for (x, width) in [(0, 3), (3, 16), (19, 13)] {
            let size = Size(width: width, height: 1)
            layers.add(
                EffectContent(
                    Fill(.white), size: size, entrance: EffectSettings(.wipe, duration: .milliseconds(300)),
                    start: at(50)),
                in: Rectangle(x: x, y: 0, width: width, height: 1))
        }
        let whole = Size(width: 32, height: 1)
        expectEqual(drawn(layers, at: at(50), whole), String(repeating: ".", count: 32))
        expectEqual(drawn(layers, at: at(200), whole), "#.." + "########........" + "######.......")
        expectEqual(drawn(layers, at: at(350) - .one, whole), "##." + "###############." + "############.")
        expectEqual(drawn(layers, at: at(350), whole), String(repeating: "#", count: 32))
        #expect(layers.nextChange(after: at(350)) == nil)
    }

    @Test("G: entrance and exit have separate durations and effects")
    func inAndOut() {
        let content = EffectContent(
            still(), size: Self.size, entrance: EffectSettings(.closing, duration: .milliseconds(40)))
        #expect(content.goneAt == nil && !content.isGone(at: .distantFuture))
        let revision = content.revision
        content.leave(EffectSettings(.scrollLeft, duration: .milliseconds(800)), at: at(500))
        #expect(content.revision > revision)
        expectEqual(drawn(content, at: at(20), Self.size), "##....##")
        expectEqual(content.nextChange(after: at(40)), at(600))
        expectEqual(drawn(content, at: at(900), Self.size), "####....")
        expectEqual(content.goneAt, at(1300))
        #expect(!content.isGone(at: at(1300) - .one) && content.isGone(at: at(1300)))
        expectEqual(drawn(content, at: at(1300) - .one, Self.size), "#.......")
        expectEqual(drawn(content, at: at(1300), Self.size), "........")
        #expect(content.nextChange(after: at(1300)) == nil)
        expectEqual(content.nextChange(after: at(1200)), at(1300))
    }

    @Test("G: content that leaves before it has arrived leaves from where it is, while its entrance continues")
    func leavesWhileArriving() {
        let content = EffectContent(
            still(), size: Self.size, entrance: EffectSettings(.wipe, duration: .milliseconds(80)))
        content.leave(EffectSettings(.wipe, duration: .milliseconds(80)), at: at(30))
        expectEqual(drawn(content, at: at(29), Self.size), "##......")
        expectEqual(drawn(content, at: at(30), Self.size), "###.....")
        expectEqual(drawn(content, at: at(50), Self.size), "..###...")
        expectEqual(drawn(content, at: at(80), Self.size), ".....###")
        expectEqual(drawn(content, at: at(110), Self.size), "........")
        expectEqual(content.nextChange(after: at(43)), at(50))
    }

    @Test("G: of two exits the one that ends first counts")
    func againAndAgain() {
        let content = EffectContent(still(), size: Self.size)
        content.leave(EffectSettings(.wipe, duration: .seconds(10)), at: at(100))
        content.leave(EffectSettings(.print), at: at(200))
        expectEqual(content.goneAt, at(200))
        content.leave(EffectSettings(.wipe, duration: .seconds(10)), at: at(100))
        expectEqual(content.goneAt, at(200))
        expectEqual(drawn(content, at: at(150), Self.size), "########")
    }

    @Test("G: the picture below goes on changing while it comes in, and both are changes of the content")
    func innerChanges() throws {
        let inner = Ticking(PeriodicTicks(from: at(5), by: .milliseconds(30))) { tick, frame in
            let number = (tick?.number ?? -1) + 1
            frame.canvas.fill(Rectangle(x: 0, y: 0, width: 8 - number % 8, height: 1), with: .white)
        }
        let content = EffectContent(
            inner, size: Self.size, entrance: EffectSettings(.closing, duration: .milliseconds(80)))
        var seen: [(Int64, String)] = []
        var instant = Instant.zero
        while instant < at(100) {
            seen.append((instant.nanoseconds / 1_000_000, drawn(content, at: instant, Self.size)))
            instant = try #require(content.nextChange(after: instant))
        }
        expectEqual(seen.map(\.0), [0, 20, 35, 40, 60, 65, 80, 95])
        expectEqual(
            seen.map(\.1),
            [
                "........", "#.......", "#.......", "##......", "###..#..", "###.....", "#####...", "####....",
            ])
    }

    @Test("G: easing spreads the progress; overshoots count as the end they pass")
    func easing() {
        func content(_ easing: Easing) -> EffectContent {
            EffectContent(
                still(), size: Self.size,
                entrance: EffectSettings(.wipe, duration: .milliseconds(1000), easing: easing))
        }
        // CSS ease-in at half of the time is at 0.315, ease-out at 0.685.
        expectEqual(drawn(content(.easeIn), at: at(500), Self.size), "##......")
        expectEqual(drawn(content(.easeOut), at: at(500), Self.size), "#####...")
        expectEqual(drawn(content(.step), at: at(999), Self.size), "........")
        expectEqual(content(.step).nextChange(after: .zero), at(1000))
        for easing in [
            Easing.easeIn, .easeOut, .easeInOut, .step, .spring(Spring(response: .milliseconds(200))),
            .cubicBezier(CubicBezier(thousandths: 300, -3000, 700, 4000)),
        ] {
            let content = content(easing)
            expectEqual(drawn(content, at: .zero, Self.size), "........")
            expectEqual(drawn(content, at: at(1000), Self.size), "########")
            #expect(content.nextChange(after: at(1000)) == nil)
            // Nothing changes before the next change, and something does then.
            var instant = Instant.zero
            while let next = content.nextChange(after: instant) {
                let shown = drawn(content, at: instant, Self.size)
                expectEqual(drawn(content, at: next - .one, Self.size), shown)
                #expect(drawn(content, at: next, Self.size) != shown)
                instant = next
            }
        }
    }

    @Test("G: a zero or negative duration takes effect at once; a day counts as an hour")
    func durations() {
        for duration in [Nanoseconds.zero, Nanoseconds(.min), Nanoseconds(-1)] {
            for effect in Effect.allCases {
                let content = EffectContent(
                    still(), size: Self.size, entrance: EffectSettings(effect, duration: duration), start: at(7))
                expectEqual(content.nextChange(after: .zero), at(7))
                expectEqual(drawn(content, at: at(7), Self.size), "########")
            }
        }
        let long = EffectContent(still(), size: Self.size, entrance: EffectSettings(.fade, duration: .max))
        expectEqual(long.arrivedAt, .zero + .seconds(3600))
    }

    @Test("G: an area without pixels, and starts at the ends of time, do no harm")
    func extremes() {
        for effect in Effect.allCases {
            for size in [Size.zero, Size(width: 0, height: 8), Size(width: 8, height: 0)] {
                let content = EffectContent(still(), size: size, entrance: EffectSettings(effect))
                content.leave(EffectSettings(effect), at: at(500))
                for time in [0, 250, 750, 3000] {
                    expectEqual(drawn(content, at: at(Int64(time)), Self.size), "........")
                }
            }
            for start in [Instant(nanoseconds: .min), .distantFuture] {
                let content = EffectContent(still(), size: Self.size, entrance: EffectSettings(effect), start: start)
                for instant in [Instant(nanoseconds: .min), .zero, .distantFuture] {
                    _ = drawn(content, at: instant, Self.size)
                    if let next = content.nextChange(after: instant) {
                        #expect(next > instant || next == .distantFuture)
                    }
                }
            }
        }
    }

    @Test("G: one picture that leaves and one that comes by the same edge at the same time share the area")
    func crossing() {
        for effect in [
            Effect.wipe, .opening, .closing, .blinds, .dissolve, .random, .scrollLeft, .scrollRight, .scrollUp,
            .scrollDown,
        ] {
            let size = Size(width: 12, height: 8)
            let settings = EffectSettings(effect, duration: .milliseconds(960))
            let old = EffectContent(Fill(.white), size: size)
            old.leave(settings, at: .zero)
            let new = EffectContent(Fill(.white), size: size, entrance: settings)
            for time in stride(from: Int64(0), through: 960, by: 10) {
                let (left, right) = (picture(old, at: at(time), size).mono, picture(new, at: at(time), size).mono)
                var both = left
                both.formUnion(right)
                let counts = [left, right, both].map { bitmap in
                    (0..<12).reduce(0) { $0 + bitmap.word(column: $1).nonzeroBitCount }
                }
                #expect(counts[2] == 96 && counts[0] + counts[1] == 96, "\(effect) at \(time) ms")
            }
        }
    }

    @Test("G: the brightness that the content asks for is asked for during the effects too")
    func brightness() {
        struct Dim: Content {
            func draw(at instant: Instant, into frame: inout Frame) { frame.brightness = Brightness(percent: 30) }
            func nextChange(after instant: Instant) -> Instant? { nil }
        }
        let content = EffectContent(Dim(), size: Self.size, entrance: EffectSettings(.wipe))
        var frame = Frame(size: Self.size, format: .mono)
        content.draw(at: at(500), into: &frame)
        expectEqual(frame.brightness, Brightness(percent: 30))
    }

    @Test("G: the picture is drawn once per change of it, not once per step")
    func drawCount() {
        final class Counting: Content {
            var count = 0
            func draw(at instant: Instant, into frame: inout Frame) {
                count += 1
                frame.canvas.fill(.white)
            }
            func nextChange(after instant: Instant) -> Instant? { nil }
        }
        let inner = Counting()
        let content = EffectContent(inner, size: Size(width: 32, height: 8), entrance: EffectSettings(.slice))
        for time in stride(from: Int64(0), to: 1000, by: 3) {
            _ = picture(content, at: at(time), Size(width: 32, height: 8))
        }
        expectEqual(inner.count, 1)
    }
}
