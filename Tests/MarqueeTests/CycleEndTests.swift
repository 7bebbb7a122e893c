import PixelGraphics
import Testing
import Timelines

@testable import Marquee

/// When a number of cycles is over: the turns of messages, and the end of `show --repeat`.
@Suite struct CycleEndTests {
    private static let size = Size(width: 32, height: 8)

    @Test("B5: cycles of 2 s end after 2 s each whichever way they go", arguments: Direction.allCases, [false, true])
    func cycles(direction: Direction, bounces: Bool) {
        var style = MarqueeStyle()
        (style.direction, style.bounces, style.scroll) = (direction, bounces, .always)
        style.pace = .cycle(.seconds(2))
        let strip = ColoredStrip(ImageAnimation(frames: [(RGBBitmap(size: Size(width: 45, height: 19)), nil, .zero)]))
        let start = Instant.zero + .milliseconds(777)
        let marquee = Marquee(strip, style: style, size: Self.size, start: start)
        for count in 1...3 {
            let end = start + .seconds(2 * Int64(count))
            for earliest in [start, start + .milliseconds(100)] {
                #expect(isNear(marquee.instant(ofCyclesDone: count, notBefore: earliest), end))
            }
        }
        // The cycle that is under way at 5 s ends with the third one.
        let late = start + .seconds(5)
        #expect(isNear(marquee.instant(ofCyclesDone: 1, notBefore: late), start + .seconds(6)))
    }

    /// Whether it is the end, or as long before it as 1/65536 pixel takes.
    private func isNear(_ instant: Instant?, _ end: Instant) -> Bool {
        instant.map { $0 <= end && end - $0 <= .microseconds(2) } ?? false
    }
}
