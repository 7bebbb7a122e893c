import PixelGraphics
import SignTestSupport
import Testing

@testable import TerminalPreview

@Suite struct DragTrackerTests {
    static let millisecond: Int64 = 1_000_000

    @Test("D1: the picture follows the pointer by whole pixels, exactly, in both directions")
    func follows() {
        var tracker = DragTracker(scale: .one, column: 10, row: 5, at: 0)
        for column in [11, 30, 10, 2, 10] {
            expectEqual(
                tracker.move(column: column, row: 5, at: Int64(column) * Self.millisecond),
                Point(x: column - 10, y: 0))
        }
        let end = tracker.release(column: 13, row: 4, at: 500 * Self.millisecond)
        expectEqual(end.moved, Point(x: 3, y: -1))
    }

    @Test("D1: cells become pixels by the scale of the view, rounded towards zero")
    func scales() {
        var tracker = DragTracker(scale: DragScale(horizontal: 1, vertical: 2, divisor: 4), column: 0, row: 0, at: 0)
        expectEqual(tracker.move(column: 7, row: 3, at: 1), Point(x: 1, y: 1))
        expectEqual(tracker.move(column: -7, row: -4, at: 2), Point(x: -1, y: -2))
        tracker = DragTracker(scale: DragScale(horizontal: 2, vertical: 4, divisor: 1), column: 0, row: 0, at: 0)
        expectEqual(tracker.move(column: 3, row: -2, at: 1), Point(x: 6, y: -8))
    }

    @Test("D2: the velocity is that of the last 100 ms")
    func velocity() {
        // A cell every 20 ms is 50 px/s, whichever way.
        for sign in [1, -1] {
            var tracker = DragTracker(scale: .one, column: 100, row: 0, at: 0)
            for step in 1...20 {
                _ = tracker.move(column: 100 + sign * step, row: 0, at: Int64(step) * 20 * Self.millisecond)
            }
            let end = tracker.release(column: 100 + sign * 20, row: 0, at: 400 * Self.millisecond)
            expectEqual(end.velocity, Point(x: sign * 50, y: 0))
        }
    }

    @Test("D2: after 100 ms without motion there is no flick, however fast the drag was before")
    func standsStill() {
        var tracker = DragTracker(scale: .one, column: 0, row: 0, at: 0)
        _ = tracker.move(column: 60, row: 0, at: 50 * Self.millisecond)
        let end = tracker.release(column: 60, row: 0, at: 150 * Self.millisecond)
        #expect(end.moved == Point(x: 60, y: 0) && end.velocity == .zero)
    }

    @Test("D2: a drag shorter than 100 ms is measured by its own length, a twitch by 20 ms")
    func short() {
        var tracker = DragTracker(scale: .one, column: 0, row: 0, at: 0)
        expectEqual(tracker.release(column: 4, row: 0, at: 40 * Self.millisecond).velocity, Point(x: 100, y: 0))
        tracker = DragTracker(scale: .one, column: 0, row: 0, at: 0)
        expectEqual(tracker.release(column: 1, row: 0, at: 1).velocity, Point(x: 50, y: 0))
        tracker = DragTracker(scale: .one, column: 0, row: 0, at: 0)
        expectEqual(tracker.release(column: 0, row: 0, at: 0).velocity, .zero)
    }

    @Test("D2: a change of direction counts from the last 100 ms alone, and scales apply to the velocity")
    func turns() {
        var tracker = DragTracker(scale: DragScale(horizontal: 2, vertical: 4, divisor: 1), column: 0, row: 0, at: 0)
        _ = tracker.move(column: 50, row: 0, at: 300 * Self.millisecond)
        _ = tracker.move(column: 45, row: 2, at: 350 * Self.millisecond)
        let end = tracker.release(column: 40, row: 4, at: 400 * Self.millisecond)
        // 10 cells back and 4 down in 100 ms.
        expectEqual(end.velocity, Point(x: -200, y: 160))
    }

    @Test("A thousand reports in the window do no harm")
    func manyReports() {
        var tracker = DragTracker(scale: .one, column: 0, row: 0, at: 0)
        for step in 1...1000 { _ = tracker.move(column: step, row: 0, at: Int64(step) * 100_000) }
        let end = tracker.release(column: 1000, row: 0, at: 100 * Self.millisecond)
        expectEqual(end.moved, Point(x: 1000, y: 0))
        #expect(end.velocity.x > 0)
    }
}

extension DragScale {
    /// One pixel a cell.
    static let one = DragScale(horizontal: 1, vertical: 1, divisor: 1)
}
