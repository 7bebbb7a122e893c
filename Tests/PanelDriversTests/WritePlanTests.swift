import SignTestSupport
import Testing

@testable import PanelDrivers

@Suite struct WritePlanTests {
    private func plan(
        store: Int64, stores: Int64, write: Int64? = nil, clockWidth: Int64 = 25
    ) -> WritePlan {
        var settings = ScanSettings()
        settings.clockWidth = clockWidth
        var timing = PortTiming(kind: .bcm, writeTime: 20)
        timing.measured = MeasuredWrite(store: store, stores: stores, write: write ?? store * stores)
        return WritePlan(settings: settings, timing: timing)
    }

    @Test("without a measurement, the time that is given counts")
    func given() {
        let plan = WritePlan(settings: ScanSettings(), timing: PortTiming(kind: .bcm, writeTime: 20))
        // 25 ns are two writes of 20 ns.
        expectEqual(plan.pads, 1)
        expectEqual(plan.leastWrite, 12_500)
        expectEqual(plan.time(writes: 321), 6_420)
        let slowed = WritePlan(settings: ScanSettings(), timing: PortTiming(kind: .bcm, writeTime: 20, slowdown: 3))
        expectEqual(slowed.pads, 3)
    }

    @Test("the stores that were measured decide, with an eighth in reserve")
    func measured() {
        // A Raspberry Pi 4: 3.8 ns a store, three stores a write; 25 ns are three writes of 11.4 ns.
        let fast = plan(store: 3_800, stores: 3)
        expectEqual(fast.pads, 2)
        expectEqual(fast.leastWrite, 8_334)
        // 64 columns of seven writes and the end, of 12.825 ns each.
        expectEqual(fast.time(writes: 64 * 7 + 1), 5_760)
        // A Raspberry Pi 5: two stores of 27 ns; one write is wide enough.
        let slow = plan(store: 27_000, stores: 2)
        expectEqual(slow.pads, 0)
        expectEqual(slow.time(writes: 100), 6_080)
        // Reading the words takes longer than the stores: that counts for times, and not for CLK.
        let read = plan(store: 4_000, stores: 1, write: 8_000)
        expectEqual(read.pads, 6)
        expectEqual(read.time(writes: 100), 900)
    }

    @Test("where stores that are a little faster have to be doubled, there is time for that")
    func doubled() {
        // 26 ns are enough, 24 ns are not, and two of nearly 25 ns take 50 ns.
        let plan = plan(store: 26_000, stores: 1)
        expectEqual(plan.pads, 0)
        expectEqual(plan.time(writes: 100), 5_010)
    }

    /// What a write takes when a store takes another time: one store after the other, until it is long enough.
    private func write(_ plan: WritePlan, stores: Int64, of store: Int64) -> Int64 {
        var write = stores * store
        while write < plan.leastWrite { write += store }
        return write
    }

    @Test("for stores of 2 to 60 ns, then and later, CLK is wide enough, and the times that were planned are enough")
    func everyTime() {
        for store: Int64 in 2...60 {
            for stores: Int64 in 1...4 {
                for width: Int64 in [0, 20, 25, 40, 100] { check(store: store, stores: stores, width: width) }
            }
        }
    }

    private func check(store: Int64, stores: Int64, width: Int64) {
        let plan = plan(store: 1_000 * store, stores: stores, clockWidth: width)
        for later in stride(from: Int64(2_000), through: 60_000, by: 500) {
            let write = write(plan, stores: stores, of: later)
            let isWide = Int64(plan.pads + 1) * write >= 1_000 * width
            let isInTime = 100 * write <= 1_000 * plan.time(writes: 100)
            if !isWide || 8 * later <= 9_000 * store && !isInTime {
                Issue.record("\(store) ns, \(stores) stores, \(width) ns of CLK, later \(later) ps")
            }
        }
    }
}
