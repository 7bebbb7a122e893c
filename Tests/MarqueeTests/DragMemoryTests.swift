import SignTestSupport
import Testing
import Timelines

@testable import Marquee
@testable import Timelines

@Suite("The memory of a drag")
struct DragMemoryTests {
    @Test("D1: during a drag of any length the trajectory has at most two legs")
    func legs() {
        var style = MarqueeStyle()
        style.scroll = .always
        var state = MarqueeState(content: 0, length: 100, style: style, extent: 32, start: .zero)
        state.beginDrag(at: .zero)
        for number in 1...1000 {
            let instant = Instant(nanoseconds: Int64(number) * 10_000_000)
            state.drag(by: number % 50, at: instant)
            #expect(state.trajectory.legs.count <= 2)
            expectEqual(state.position(at: instant), -Int64(number % 50) * 65536)
        }
    }
}
