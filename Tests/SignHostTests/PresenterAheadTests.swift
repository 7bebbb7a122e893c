import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("Presenter: pictures ahead of time")
struct PresenterAheadTests {
    private func presenter(_ steps: Steps) -> Presenter {
        Presenter(steps, size: Size(width: 64, height: 1), format: .mono)
    }

    private func lit(_ presenter: Presenter) -> Int { (0..<64).filter { presenter.frame.canvas.mono[$0, 0] }.count }

    @Test("the first picture is drawn at once; the one of the next change not before its lead")
    func lead() throws {
        var presenter = presenter(Steps(every: .milliseconds(200)))
        expectEqual(presenter.wake(at: .zero, isPending: false), Instant(nanoseconds: .min))
        let first = presenter.draw(at: milliseconds(10), isPending: false)
        expectEqual(first, .init(due: milliseconds(10), next: milliseconds(200), skipped: 0, isOvertaking: false))
        expectEqual(lit(presenter), 0)
        expectEqual(presenter.wake(at: milliseconds(150), isPending: true), milliseconds(200))
        expectEqual(presenter.wake(at: milliseconds(10), isPending: false), milliseconds(150))
        #expect(presenter.draw(at: milliseconds(149), isPending: false) == nil)
        #expect(presenter.draw(at: milliseconds(150), isPending: true) == nil)
        let second = presenter.draw(at: milliseconds(150), isPending: false)
        expectEqual(second, .init(due: milliseconds(200), next: milliseconds(400), skipped: 0, isOvertaking: false))
        expectEqual(lit(presenter), 1)
    }

    @Test("of several missed changes only the last is drawn, for the instant at which it was due")
    func late() {
        var presenter = presenter(Steps(every: .milliseconds(10)))
        _ = presenter.draw(at: .zero, isPending: false)
        let drawn = presenter.draw(at: milliseconds(47), isPending: true)
        expectEqual(drawn, .init(due: milliseconds(40), next: milliseconds(50), skipped: 3, isOvertaking: true))
        expectEqual(lit(presenter), 4)
    }

    @Test("a draw after a day looks back only on a limited number of changes")
    func veryLate() {
        var presenter = presenter(Steps(every: .milliseconds(1)))
        _ = presenter.draw(at: .zero, isPending: false)
        let now = Instant.zero + .seconds(86_400)
        let drawn = presenter.draw(at: now, isPending: false)
        expectEqual(drawn?.due, now)
        expectEqual(drawn?.skipped, 1_000)
    }

    @Test("pictures that are due at the end are not drawn")
    func end() {
        var presenter = presenter(Steps(every: .milliseconds(10)))
        _ = presenter.draw(at: .zero, isPending: false)
        #expect(presenter.draw(at: milliseconds(5), isPending: false, before: milliseconds(10)) == nil)
        #expect(presenter.draw(at: milliseconds(5), isPending: false, before: milliseconds(11)) != nil)
    }

    @Test("another brightness is drawn at once, and content cannot raise it")
    func brightness() {
        var presenter = presenter(Steps(every: nil))
        _ = presenter.draw(at: .zero, isPending: false)
        #expect(presenter.draw(at: milliseconds(5), isPending: false) == nil)
        #expect(presenter.wake(at: milliseconds(5), isPending: false) == nil)
        presenter.brightness = Brightness(percent: 30)
        expectEqual(presenter.draw(at: milliseconds(6), isPending: false)?.due, milliseconds(6))
        expectEqual(presenter.frame.brightness, Brightness(percent: 30))
    }
}
