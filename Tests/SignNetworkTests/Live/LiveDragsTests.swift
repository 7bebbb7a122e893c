import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Hands that can be used within `#expect`, which cannot change values.
private final class Drags {
    private var drags = LiveDrags()
    var due: Instant? { drags.due }
    func perform(_ request: DragStep, of viewer: Int32, at instant: Instant) -> LiveDrags.Outcome {
        drags.perform(request, of: viewer, at: instant)
    }
    func step(at instant: Instant) -> [DragStep] { drags.step(at: instant) }
    func leave(_ viewer: Int32) -> [DragStep] { drags.leave(viewer) }
    func forget(zone: String?) { drags.forget(zone: zone) }
}

@Suite("Drags on the live view")
struct LiveDragsTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    @Test("a hand takes, moves and lets go of its zone")
    func oneHand() {
        let drags = Drags()
        #expect(drags.due == nil)
        expectEqual(drags.perform(.begin(zone: "top"), of: 4, at: at(0)).steering, [.begin(zone: "top")])
        expectEqual(drags.due, at(1_000))
        expectEqual(
            drags.perform(.move(zone: nil, pixels: 12), of: 4, at: at(900)).steering,
            [.move(zone: "top", pixels: 12)])
        expectEqual(drags.due, at(1_900))
        expectEqual(
            drags.perform(.release(zone: "top", velocity: 200), of: 4, at: at(950)).steering,
            [.release(zone: "top", velocity: 200)])
        #expect(drags.due == nil)
        expectEqual(drags.perform(.move(zone: nil, pixels: 1), of: 4, at: at(960)), .init(steering: []))
        expectEqual(drags.perform(.release(zone: nil, velocity: 1), of: 4, at: at(960)), .init(steering: []))
    }

    @Test("the later of two hands on a zone gets \"busy\", and moves nothing until the zone is free")
    func busy() {
        let drags = Drags()
        _ = drags.perform(.begin(zone: "top"), of: 1, at: at(0))
        expectEqual(drags.perform(.begin(zone: "top"), of: 2, at: at(1)), .init(steering: [], isBusy: true))
        expectEqual(drags.perform(.move(zone: "top", pixels: 9), of: 2, at: at(2)), .init(steering: []))
        expectEqual(drags.perform(.release(zone: "top", velocity: 9), of: 2, at: at(2)), .init(steering: []))
        expectEqual(drags.perform(.begin(zone: "bottom"), of: 2, at: at(3)).steering, [.begin(zone: "bottom")])
        expectEqual(drags.perform(.release(zone: nil, velocity: 0), of: 1, at: at(4)).steering.count, 1)
        expectEqual(drags.perform(.begin(zone: "top"), of: 2, at: at(5)).steering, [.begin(zone: "top")])
        expectEqual(LiveDrags.busy(zone: "top").line, #"{"hand": "busy", "zone": "top"}"#)
    }

    @Test("a hand on the whole sign excludes all others, and all others exclude it")
    func wholeSign() {
        let drags = Drags()
        expectEqual(drags.perform(.begin(zone: nil), of: 1, at: at(0)).steering, [.begin(zone: nil)])
        #expect(drags.perform(.begin(zone: "top"), of: 2, at: at(0)).isBusy)
        expectEqual(drags.leave(1), [.release(zone: nil, velocity: 0)])
        #expect(!drags.perform(.begin(zone: "top"), of: 2, at: at(0)).isBusy)
        #expect(drags.perform(.begin(zone: nil), of: 1, at: at(0)).isBusy)
    }

    @Test("a viewer that begins again where it already holds lets go first")
    func again() {
        let drags = Drags()
        _ = drags.perform(.begin(zone: "top"), of: 1, at: at(0))
        expectEqual(
            drags.perform(.begin(zone: "top"), of: 1, at: at(1)).steering,
            [.release(zone: "top", velocity: 0), .begin(zone: "top")])
        expectEqual(
            drags.perform(.begin(zone: nil), of: 1, at: at(2)).steering,
            [.release(zone: "top", velocity: 0), .begin(zone: nil)])
        expectEqual(drags.leave(1), [.release(zone: nil, velocity: 0)])
    }

    @Test("a second of silence lets go at velocity 0, a message of any hand of the viewer counts")
    func silence() {
        let drags = Drags()
        _ = drags.perform(.begin(zone: "a"), of: 1, at: at(0))
        _ = drags.perform(.begin(zone: "b"), of: 1, at: at(100))
        _ = drags.perform(.begin(zone: "c"), of: 2, at: at(200))
        _ = drags.perform(.move(zone: "b", pixels: 1), of: 1, at: at(800))
        expectEqual(drags.step(at: at(1_199)), [])
        expectEqual(drags.step(at: at(1_200)), [.release(zone: "c", velocity: 0)])
        expectEqual(drags.step(at: at(1_799)), [])
        expectEqual(
            drags.step(at: at(1_800)), [.release(zone: "a", velocity: 0), .release(zone: "b", velocity: 0)])
        expectEqual(drags.step(at: at(9_000)), [])
    }

    @Test("a hand that should have let go makes way for another viewer, and its own late move does nothing")
    func late() {
        let drags = Drags()
        _ = drags.perform(.begin(zone: "a"), of: 1, at: at(0))
        _ = drags.perform(.begin(zone: "b"), of: 3, at: at(500))
        expectEqual(
            drags.perform(.begin(zone: "a"), of: 2, at: at(1_000)).steering,
            [.release(zone: "a", velocity: 0), .begin(zone: "a")])
        expectEqual(drags.perform(.move(zone: "a", pixels: 5), of: 1, at: at(1_001)), .init(steering: []))
        expectEqual(
            drags.perform(.begin(zone: "a"), of: 1, at: at(1_500)),
            .init(steering: [.release(zone: "b", velocity: 0)], isBusy: true))
    }

    @Test("what the sign refused is forgotten, and no viewer has more hands than fingers")
    func bounds() {
        let drags = Drags()
        _ = drags.perform(.begin(zone: "a"), of: 1, at: at(0))
        drags.forget(zone: "a")
        expectEqual(drags.leave(1), [])
        for number in 0..<100 {
            let outcome = drags.perform(.begin(zone: "zone \(number)"), of: 1, at: at(0))
            expectEqual(outcome.isBusy, (number >= 5))
        }
        expectEqual(drags.leave(1).count, 5)
    }
}
