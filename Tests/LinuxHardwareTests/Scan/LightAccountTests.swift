import PanelDrivers
import SignTestSupport
import Testing

/// The light account of the C loops, beside one in plain words.
@Suite("Light accounts")
struct LightAccountTests {
    /// The loops from this fault on are broken in the account.
    static let firstFault = 10
    private static let light = 18
    private static let lighting = ScanEvent.write(falling: [light])

    private struct Setting {
        var slowdown = 0
        var shortWait: Int64 = 1_000
        var fine: Int64 = 0
        var markMargin: Int64 = -1
        var rows = 3
    }

    private static let settings = [
        Setting(), Setting(slowdown: 2, fine: 40), Setting(slowdown: -1, shortWait: 0, fine: 500, rows: 34),
        Setting(slowdown: 1, fine: 14, markMargin: 4_000),
    ]

    /// Whether a loop and the plain account agree on everything over six refreshes of a program.
    private func agrees(
        _ programs: inout RandomPrograms, _ kind: RegisterKind, fault: Int = 0, setting: Setting
    ) -> Bool {
        let words = programs.nextRefresh(rows: setting.rows, light: Self.light)
        var loop = RecordedLoop(kind: kind, fault: fault)
        (loop.slowdown, loop.lead, loop.fine, loop.markGap) = (setting.slowdown, 25, setting.fine, 90)
        (loop.shortWait, loop.storeRate) = (UInt32(setting.shortWait), 1 << 20 / 16)
        (loop.markMargin, loop.sleepDelay) = (setting.markMargin, 900)
        var stalls = programs.nextStalls(10, within: 0..<Int64(setting.rows) * 500_000)
        // One of them lies between the first light and the reading of its mark.
        if let first = loop.play(words, maximumEvents: 20_000)?.first(where: { $0.event == Self.lighting }) {
            stalls = [(first.time + 1, 50_000)] + stalls.filter { $0.time > first.time + 1 }
        }
        loop.stalls = stalls
        let account = RecordedAccount(tolerance: 300)
        (loop.light, loop.account) = (Self.light, account)
        var plain = PlainInterpreter(kind, sleepDelay: 900)
        (plain.slowdown, plain.lead, plain.fine, plain.markGap) = (setting.slowdown, 25, setting.fine, 90)
        (plain.shortWait, plain.storeTime) = (setting.shortWait, 16)
        (plain.markMargin, plain.stalls) = (setting.markMargin, stalls)
        (plain.light, plain.account.tolerance) = (Self.light, 300)
        var events: [TimedEvent] = []
        for _ in 0..<6 {
            guard let played = loop.playOn(words, maximumEvents: 20_000) else { return false }
            events += played
            plain.play(words)
        }
        let counters = account.counters
        let debts = (0..<32).map { account.debt(ofRow: $0) }
        return events == plain.events && counters.overlong == plain.account.overlong
            && counters.repaid == plain.account.repaid && counters.forgiven == plain.account.forgiven
            && debts == plain.account.debts.map(\.owed)
    }

    @Test("every store, its time, and what was counted are those of a plain account, wherever the machine stands still")
    func randomRefreshes() {
        var programs = RandomPrograms(seed: 3)
        for round in sample(0..<4, 1) {
            for kind in RegisterKind.allCases {
                for setting in Self.settings {
                    #expect(agrees(&programs, kind, setting: setting), "refresh \(round), \(kind), \(setting)")
                }
            }
        }
    }

    @Test("each way of breaking the account shows", arguments: firstFault..<ScanCalibrationTests.firstFault)
    func brokenAccounts(fault: Int) {
        for kind in RegisterKind.allCases {
            var programs = RandomPrograms(seed: 4)
            var caught = 0
            let refreshes = sample(0..<20, 8).count
            for _ in 0..<refreshes where !agrees(&programs, kind, fault: fault, setting: Self.settings[1]) {
                caught += 1
            }
            #expect(
                caught > refreshes / 4,
                "\(RecordedLoop.name(ofFault: fault)), \(kind): caught in \(caught) of \(refreshes) refreshes")
        }
    }
}
