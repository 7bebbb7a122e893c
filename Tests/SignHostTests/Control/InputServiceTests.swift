import SignPlayback
import SignTestSupport
import Testing

@testable import SignFiles
@testable import SignHost

@Suite struct InputServiceTests {
    private let service = InputService(InputSettings()) { _ in }

    private func press(_ sign: Sign) { service.perform(.press(.pause, zone: nil), on: sign, at: at(1)) }

    @Test("D3: what knobs and buttons ask for reaches the sign, and a second press of a pause button resumes")
    func steers() throws {
        let bench = try SignBench("messages: [{text: Fresh bread, scroll: always}, {text: Rolls, scroll: always}]\n")
        let sign = bench.sign
        let moving = try #require(sign.player.marquees(zone: nil, at: at(0)).first?.marquee)
        let before = moving.offset(at: at(0))
        for step in [DragStep.begin(zone: nil), .move(zone: nil, pixels: 2)] {
            service.perform(.drag(step), on: sign, at: at(0))
        }
        #expect(moving.isHeld)
        expectEqual(moving.offset(at: at(0)), before - 2)
        service.perform(.drag(.release(zone: nil, velocity: 0)), on: sign, at: at(0))
        #expect(!moving.isHeld)
        press(sign)
        #expect(moving.isPaused)
        press(sign)
        #expect(!moving.isPaused)
        service.perform(.press(.next, zone: nil), on: sign, at: at(2))
        expectEqual(bench.shown(at: at(2)), ["Rolls"])
        _ = bench.push("\"text\":\"Fire\",\"priority\":9", at: at(3))
        expectEqual(bench.shown(at: at(3)), ["Fire"])
        service.perform(.press(.acknowledge, zone: nil), on: sign, at: at(4))
        expectEqual(bench.shown(at: at(4)), ["Rolls"])
        let presses = sign.changes(at: at(4)).presses
        #expect(presses[.pause] == 2 && presses[.next] == 1 && presses[.acknowledge] == 1)
    }

    @Test("after the sign rejects an action, the next press still works")
    func refused() throws {
        let sign = try SignBench(
            "zones: [{name: z, area: {x: 0, y: 0, width: 16, height: 8}, message: {text: A, scroll: always}}]\n"
        ).sign
        let moving = try #require(sign.player.marquees(zone: "z", at: at(0)).first?.marquee)
        func press(_ zone: String) { service.perform(.press(.pause, zone: zone), on: sign, at: at(1)) }
        press("gone")
        press("gone")
        press("z")
        #expect(moving.isPaused)
        press("z")
        #expect(!moving.isPaused)
        // A press that came to nothing is a press.
        expectEqual(sign.changes(at: at(1)).presses[.pause], 4)
    }
}
