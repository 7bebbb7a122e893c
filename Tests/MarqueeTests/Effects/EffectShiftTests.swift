import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Effects that shift the picture")
struct EffectShiftTests {
    /// The way that is left, in steps: before the picture's place on the way in, beyond it on the way out.
    private func model(_ effect: Effect, _ towards: (x: Int, y: Int)) -> EffectModel {
        func steps(_ width: Int, _ height: Int) -> Int {
            max(towards.x == 0 ? 0 : width, towards.y == 0 ? 0 : height)
        }
        return EffectModel(effect: effect, steps: steps) { size, x, y, step, isLeaving in
            let count = steps(size.width, size.height)
            // How far the picture is from its place, as a fraction of its extent, rounded up.
            func away(_ extent: Int) -> Int {
                let done = isLeaving ? step : count - step
                let whole = done * extent
                return whole / count + (whole % count == 0 ? 0 : 1)
            }
            let side = isLeaving ? 1 : -1
            let (dx, dy) = (towards.x * side * away(size.width), towards.y * side * away(size.height))
            return .picture(x - dx, y - dy)
        }
    }

    @Test("G scroll_up: comes from below, and leaves at the top")
    func up() { model(.scrollUp, (0, -1)).check() }

    @Test("G scroll_down: comes from above, and leaves at the bottom")
    func down() { model(.scrollDown, (0, 1)).check() }

    @Test("G scroll_left: comes from the right, and leaves at the left")
    func left() { model(.scrollLeft, (-1, 0)).check() }

    @Test("G scroll_right: comes from the left, and leaves at the right")
    func right() { model(.scrollRight, (1, 0)).check() }

    @Test("G scroll_up_left: comes from the lower right, and leaves at the upper left")
    func upLeft() { model(.scrollUpLeft, (-1, -1)).check() }

    @Test("G scroll_up_right: comes from the lower left, and leaves at the upper right")
    func upRight() { model(.scrollUpRight, (1, -1)).check() }

    @Test("G scroll_down_left: comes from the upper right, and leaves at the lower left")
    func downLeft() { model(.scrollDownLeft, (-1, 1)).check() }

    @Test("G scroll_down_right: comes from the upper left, and leaves at the lower right")
    func downRight() { model(.scrollDownRight, (1, 1)).check() }

    @Test("G print: is there at once, and gone at once, whatever the duration")
    func print() {
        EffectModel(effect: .print, steps: { _, _ in 0 }) { _, x, y, _, isLeaving in
            isLeaving ? .nothing : .picture(x, y)
        }.check()
    }

    @Test("G mesh: even columns come from above, odd ones from below, and go back there")
    func mesh() {
        EffectModel(effect: .mesh, steps: { _, height in height }) { size, x, y, step, isLeaving in
            let away = isLeaving ? step : size.height - step
            return .picture(x, x.isMultiple(of: 2) ? y + away : y - away)
        }.check()
    }

    @Test("G slice: columns fly in from the right edge one at a time, the left-most first, and fly back")
    func slice() {
        EffectModel(effect: .slice, steps: { width, _ in min(512, (1...width).reduce(0, +)) }) {
            size, x, y, step, isLeaving in
            // Flies pixel by pixel, as a person would describe it.
            let all = (1...size.width).reduce(0, +)
            var left = all * (isLeaving ? min(512, all) - step : step) / min(512, all)
            for column in 0..<size.width {
                var place = size.width
                while place > column, left > 0 { (place, left) = (place - 1, left - 1) }
                if place == x { return .picture(column, y) }
                if left == 0 { break }
            }
            return .nothing
        }.check()
    }
}
