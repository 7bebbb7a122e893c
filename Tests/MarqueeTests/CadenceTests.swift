import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Cadence of paced content")
struct CadenceTests {
    @Test("E2: content is drawn at the ticks of its cadence, and drawn again when the cadence changes")
    func lowering() {
        let ticks = PeriodicTicks(from: .zero, by: .milliseconds(100))
        let inner = Ticking(ticks) { tick, frame in
            frame.canvas.set(Point(x: (tick?.number ?? 0) % 10, y: 0), to: .white)
        }
        let cadence = SharedCadence()
        let clock = PacedContent(inner, TimePath(cadence: cadence))
        let (instant, size) = (Instant.zero + .milliseconds(1350), Size(width: 10, height: 1))
        expectEqual(drawn(clock, at: instant, size), "...#......")
        expectEqual(clock.nextChange(after: instant), .zero + .milliseconds(1400))
        cadence.cadence = .seconds
        expectEqual(clock.revision, 1)
        // At the last whole second tick 10 was the newest one.
        expectEqual(drawn(clock, at: instant, size), "#.........")
        expectEqual(clock.nextChange(after: instant), .zero + .seconds(2))
    }
}
