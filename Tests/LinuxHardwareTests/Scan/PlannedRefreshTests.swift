import PanelDrivers
import SignTestSupport
import Testing

/// Refreshes that are planned by the time of a store, played by the C loops on machines whose stores take that time or
/// another one.
@Suite("Planned refreshes")
struct PlannedRefreshTests {
    /// A machine that measures again every 10 ms, gap or no gap.
    private func machine(
        storeTime: Int64, slowdown: Int, settings: ScanSettings = ScanSettings()
    ) throws -> DisturbedMachine {
        var machine = try DisturbedMachine(.init(storeTime: storeTime, slowdown: slowdown), settings: settings)
        machine.loop.calibration = RecordedCalibration(
            interval: 10_000_000, timeout: 0, tolerance: 1_000, store: 1_000 * storeTime,
            leastWrite: machine.leastWrite, slowdown: slowdown)
        return machine
    }

    /// Plays refreshes until one comes that begins with a new figure or with none, and in which nothing was measured; what it
    /// did.
    private func settle(_ machine: inout DisturbedMachine) -> DisturbedMachine.Clocking {
        for _ in 0..<20 {
            let before = machine.loop.calibration?.figures.measured
            let clocking = machine.clocking()
            if machine.loop.calibration?.figures.measured == before { return clocking }
        }
        return machine.clocking()
    }

    @Test(
        "CLK is never narrower than it has to be, and a refresh takes as long as planned, for stores of 2 to 60 ns",
        arguments: 2...60)
    func storeTimes(storeTime: Int) throws {
        let slowdown = storeTime % 3
        var machine = try machine(storeTime: Int64(storeTime), slowdown: slowdown)
        let clocking = settle(&machine)
        #expect(clocking.leastHigh >= 25 && clocking.leastLow >= 25)
        #expect((machine.period...machine.period + 200).contains(clocking.time), "\(clocking.time)")
        // As many stores as are needed for 25 ns, in whole writes.
        var stores = slowdown + 1
        while stores * storeTime < 25 { stores += slowdown + 1 }
        expectEqual(clocking.storesHigh, [stores])
    }

    @Test(
        "when stores become faster, the next refresh has more of them, and takes as long as before",
        arguments: [(4, 2), (10, 0), (26, 0), (27, 1), (60, 0)])
    func fasterStores(storeTime: Int64, slowdown: Int) throws {
        for later in [storeTime * 9 / 10, storeTime * 2 / 3, storeTime * 2 / 5, 2] {
            var machine = try machine(storeTime: storeTime, slowdown: slowdown)
            let period = machine.period
            (machine.loop.changeTime, machine.loop.changedWriteTime) = (12_000_000, later)
            while machine.loop.time < 40_000_000 {
                let clocking = machine.clocking()
                // One number of stores in each refresh: none begins with one and goes on with another.
                expectEqual(clocking.storesHigh.count, 1)
            }
            let clocking = settle(&machine)
            #expect(clocking.leastHigh >= 25 && clocking.leastLow >= 25, "\(later) ns")
            #expect((period...period + 200).contains(clocking.time), "\(later) ns: \(clocking.time), not \(period)")
        }
    }

    @Test("stores that become slower by an eighth have room")
    func slowerStores() throws {
        for storeTime: Int64 in [8, 16, 32, 56] {
            var machine = try machine(storeTime: storeTime, slowdown: 1)
            (machine.loop.changeTime, machine.loop.changedWriteTime) = (12_000_000, storeTime * 9 / 8)
            while machine.loop.time < 40_000_000 { _ = machine.clocking() }
            let time = settle(&machine).time
            #expect((machine.period...machine.period + 200).contains(time), "\(time), not \(machine.period)")
        }
    }

    @Test(
        "a dark gap takes as long as planned, whether stores or the clock time it, and there is time for all readings")
    func gaps() throws {
        for readTime: Int64 in [20, 200, 1_000] {
            var before: (time: Int64, period: Int64)?
            for gap: Int64 in [200, 990, 1_000, 2_000, 5_000] {
                var settings = ScanSettings()
                settings.latchGap = gap
                var machine = try DisturbedMachine(.init(readTime: readTime), settings: settings)
                let period = machine.period
                let paced = machine.clocking().time
                #expect((period...period + 3 * readTime).contains(paced), "\(readTime) ns, \(gap) ns: \(paced)")
                machine.removePauses()
                let time = machine.clocking().time
                #expect(time < period)
                if let before { expectEqual(time - before.time, period - before.period, "\(readTime) ns, \(gap) ns") }
                before = (time, period)
            }
        }
    }
}
