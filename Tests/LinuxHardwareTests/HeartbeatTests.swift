import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite("Heartbeat")
struct HeartbeatTests {
    /// Gives a watch whose counter of heartbeats starts at a number, as long as the closure runs.
    private func withWatch(at start: UInt64 = 0, _ body: (RefreshWatch) throws -> Void) rethrows {
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 3)
        words.initialize(repeating: 0, count: 3)
        words[0] = start
        defer { words.deallocate() }
        try body(RefreshWatch(heartbeats: words, darkened: words + 1, abandon: words + 2))
    }

    @Test("copies beat the same counter, which is at the address")
    func copiesShareTheCounter() {
        withWatch { watch in
            let copy = watch
            watch.beat()
            copy.beat()
            expectEqual(copy.heartbeatAddress.pointee, 2)
        }
    }

    @Test("after the last number the counter goes on at zero")
    func wrapsAround() {
        withWatch(at: .max) { watch in
            watch.beat()
            expectEqual(watch.heartbeatAddress.pointee, 0)
        }
    }
}
