import PanelDrivers
import SignTestSupport
import Testing

/// Stores that take another time than before, measured in the gaps between rows.
@Suite("Calibration of scan loops")
struct ScanCalibrationTests {
    @Test(
        "the loops measure, and use what they measured, as a plain interpreter does", arguments: RegisterKind.allCases)
    func randomRefreshes(kind: RegisterKind) {
        var programs = RandomPrograms(seed: 5)
        var changes = 0
        for round in 0..<30 {
            let words = programs.nextRefresh(rows: 3, light: 18)
            let stalls = programs.nextStalls(round % 3 * 4, within: 0..<1_500_000)
            var loop = RecordedLoop(kind: kind)
            (loop.slowdown, loop.lead, loop.fine, loop.markGap) = (1, 35, 14, 90)
            (loop.shortWait, loop.storeRate, loop.writeTime) = (1_000, 1 << 20 / 16, 16)
            (loop.changeTime, loop.changedWriteTime, loop.stalls) = (500_000, 32, stalls)
            let (account, calibration) = (
                RecordedAccount(tolerance: 300),
                RecordedCalibration(interval: 50_000, patience: 300_000, tolerance: 300, store: 16_000)
            )
            (loop.light, loop.account, loop.calibration) = (18, account, calibration)
            var plain = PlainInterpreter(kind, writeTime: 16)
            (plain.slowdown, plain.lead, plain.fine, plain.markGap) = (1, 35, 14, 90)
            (plain.shortWait, plain.storeTime, plain.change) = (1_000, 16, (500_000, 32))
            (plain.light, plain.account.tolerance, plain.stalls) = (18, 300, stalls)
            plain.calibration = PlainCalibration(interval: 50_000, patience: 300_000, tolerance: 300, store: 16_000)
            var events: [TimedEvent] = []
            for _ in 0..<6 {
                events += loop.playOn(words, mostEvents: 20_000) ?? []
                plain.play(words)
            }
            #expect(events == plain.events, "refresh \(round)")
            #expect(calibration.figures.store == plain.calibration?.used)
            #expect(Int(calibration.figures.measured) == plain.calibration?.measured)
            #expect(Int(calibration.figures.changed) == plain.calibration?.changed)
            changes += Int(calibration.figures.changed)
        }
        #expect(changes > 15)
    }

    /// A machine whose stores become faster during the run, as when the governor raises the clocks.
    private func machine(_ kind: DisturbedMachine.Kind, to storeTime: Int64, calibrates: Bool) throws
        -> DisturbedMachine
    {
        var machine = try DisturbedMachine(kind)
        (machine.loop.changeTime, machine.loop.changedWriteTime) = (15_000_000, storeTime)
        if calibrates {
            machine.loop.calibration = RecordedCalibration(
                interval: 20_000_000, patience: 10_000_000, tolerance: 1_000, mostPosted: kind.mostPosted,
                store: kind.storeTime * 1_000)
        }
        return machine
    }

    @Test(
        "every LED is within one level 60 ms after stores became faster by a factor of 2.5", arguments: [false, true])
    func fasterStores(isPi5: Bool) throws {
        var kind = isPi5 ? DisturbedMachine.Kind.pi5 : .init(storeTime: 25)
        if isPi5 { kind.storeTime = 50 }
        let storeTime = kind.storeTime * 2 / 5
        for calibrates in [false, true] {
            var machine = try machine(kind, to: storeTime, calibrates: calibrates)
            while machine.loop.time < 75_000_000 { _ = machine.refresh() }
            let light = machine.refresh().light
            let worst = zip(light, machine.nominal).map { abs($0 - $1) }.max() ?? .max
            #expect(calibrates == (worst <= 130), "\(worst) ns")
            guard let figures = machine.loop.calibration?.figures else { continue }
            #expect(abs(figures.store - storeTime * 1_000) < storeTime * 20)
            // Bounded: no more than a few in each interval.
            #expect(figures.measured < 12 && figures.changed == 1)
        }
    }
}
