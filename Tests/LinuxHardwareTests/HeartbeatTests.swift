import SignTestSupport
import Synchronization
import Testing

@testable import LinuxHardware

@Suite("Heartbeat")
struct HeartbeatTests {
    /// Gives a heartbeat whose counter starts at a number, as long as the closure runs.
    private func withHeartbeat(at start: UInt64 = 0, _ body: (Heartbeat) throws -> Void) rethrows {
        let counter = UnsafeMutablePointer<Heartbeat.Counter>.allocate(capacity: 1)
        counter.initialize(to: Atomic(start))
        defer {
            counter.deinitialize(count: 1)
            counter.deallocate()
        }
        try body(Heartbeat(counter))
    }

    @Test("copies beat the same counter, which is at the address")
    func copiesShareTheCounter() {
        withHeartbeat { heartbeat in
            let copy = heartbeat
            heartbeat.beat()
            copy.beat()
            expectEqual(heartbeat.beats, 2)
            expectEqual(copy.address.load(as: UInt64.self), 2)
        }
    }

    @Test("after the last number the counter goes on at zero")
    func wrapsAround() {
        withHeartbeat(at: .max) { heartbeat in
            heartbeat.beat()
            expectEqual(heartbeat.beats, 0)
        }
    }
}
