import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Effects with an edge that runs over the picture")
struct EffectEdgeTests {
    /// An edge that has passed a column when `passed(column, width, step)`; the way out takes away what it passes.
    private func edge(
        _ effect: Effect, steps: @escaping (Int) -> Int, passed: @escaping (_ x: Int, _ width: Int, _ step: Int) -> Bool
    ) -> EffectModel {
        EffectModel(effect: effect, steps: { width, _ in steps(width) }) { size, x, y, step, isLeaving in
            passed(x, size.width, step) != isLeaving ? .picture(x, y) : .nothing
        }
    }

    /// The same with light where the edge has just arrived.
    private func cursor(
        _ effect: Effect, steps: @escaping (Int) -> Int, passed: @escaping (_ x: Int, _ width: Int, _ step: Int) -> Bool
    ) -> EffectModel {
        EffectModel(effect: effect, steps: { width, _ in steps(width) + 1 }) { size, x, y, step, isLeaving in
            let isBehind = step > 0 && passed(x, size.width, step - 1)
            let isReached = step > 0 && passed(x, size.width, step)
            if isReached, !isBehind { return .light }
            return isReached != isLeaving ? .picture(x, y) : .nothing
        }
    }

    private func wiped(x: Int, width: Int, step: Int) -> Bool { x < step }
    /// Within step - 1/2 columns of the middle, which lies on a column or between two.
    private func opened(x: Int, width: Int, step: Int) -> Bool { abs(2 * x - width + 1) / 2 < step }
    private func closed(x: Int, width: Int, step: Int) -> Bool { x < step || width - x <= step }
    private func half(_ width: Int) -> Int { width / 2 + width % 2 }

    @Test("G wipe: column by column from the left")
    func wipe() { edge(.wipe, steps: { $0 }, passed: wiped).check() }

    @Test("G wipe_cursor: column by column from the left, behind a light bar")
    func wipeCursor() { cursor(.wipeCursor, steps: { $0 }, passed: wiped).check() }

    @Test("G opening: from the middle to both ends")
    func opening() { edge(.opening, steps: half, passed: opened).check() }

    @Test("G opening_cursor: from the middle to both ends, behind light bars")
    func openingCursor() { cursor(.openingCursor, steps: half, passed: opened).check() }

    @Test("G closing: from both ends to the middle")
    func closing() { edge(.closing, steps: half, passed: closed).check() }

    @Test("G closing_cursor: from both ends to the middle, behind light bars")
    func closingCursor() { cursor(.closingCursor, steps: half, passed: closed).check() }

    @Test("G blinds: strips turn over together; 8 columns wide, wider on areas of more than 64")
    func blinds() {
        edge(.blinds, steps: { min($0, 8) }) { x, _, step in x - x / 8 * 8 < step }.check()
        expectEqual(EffectGeometry(.blinds, size: Size(width: 64, height: 8), isLeaving: false).steps, 8)
        expectEqual(EffectGeometry(.blinds, size: Size(width: 128, height: 8), isLeaving: false).steps, 16)
    }

    @Test("G scan_horiz: one lit column passes, then the text")
    func scanHoriz() {
        EffectModel(effect: .scanHoriz, steps: { width, _ in width + 1 }) { size, x, y, step, isLeaving in
            if step == (isLeaving ? 0 : size.width + 1) { return .picture(x, y) }
            return x + 1 == step ? .light : .nothing
        }.check()
    }

    @Test("G scan_horizx: one dark column passes through the text")
    func scanHorizx() {
        EffectModel(effect: .scanHorizx, steps: { width, _ in width + 1 }) { size, x, y, step, isLeaving in
            if step == (isLeaving ? size.width + 1 : 0) { return .nothing }
            return x + 1 == step ? .nothing : .picture(x, y)
        }.check()
    }

    @Test("G scan_vert: one lit row passes, then the text")
    func scanVert() {
        EffectModel(effect: .scanVert, steps: { _, height in height + 1 }) { size, x, y, step, isLeaving in
            if step == (isLeaving ? 0 : size.height + 1) { return .picture(x, y) }
            return y + 1 == step ? .light : .nothing
        }.check()
    }

    @Test("G scan_vertx: one dark row passes through the text")
    func scanVertx() {
        EffectModel(effect: .scanVertx, steps: { _, height in height + 1 }) { size, x, y, step, isLeaving in
            if step == (isLeaving ? size.height + 1 : 0) { return .nothing }
            return y + 1 == step ? .nothing : .picture(x, y)
        }.check()
    }

    @Test("G grow_up: rows unfold from the lower edge, and fold back to it")
    func growUp() {
        EffectModel(effect: .growUp, steps: { _, height in height }) { size, x, y, step, isLeaving in
            size.height - y <= (isLeaving ? size.height - step : step) ? .picture(x, y) : .nothing
        }.check()
    }

    @Test("G grow_down: rows unfold from the upper edge, and fold back to it")
    func growDown() {
        EffectModel(effect: .growDown, steps: { _, height in height }) { size, x, y, step, isLeaving in
            y < (isLeaving ? size.height - step : step) ? .picture(x, y) : .nothing
        }.check()
    }

    @Test("G sprite: a small image runs across and uncovers the text behind it, or takes it away")
    func sprite() {
        let color = Color(rawValue: 0xABCDEF)
        let image = ColoredStrip(mask: MonoBitmap(width: 3, height: 2, fill: true), ink: Ink(color, isLit: false))
        EffectModel(effect: .sprite, steps: { width, _ in width + 3 }) { _, x, y, step, isLeaving in
            // It covers the columns step - 3..<step.
            (isLeaving ? x >= step : x < step - 3) ? .picture(x, y) : .nothing
        }.check(sprite: image) { rows, size, step in
            let isEnd = step == 0 || step == size.width + 3
            guard !isEnd else { return }
            let top = (size.height - 2) / 2
            for y in top..<top + 2 where rows.indices.contains(y) {
                for x in step - 3..<step where rows[y].indices.contains(x) { rows[y][x] = color }
            }
        }
    }
}
