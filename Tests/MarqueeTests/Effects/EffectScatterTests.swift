import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Effects that take LEDs or columns in an order of their own")
struct EffectScatterTests {
    private static let one = Nanoseconds(1_000_000_000)

    /// The lit pixels of a full white area at every step, on the way in or out.
    private func pictures(_ effect: Effect, _ size: Size, steps: Int, isLeaving: Bool = false) -> [MonoBitmap] {
        let content = EffectContent(
            Fill(.white), size: size, entrance: isLeaving ? nil : EffectSettings(effect, duration: Self.one))
        if isLeaving { content.leave(EffectSettings(effect, duration: Self.one), at: .zero) }
        return (0...steps).map { step in
            let time = (Int64(step) * Self.one.count + Int64(steps) - 1) / Int64(steps)
            return picture(content, at: .zero + Nanoseconds(time), size).mono
        }
    }

    private func count(_ bitmap: MonoBitmap) -> Int {
        (0..<bitmap.width).reduce(0) { sum, x in sum + bitmap.word(column: x).nonzeroBitCount }
    }

    @Test("G dissolve: LEDs come one by one in a fixed pseudo-random order, and go in the same order")
    func dissolve() {
        let size = Size(width: 12, height: 8)
        let steps = pictures(.dissolve, size, steps: 96)
        expectEqual(steps.map(count), Array(0...96))
        for (earlier, later) in zip(steps, steps.dropFirst()) {
            var both = later
            both.formUnion(earlier)
            expectEqual(both, later, "what is lit stays lit")
        }
        expectEqual(pictures(.dissolve, size, steps: 96), steps, "the same every time")
        let gone = pictures(.dissolve, size, steps: 96, isLeaving: true)
        for step in 0...96 {
            var both = gone[step]
            both.formUnion(steps[step])
            let sum = count(gone[step]) + count(steps[step])
            #expect(count(both) == 96 && sum == 96, "what has not come yet has not gone yet")
        }
        // Half-way no row and no column is full or empty, so it is no wipe in disguise.
        for x in 0..<12 { #expect((1...7).contains(steps[48].word(column: x).nonzeroBitCount)) }
    }

    @Test("G dissolve: large areas take 128 steps of as many LEDs each")
    func largeDissolve() {
        let counts = pictures(.dissolve, Size(width: 64, height: 32), steps: 128).map(count)
        expectEqual(counts, (0...128).map { $0 * 16 })
    }

    @Test("G random: columns come one by one in a fixed pseudo-random order, and go in the same order")
    func random() {
        for width in [1, 7, 16, 33] {
            let size = Size(width: width, height: 3)
            let steps = pictures(.random, size, steps: width)
            let gone = pictures(.random, size, steps: width, isLeaving: true)
            var places: [Int] = []
            for step in 1...width {
                let new = (0..<width).filter {
                    steps[step].word(column: $0) == 7 && steps[step - 1].word(column: $0) == 0
                }
                let left = (0..<width).filter {
                    gone[step].word(column: $0) == 0 && gone[step - 1].word(column: $0) == 7
                }
                #expect(new.count == 1 && new == left)
                places += new
            }
            expectEqual(places.sorted(), Array(0..<width))
            #expect(width < 16 || places != places.sorted(), "not from the left")
        }
    }

    @Test("G fade: colours grow from black in equal steps, channel by channel, and back")
    func fade() {
        let color = Color(rawValue: 0xFF8010)
        let size = Size(width: 3, height: 2)
        for isLeaving in [false, true] {
            let settings = EffectSettings(.fade, duration: .milliseconds(64))
            let content = EffectContent(Fill(Ink(color)), size: size, entrance: isLeaving ? nil : settings)
            if isLeaving { content.leave(settings, at: .zero) }
            for step in 0...64 {
                let canvas = picture(content, at: .zero + .milliseconds(Int64(step)), size, .rgb)
                let part = Double(isLeaving ? 64 - step : step) / 64
                func channel(_ full: Double) -> UInt8 { UInt8((full * part).rounded(.toNearestOrAwayFromZero)) }
                let expected = Color(red: channel(255), green: channel(128), blue: channel(16))
                #expect(canvas.color(x: 2, y: 1) == expected && canvas.color(x: 0, y: 0) == expected, "\(step)")
            }
        }
    }

    @Test("G fade: over something else it is a mix of both, and what it does not draw stays")
    func fadeOver() {
        let content = EffectContent(
            Still(ColoredStrip(art: "#.", ink: Ink(Color(rawValue: 0xFFFFFF)))), size: Size(width: 2, height: 1),
            entrance: EffectSettings(.fade, duration: .milliseconds(64)))
        var frame = Frame(size: Size(width: 2, height: 1), format: .rgb)
        frame.canvas.fill(Ink(Color(rawValue: 0x0080FF)))
        content.draw(at: .zero + .milliseconds(16), into: &frame)
        expectEqual(frame.canvas.color(x: 0, y: 0), Color(rawValue: 0x40A0FF))
        expectEqual(frame.canvas.color(x: 1, y: 0), Color(rawValue: 0x0080FF))
    }

    @Test("G fade: mono panels light more and more LEDs, evenly spread: one in each square of 8x8 at first")
    func monoFade() {
        let size = Size(width: 16, height: 16)
        for isLeaving in [false, true] {
            var steps = pictures(.fade, size, steps: 64, isLeaving: isLeaving)
            if isLeaving { steps.reverse() }
            expectEqual(steps.map(count), (0...64).map { $0 * 4 })
            /// The lit pixels of each square of that side.
            func squares(_ side: Int, _ step: Int) -> Set<Int> {
                var counts: Set<Int> = []
                for top in stride(from: 0, to: 16, by: side) {
                    for left in stride(from: 0, to: 16, by: side) {
                        let part = Rectangle(x: left, y: top, width: side, height: side)
                        counts.insert(count(steps[step].cropped(to: part)))
                    }
                }
                return counts
            }
            expectEqual(squares(8, 1), [1])
            expectEqual(squares(4, 4), [1])
            expectEqual(squares(2, 16), [1])
            expectEqual(squares(2, 48), [3])
            let half = (0..<16).allSatisfy { x in
                (0..<16).allSatisfy { y in steps[32][x, y] == ((x + y) % 2 == (steps[32][0, 0] ? 0 : 1)) }
            }
            #expect(half, "half-way it is a chessboard")
        }
    }
}
