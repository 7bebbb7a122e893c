import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// Content that counts how it is asked: lit columns up to the number of its tick.
private final class Counting: Content {
    var draws: [Instant] = []
    var revision = 0
    let ticks = PeriodicTicks(from: .zero, by: .milliseconds(100))

    func draw(at instant: Instant, into frame: inout Frame) {
        draws.append(instant)
        let number = (ticks.latest(at: instant)?.number ?? -1) + 1
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: min(number, 100), height: 1), with: .white)
        frame.brightness = Brightness(percent: 70)
    }

    func nextChange(after instant: Instant) -> Instant? { ticks.next(after: instant) }
}

@Suite("Presenter")
struct PresenterTests {
    private static let size = Size(width: 8, height: 1)

    @Test("E3: the first picture is drawn at once, before any tick")
    func firstPicture() {
        let content = Counting()
        var presenter = Presenter(content, size: Self.size, format: .mono)
        #expect(presenter.deadline.map { $0 <= milliseconds(-5000) } ?? false)
        let drawn = presenter.present(at: milliseconds(-5000))
        #expect(drawn)
        expectEqual(content.draws, [milliseconds(-5000)])
        expectEqual(presenter.deadline, .zero)
        #expect(presenter.counters.drawn == 1 && presenter.counters.late == 0)
    }

    @Test("E3: one tick, one draw: asking again at the same tick draws nothing")
    func oneDraw() {
        let content = Counting()
        var presenter = Presenter(content, size: Self.size, format: .mono)
        var drawn = 0
        for time in 0..<1000 where presenter.present(at: milliseconds(Int64(time))) { drawn += 1 }
        for _ in 0..<5 {
            let again = presenter.present(at: milliseconds(999))
            #expect(!again)
        }
        expectEqual(drawn, 10)
        expectEqual(content.draws, (0..<10).map { milliseconds($0 * 100) })
        expectEqual(presenter.counters.skipped, 0)
        expectEqual(art(presenter.frame.canvas), "########")
    }

    @Test("a late frame is skipped and counted, never replayed in a burst")
    func late() {
        let content = Counting()
        var presenter = Presenter(content, size: Self.size, format: .mono)
        _ = presenter.present(at: .zero)
        // Due at 100; 100, 200 and 300 have passed when the wake-up comes.
        let drawn = [presenter.present(at: milliseconds(350)), presenter.present(at: milliseconds(350))]
        expectEqual(drawn, [true, false])
        expectEqual(content.draws.count, 2)
        expectEqual(art(presenter.frame.canvas), "####....")
        expectEqual(presenter.counters.late, 1)
        expectEqual(presenter.counters.skipped, 2)
        expectEqual(presenter.counters.worstLateness, .milliseconds(250))
        expectEqual(presenter.deadline, milliseconds(400))
        _ = presenter.present(at: milliseconds(400) + .microseconds(900))
        expectEqual(presenter.counters.late, 1)
    }

    @Test("a wake-up years late looks back only on a limited number of changes")
    func veryLate() {
        let content = Counting()
        var presenter = Presenter(content, size: Self.size, format: .mono)
        _ = presenter.present(at: .zero)
        _ = presenter.present(at: .distantFuture)
        expectEqual(presenter.counters.skipped, 1000)
    }

    @Test("E3: another revision draws at once; ticks go on at their instants")
    func revision() {
        let content = Counting()
        var presenter = Presenter(content, size: Self.size, format: .mono)
        _ = presenter.present(at: .zero)
        content.revision += 1
        let drawn = [presenter.present(at: milliseconds(30)), presenter.present(at: milliseconds(40))]
        expectEqual(drawn, [true, false])
        expectEqual(presenter.deadline, milliseconds(100))
        expectEqual(presenter.counters.late, 0)
    }

    @Test("C1: a second output that joins during the scroll shows the same as the first")
    func secondOutput() {
        var columns = MonoBitmap(width: 40, height: 1)
        for x in 0..<40 { columns[x, 0] = x % 3 == 0 || x % 7 == 0 }
        let marquee = Marquee(ColoredStrip(mask: columns, ink: .white), size: Self.size)
        var first = Presenter(marquee, size: Self.size, format: .mono)
        for time in 0..<500 { _ = first.present(at: milliseconds(Int64(time) * 10)) }
        var second = Presenter(marquee, size: Self.size, format: .mono)
        _ = second.present(at: milliseconds(4990))
        expectEqual(art(second.frame.canvas), art(first.frame.canvas))
        expectEqual(first.deadline, second.deadline)
    }

    @Test("content may lower the brightness of the sign, never raise it")
    func brightness() {
        let content = Counting()
        var bright = Presenter(content, size: Self.size, format: .mono)
        _ = bright.present(at: .zero)
        expectEqual(bright.frame.brightness, Brightness(percent: 70))
        var dim = Presenter(content, size: Self.size, format: .rgb, brightness: Brightness(percent: 20))
        _ = dim.present(at: milliseconds(700))
        expectEqual(dim.frame.brightness, Brightness(percent: 20))
    }

    @Test("C4: empty content is drawn once, dark, and is never due again")
    func nothing() {
        var presenter = Presenter(Still(.empty), size: Self.size, format: .mono)
        let drawn = [presenter.present(at: .zero), presenter.present(at: .distantFuture)]
        expectEqual(drawn, [true, false])
        #expect(presenter.deadline == nil)
        expectEqual(art(presenter.frame.canvas), "........")
    }

    @Test("presenting allocates nothing after the first frames")
    func allocationFree() {
        for format in [Canvas.Format.mono, .rgb] {
            var columns = MonoBitmap(width: 40, height: 1)
            for x in 0..<40 { columns[x, 0] = x % 3 == 0 }
            let marquee = Marquee(ColoredStrip(mask: columns, ink: .white), size: Self.size)
            var presenter = Presenter(marquee, size: Self.size, format: format)
            _ = presenter.present(at: .zero)
            _ = presenter.present(at: milliseconds(40))
            let count = allocations {
                for time in 0..<300 { _ = presenter.present(at: milliseconds(Int64(100 + time * 20))) }
            }
            expectEqual(count, 0)
            #expect(presenter.counters.drawn > 100)
        }
    }
}
