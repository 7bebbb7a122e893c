import Marquee
import PixelGraphics
import Testing
import Timelines

@Suite("Cadence of ticked content")
struct CadenceTests {
    @Test("E2: a dimmed sign looks anew once a second, a dark or power-saving one once a minute")
    func brightness() {
        #expect(Cadence(brightness: Brightness(percent: 100)) == .live)
        #expect(Cadence(brightness: Brightness(percent: 20)) == .live)
        #expect(Cadence(brightness: Brightness(percent: 19)) == .seconds)
        #expect(Cadence(brightness: Brightness(percent: 0)) == .minutes)
        #expect(Cadence(brightness: Brightness(percent: 100), savesPower: true) == .minutes)
    }

    @Test("E2: content is told its cadence, hides what that cannot keep true, and is drawn anew when it changes")
    func lowering() {
        // A clock of tenths of a second: column 0 is lit while it may show them.
        let ticks = PeriodicTicks(from: .zero, by: .milliseconds(100))
        let clock = TickedContent(ticks) { context, frame in
            if context.cadence == .live { frame.canvas.set(Point(x: 0, y: 0), to: .white) }
            frame.canvas.set(Point(x: 1 + (context.tick?.number ?? 0) % 10, y: 0), to: .white)
        }
        var frame = Frame(size: Size(width: 12, height: 1), format: .mono)
        let instant = Instant.zero + .milliseconds(1350)
        clock.draw(at: instant, into: &frame)
        #expect(frame.canvas.mono[0, 0] && frame.canvas.mono[4, 0])
        #expect(clock.nextChange(after: instant) == .zero + .milliseconds(1400))
        clock.cadence = .seconds
        #expect(clock.revision == 1)
        frame.canvas.clear()
        clock.draw(at: instant, into: &frame)
        // At the last whole second tick 10 was the newest one.
        #expect(!frame.canvas.mono[0, 0] && frame.canvas.mono[1, 0])
        #expect(clock.nextChange(after: instant) == .zero + .seconds(2))
    }
}
