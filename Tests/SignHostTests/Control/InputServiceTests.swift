import SignHost
import SignTestSupport
import Testing

@Suite struct InputServiceTests {
    private let sign = RecordedSign()
    private let service = InputService()

    private func press(_ count: Int) {
        for _ in 0..<count { service.perform(.press(.pause, zone: nil), on: sign, at: at(1)) }
    }

    @Test("D3: what knobs and buttons ask for reaches the sign, and a second press of a pause button resumes")
    func steers() {
        for step in [DragStep.begin(zone: "a"), .move(zone: "a", pixels: 2), .release(zone: "a", velocity: 0)] {
            service.perform(.drag(step), on: sign, at: at(0))
        }
        press(2)
        service.perform(.press(.next, zone: "a"), on: sign, at: at(2))
        service.perform(.press(.acknowledge, zone: nil), on: sign, at: at(3))
        expectEqual(
            sign.calls, ["hold in a", "drag 2 in a", "release 0 in a", "pause", "resume", "next in a", "acknowledge"])
        #expect(sign.presses[.pause] == 2 && sign.presses[.next] == 1)
    }

    @Test("after the sign rejects an action, the next press still works")
    func refused() {
        sign.refusal = ControlError.refused("nothing moves")
        press(1)
        sign.refusal = nil
        press(1)
        expectEqual(sign.calls, ["pause"])
        // A press that came to nothing is a press.
        expectEqual(sign.presses[.pause], 2)
    }
}
