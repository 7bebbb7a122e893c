import HardwareInterfaces
import Synchronization
import Testing

@Suite("Heartbeat")
struct HeartbeatTests {
    @Test("A copy beats the same counter, which its address shows to others")
    func copiesShareTheCounter() {
        let heartbeat = Heartbeat.unwatched()
        let copy = heartbeat
        heartbeat.beat()
        copy.beat()
        #expect(heartbeat.beats == 2)
        #expect(copy.address.load(as: UInt64.self) == 2)
    }

    @Test("After the last number the counter goes on at zero")
    func wrapsAround() {
        let heartbeat = Heartbeat.unwatched()
        heartbeat.address.storeBytes(of: UInt64.max, as: UInt64.self)
        heartbeat.beat()
        #expect(heartbeat.beats == 0)
    }
}
