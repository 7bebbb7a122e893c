import PanelDrivers
import SignTestSupport
import Testing

/// Stores that take another time than before, measured in the gaps between rows.
@Suite("Calibration of scan loops")
struct ScanCalibrationTests {
    /// The loops from this fault on are broken in the calibration.
    static let firstFault = 13

    /// Whether a loop and a plain interpreter agree over six refreshes in which stores of 16 ns begin to take another time, and
    /// how often they have changed what they use.
    private func agrees(
        _ programs: inout RandomPrograms, _ kind: RegisterKind, fault: Int = 0, to storeTime: Int64, stalls count: Int
    ) -> (agrees: Bool, changed: Int) {
        let words = programs.nextRefresh(rows: 3, light: 18)
        let stalls = programs.nextStalls(count, within: 0..<1_500_000)
        var loop = RecordedLoop(kind: kind, fault: fault)
        (loop.slowdown, loop.lead, loop.fine, loop.markGap) = (1, 35, 14, 90)
        (loop.shortWait, loop.storeRate, loop.writeTime) = (1_000, 1 << 20 / 16, 16)
        (loop.changeTime, loop.changedWriteTime, loop.stalls) = (500_000, storeTime, stalls)
        let (account, calibration) = (
            RecordedAccount(tolerance: 300),
            RecordedCalibration(
                interval: 50_000, timeout: 300_000, tolerance: 300, store: 16_000, leastWrite: 25_000, slowdown: 1)
        )
        (loop.light, loop.account, loop.calibration) = (18, account, calibration)
        var plain = PlainInterpreter(kind, writeTime: 16)
        (plain.slowdown, plain.lead, plain.fine, plain.markGap) = (1, 35, 14, 90)
        (plain.shortWait, plain.storeTime, plain.change) = (1_000, 16, (500_000, storeTime))
        (plain.light, plain.account.tolerance, plain.stalls) = (18, 300, stalls)
        var figures = PlainCalibration(interval: 50_000, timeout: 300_000, tolerance: 300, store: 16_000)
        (figures.leastSlowdown, figures.leastWrite) = (1, 25_000)
        plain.calibration = figures
        var events: [TimedEvent] = []
        for _ in 0..<6 {
            events += loop.playOn(words, maximumEvents: 20_000) ?? []
            plain.play(words)
        }
        let isSame =
            events == plain.events && calibration.figures.store == plain.calibration?.used
            && Int(calibration.figures.measured) == plain.calibration?.measured
            && Int(calibration.figures.changed) == plain.calibration?.changed
        return (isSame, Int(calibration.figures.changed))
    }

    @Test(
        "the loops measure, and use what they measured, as a plain interpreter does", arguments: RegisterKind.allCases)
    func randomRefreshes(kind: RegisterKind) {
        var programs = RandomPrograms(seed: 5)
        var changes = 0
        // Seven of them have every time and every number of stalls.
        let rounds = sample(0..<30, 7)
        for round in rounds {
            let storeTime: Int64 = [32, 5, 11][round % 3]
            let (agrees, changed) = agrees(&programs, kind, to: storeTime, stalls: round % 4 * 4)
            #expect(agrees, "refresh \(round)")
            changes += changed
        }
        #expect(changes > rounds.count / 2)
    }

    @Test("each way of breaking the calibration shows", arguments: firstFault..<RecordedLoop.faults)
    func brokenCalibrations(fault: Int) {
        for kind in RegisterKind.allCases {
            var programs = RandomPrograms(seed: 6)
            var caught = 0
            for _ in 0..<20 where !agrees(&programs, kind, fault: fault, to: 5, stalls: 0).agrees { caught += 1 }
            #expect(caught > 15, "\(RecordedLoop.name(ofFault: fault)), \(kind): caught in \(caught) of 20 refreshes")
        }
    }

    /// A machine whose stores become faster during the run, as when the governor raises the clocks.
    private func machine(_ kind: DisturbedMachine.Kind, to storeTime: Int64, calibrates: Bool) throws
        -> DisturbedMachine
    {
        var machine = try DisturbedMachine(kind)
        (machine.loop.changeTime, machine.loop.changedWriteTime) = (15_000_000, storeTime)
        if calibrates {
            machine.loop.calibration = RecordedCalibration(
                interval: 20_000_000, timeout: 10_000_000, tolerance: 1_000, maximumPosted: kind.maximumPosted,
                store: kind.storeTime * 1_000, leastWrite: machine.leastWrite, slowdown: kind.slowdown)
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
            expectEqual(calibrates, (worst <= 130), "\(worst) ns")
            guard let figures = machine.loop.calibration?.figures else { continue }
            #expect(abs(figures.store - storeTime * 1_000) < storeTime * 20)
            // Bounded: no more than a few in each interval.
            #expect(figures.measured < 12 && figures.changed == 1)
        }
    }
}
