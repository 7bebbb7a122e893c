import SignHost
import SignTestSupport
import Testing
import Timelines

@testable import SignNetwork

/// Hands that can be used within `#expect`, which cannot change values.
private final class Hands {
    private var hands = LiveHands()
    var due: Instant? { hands.due }
    func perform(_ request: DragStep, of viewer: Int32, at instant: Instant) -> LiveHands.Outcome {
        hands.perform(request, of: viewer, at: instant)
    }
    func step(at instant: Instant) -> [DragStep] { hands.step(at: instant) }
    func leave(_ viewer: Int32) -> [DragStep] { hands.leave(viewer) }
    func forget(zone: String?) { hands.forget(zone: zone) }
}

@Suite("Hands on the live view")
struct LiveHandsTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant.zero + .milliseconds(milliseconds) }

    @Test("a hand takes, moves and lets go of its zone")
    func oneHand() {
        let hands = Hands()
        #expect(hands.due == nil)
        expectEqual(hands.perform(.begin(zone: "top"), of: 4, at: at(0)).steering, [.begin(zone: "top")])
        expectEqual(hands.due, at(1_000))
        expectEqual(
            hands.perform(.move(zone: nil, pixels: 12), of: 4, at: at(900)).steering,
            [.move(zone: "top", pixels: 12)])
        expectEqual(hands.due, at(1_900))
        expectEqual(
            hands.perform(.release(zone: "top", velocity: 200), of: 4, at: at(950)).steering,
            [.release(zone: "top", velocity: 200)])
        #expect(hands.due == nil)
        expectEqual(hands.perform(.move(zone: nil, pixels: 1), of: 4, at: at(960)), .init(steering: []))
        expectEqual(hands.perform(.release(zone: nil, velocity: 1), of: 4, at: at(960)), .init(steering: []))
    }

    @Test("the later of two hands on a zone gets \"busy\", and moves nothing until the zone is free")
    func busy() {
        let hands = Hands()
        _ = hands.perform(.begin(zone: "top"), of: 1, at: at(0))
        expectEqual(hands.perform(.begin(zone: "top"), of: 2, at: at(1)), .init(steering: [], isBusy: true))
        expectEqual(hands.perform(.move(zone: "top", pixels: 9), of: 2, at: at(2)), .init(steering: []))
        expectEqual(hands.perform(.release(zone: "top", velocity: 9), of: 2, at: at(2)), .init(steering: []))
        expectEqual(hands.perform(.begin(zone: "bottom"), of: 2, at: at(3)).steering, [.begin(zone: "bottom")])
        expectEqual(hands.perform(.release(zone: nil, velocity: 0), of: 1, at: at(4)).steering.count, 1)
        expectEqual(hands.perform(.begin(zone: "top"), of: 2, at: at(5)).steering, [.begin(zone: "top")])
        expectEqual(LiveHands.busy(zone: "top").line, #"{"hand": "busy", "zone": "top"}"#)
    }

    @Test("a hand on the whole sign excludes all others, and all others exclude it")
    func wholeSign() {
        let hands = Hands()
        expectEqual(hands.perform(.begin(zone: nil), of: 1, at: at(0)).steering, [.begin(zone: nil)])
        #expect(hands.perform(.begin(zone: "top"), of: 2, at: at(0)).isBusy)
        expectEqual(hands.leave(1), [.release(zone: nil, velocity: 0)])
        #expect(!hands.perform(.begin(zone: "top"), of: 2, at: at(0)).isBusy)
        #expect(hands.perform(.begin(zone: nil), of: 1, at: at(0)).isBusy)
    }

    @Test("a viewer that begins again where it already holds lets go first")
    func again() {
        let hands = Hands()
        _ = hands.perform(.begin(zone: "top"), of: 1, at: at(0))
        expectEqual(
            hands.perform(.begin(zone: "top"), of: 1, at: at(1)).steering,
            [.release(zone: "top", velocity: 0), .begin(zone: "top")])
        expectEqual(
            hands.perform(.begin(zone: nil), of: 1, at: at(2)).steering,
            [.release(zone: "top", velocity: 0), .begin(zone: nil)])
        expectEqual(hands.leave(1), [.release(zone: nil, velocity: 0)])
    }

    @Test("a second of silence lets go at velocity 0, a message of any hand of the viewer counts")
    func silence() {
        let hands = Hands()
        _ = hands.perform(.begin(zone: "a"), of: 1, at: at(0))
        _ = hands.perform(.begin(zone: "b"), of: 1, at: at(100))
        _ = hands.perform(.begin(zone: "c"), of: 2, at: at(200))
        _ = hands.perform(.move(zone: "b", pixels: 1), of: 1, at: at(800))
        expectEqual(hands.step(at: at(1_199)), [])
        expectEqual(hands.step(at: at(1_200)), [.release(zone: "c", velocity: 0)])
        expectEqual(hands.step(at: at(1_799)), [])
        expectEqual(
            hands.step(at: at(1_800)), [.release(zone: "a", velocity: 0), .release(zone: "b", velocity: 0)])
        expectEqual(hands.step(at: at(9_000)), [])
    }

    @Test("a hand that should have let go makes way for another viewer, and its own late move does nothing")
    func late() {
        let hands = Hands()
        _ = hands.perform(.begin(zone: "a"), of: 1, at: at(0))
        _ = hands.perform(.begin(zone: "b"), of: 3, at: at(500))
        expectEqual(
            hands.perform(.begin(zone: "a"), of: 2, at: at(1_000)).steering,
            [.release(zone: "a", velocity: 0), .begin(zone: "a")])
        expectEqual(hands.perform(.move(zone: "a", pixels: 5), of: 1, at: at(1_001)), .init(steering: []))
        expectEqual(
            hands.perform(.begin(zone: "a"), of: 1, at: at(1_500)),
            .init(steering: [.release(zone: "b", velocity: 0)], isBusy: true))
    }

    @Test("what the sign refused is forgotten, and no viewer has more hands than fingers")
    func bounds() {
        let hands = Hands()
        _ = hands.perform(.begin(zone: "a"), of: 1, at: at(0))
        hands.forget(zone: "a")
        expectEqual(hands.leave(1), [])
        for number in 0..<100 {
            let outcome = hands.perform(.begin(zone: "zone \(number)"), of: 1, at: at(0))
            expectEqual(outcome.isBusy, (number >= 5))
        }
        expectEqual(hands.leave(1).count, 5)
    }
}
