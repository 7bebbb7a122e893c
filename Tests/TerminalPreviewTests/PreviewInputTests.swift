import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import TerminalPreview

@Suite struct PreviewInputTests {
    private func mouse(_ action: TerminalMouse, column: Int) -> TerminalEvent {
        .mouse(action, column: column, row: 0)
    }

    /// A strip of 60 columns that goes round at 30 px/s on a window of 32.
    private func movingMarquee() -> Marquee {
        var style = MarqueeStyle()
        style.scroll = .always
        let strip = ColoredStrip(ImageAnimation(frames: [(RGBBitmap(size: Size(width: 60, height: 8)), nil, .zero)]))
        return Marquee(strip, style: style, size: Size(width: 32, height: 8))
    }

    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("D1: keys wait while the mouse drags the text; the drag continues and stays exact")
    func keysDuringDrag() {
        let marquee = movingMarquee()
        var input = PreviewInput()
        // 30 px/s: after a second it has moved by 30 pixels.
        _ = input.handle(mouse(.press, column: 20), marquee: marquee, scale: .one, at: at(1000))
        _ = input.handle(mouse(.drag, column: 15), marquee: marquee, scale: .one, at: at(1100))
        for key in [TerminalKey.right, .left, .character(" ")] {
            expectEqual(input.handle(.key(key), marquee: marquee, scale: .one, at: at(1200)), true)
        }
        expectEqual(marquee.offset(at: at(1200)), 35)
        #expect(!input.isPaused)
        _ = input.handle(mouse(.drag, column: 10), marquee: marquee, scale: .one, at: at(1300))
        expectEqual(marquee.offset(at: at(5000)), 40)
        _ = input.handle(mouse(.release, column: 10), marquee: marquee, scale: .one, at: at(5000))
        #expect(!marquee.isHeld)
        expectEqual(input.handle(.key(.character(" ")), marquee: marquee, scale: .one, at: at(5000)), true)
        #expect(input.isPaused && marquee.isHeld)
    }

    @Test("D3: an arrow moves a moving text by one pixel, and it goes on at its speed; pausing keeps the position")
    func arrows() {
        let marquee = movingMarquee()
        var input = PreviewInput()
        // 30 px/s: half a pixel beyond the 30th after 1016.67 ms.
        _ = input.handle(.key(.left), marquee: marquee, scale: .one, at: at(1010))
        expectEqual(marquee.offset(at: at(1010)), 31)
        expectEqual(marquee.offset(at: at(2010)), 61)
        _ = input.handle(.key(.right), marquee: marquee, scale: .one, at: at(2010))
        _ = input.handle(.key(.right), marquee: marquee, scale: .one, at: at(2010))
        expectEqual(marquee.offset(at: at(2010)), 59)
        expectEqual(marquee.offset(at: at(12_010)), 359)
        _ = input.handle(.key(.character(" ")), marquee: marquee, scale: .one, at: at(12_010))
        _ = input.handle(.key(.right), marquee: marquee, scale: .one, at: at(12_020))
        expectEqual(marquee.offset(at: at(99_000)), 358)
    }
}
