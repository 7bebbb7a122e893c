import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

@Suite("FrameSource")
struct FrameSourceTests {
    private func source(_ steps: Steps, lead: Nanoseconds = .milliseconds(50)) -> FrameSource {
        FrameSource(steps, size: Size(width: 64, height: 1), format: .mono, lead: lead)
    }

    private func lit(_ source: FrameSource) -> Int { (0..<64).filter { source.frame.canvas.mono[$0, 0] }.count }

    @Test("the first picture is drawn at once; the one of the next change not before its lead")
    func lead() throws {
        var source = source(Steps(every: .milliseconds(200)))
        expectEqual(source.wake(at: .zero, isPending: false), Instant(nanoseconds: .min))
        let first = source.draw(at: milliseconds(10), isPending: false)
        expectEqual(first, .init(due: milliseconds(10), next: milliseconds(200), skipped: 0, isOvertaking: false))
        expectEqual(lit(source), 0)
        expectEqual(source.wake(at: milliseconds(150), isPending: true), milliseconds(200))
        expectEqual(source.wake(at: milliseconds(10), isPending: false), milliseconds(150))
        #expect(source.draw(at: milliseconds(149), isPending: false) == nil)
        #expect(source.draw(at: milliseconds(150), isPending: true) == nil)
        let second = source.draw(at: milliseconds(150), isPending: false)
        expectEqual(second, .init(due: milliseconds(200), next: milliseconds(400), skipped: 0, isOvertaking: false))
        expectEqual(lit(source), 1)
    }

    @Test("of several missed changes only the last is drawn, for the instant at which it was due")
    func late() {
        var source = source(Steps(every: .milliseconds(10)))
        _ = source.draw(at: .zero, isPending: false)
        let drawn = source.draw(at: milliseconds(47), isPending: true)
        expectEqual(drawn, .init(due: milliseconds(40), next: milliseconds(50), skipped: 3, isOvertaking: true))
        expectEqual(lit(source), 4)
    }

    @Test("a draw after a day looks back only on a limited number of changes")
    func veryLate() {
        var source = source(Steps(every: .milliseconds(1)))
        _ = source.draw(at: .zero, isPending: false)
        let now = Instant.zero + .seconds(86_400)
        let drawn = source.draw(at: now, isPending: false)
        expectEqual(drawn?.due, now)
        expectEqual(drawn?.skipped, 1_000)
    }

    @Test("pictures that are due at the end are not drawn")
    func end() {
        var source = source(Steps(every: .milliseconds(10)))
        _ = source.draw(at: .zero, isPending: false)
        #expect(source.draw(at: milliseconds(5), isPending: false, before: milliseconds(10)) == nil)
        #expect(source.draw(at: milliseconds(5), isPending: false, before: milliseconds(11)) != nil)
    }

    @Test("another brightness is drawn at once, and content cannot raise it")
    func brightness() {
        var source = source(Steps(every: nil))
        _ = source.draw(at: .zero, isPending: false)
        #expect(source.draw(at: milliseconds(5), isPending: false) == nil)
        #expect(source.wake(at: milliseconds(5), isPending: false) == nil)
        source.brightness = Brightness(percent: 30)
        expectEqual(source.draw(at: milliseconds(6), isPending: false)?.due, milliseconds(6))
        expectEqual(source.frame.brightness, Brightness(percent: 30))
    }
}
