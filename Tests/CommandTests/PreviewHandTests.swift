import Marquee
import PanelSimulation
import PixelGraphics
import Testing
import Timelines

@testable import ledsign

@Suite struct PreviewHandTests {
    private func mouse(_ action: TerminalMouse.Action, column: Int) -> TerminalEvent {
        .mouse(TerminalMouse(action: action, column: column, row: 0))
    }

    /// A band of 60 columns that goes round at 30 px/s on a window of 32.
    private func movingMarquee() -> Marquee {
        var style = MarqueeStyle()
        style.scroll = .always
        let band = Band(image: RGBBitmap(size: Size(width: 60, height: 8)))
        return Marquee(band, style: style, size: Size(width: 32, height: 8))
    }

    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("D1: keys wait while the mouse has the text in hand; the drag goes on and stays exact")
    func keysDuringDrag() {
        let marquee = movingMarquee()
        var hand = PreviewHand()
        // 30 px/s: after a second it has moved by 30 pixels.
        _ = hand.handle(mouse(.press, column: 20), marquee: marquee, scale: .one, at: at(1000))
        _ = hand.handle(mouse(.drag, column: 15), marquee: marquee, scale: .one, at: at(1100))
        for key in [TerminalKey.right, .left, .character(" ")] {
            #expect(hand.handle(.key(key), marquee: marquee, scale: .one, at: at(1200)) == .goOn)
        }
        #expect(marquee.offset(at: at(1200)) == 35)
        #expect(!hand.isPaused)
        _ = hand.handle(mouse(.drag, column: 10), marquee: marquee, scale: .one, at: at(1300))
        #expect(marquee.offset(at: at(5000)) == 40)
        _ = hand.handle(mouse(.release, column: 10), marquee: marquee, scale: .one, at: at(5000))
        #expect(!marquee.isHeld)
        #expect(hand.handle(.key(.character(" ")), marquee: marquee, scale: .one, at: at(5000)) == .goOn)
        #expect(hand.isPaused && marquee.isHeld)
    }

    @Test("D3: an arrow moves a moving text by one pixel, and it goes on at its speed; pausing keeps the position")
    func arrows() {
        let marquee = movingMarquee()
        var hand = PreviewHand()
        // 30 px/s: half a pixel beyond the 30th after 1016.67 ms.
        _ = hand.handle(.key(.left), marquee: marquee, scale: .one, at: at(1010))
        #expect(marquee.offset(at: at(1010)) == 31)
        #expect(marquee.offset(at: at(2010)) == 61)
        _ = hand.handle(.key(.right), marquee: marquee, scale: .one, at: at(2010))
        _ = hand.handle(.key(.right), marquee: marquee, scale: .one, at: at(2010))
        #expect(marquee.offset(at: at(2010)) == 59)
        #expect(marquee.offset(at: at(12_010)) == 359)
        _ = hand.handle(.key(.character(" ")), marquee: marquee, scale: .one, at: at(12_010))
        _ = hand.handle(.key(.right), marquee: marquee, scale: .one, at: at(12_020))
        #expect(marquee.offset(at: at(99_000)) == 358)
    }
}
