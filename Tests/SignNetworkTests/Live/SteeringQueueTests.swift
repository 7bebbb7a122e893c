import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

@Suite struct SteeringQueueTests {
    private func queued(_ steps: [DragStep], of viewer: Int32 = 1) -> [DragStep] {
        var queue = SteeringQueue()
        for step in steps { queue.add(step, of: viewer) }
        var found: [DragStep] = []
        while let next = queue.first {
            found.append(next)
            queue.removeFirst()
        }
        return found
    }

    @Test("steps come out in order, and of moves of a zone in a row the last one")
    func order() {
        let steps: [DragStep] = [
            .begin(zone: "a"), .move(zone: "a", pixels: 1), .begin(zone: "b"), .move(zone: "b", pixels: 5),
            .move(zone: "a", pixels: 2), .move(zone: "b", pixels: 6), .release(zone: "a", velocity: 9),
        ]
        expectEqual(
            queued(steps),
            [
                .begin(zone: "a"), .begin(zone: "b"), .move(zone: "a", pixels: 2), .move(zone: "b", pixels: 6),
                .release(zone: "a", velocity: 9),
            ])
    }

    @Test("a zone that is taken again before the sign knew of it is taken once")
    func again() {
        let once: [DragStep] = [.begin(zone: "a"), .move(zone: "a", pixels: 1), .release(zone: "a", velocity: 0)]
        expectEqual(queued(once), once)
        expectEqual(queued([.begin(zone: nil)] + once + once + once), [.begin(zone: nil)] + once)
        // The sign knows that the hand holds the zone.
        let held = DragStep.release(zone: "a", velocity: 3)
        expectEqual(queued([held] + once + once), [held] + once)
    }

    @Test("a viewer has room for 8 steps, and all have room for 64 and their releases")
    func room() {
        var queue = SteeringQueue()
        for number in 0..<8 {
            #expect(queue.hasRoom(for: 1))
            queue.add(.begin(zone: "\(number)"), of: 1)
        }
        #expect(!queue.hasRoom(for: 1))
        #expect(queue.hasRoom(for: 2))
        for number in 8..<64 { queue.add(.begin(zone: "\(number)"), of: Int32(number)) }
        #expect(!queue.hasRoom(for: 2))
        for number in 0..<8 { queue.add(.release(zone: "\(number)", velocity: 0), of: nil) }
        expectEqual(queue.count, 72)
    }
}
