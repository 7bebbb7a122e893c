import Boards
import PiTraces

/// Checks that a panel gets dark after what ends or stops its program, and stays so.
struct DarkCheck {
    let scenario: Scenario

    /// A tenth of a second; where the program hangs, after the second that it may; where it has no guardian and gets none, after
    /// the 200 ms that it tries for; where the refresh of chips that keep their picture stands still, after the 2.5 s in which
    /// they are told that all is well.
    private var limit: Int64 {
        let kind = scenario.section.kind
        if kind.hasPrefix("stall") { return 1_100_000_000 }
        if kind.hasPrefix("alone") { return 400_000_000 }
        guard case .max7219 = scenario.board.panel else { return 100_000_000 }
        return kind.hasPrefix("stop") || kind.hasPrefix("thread") ? 2_600_000_000 : 100_000_000
    }

    /// All strikes of the scenario.
    func strikes() throws -> [Strike] {
        let lit: LitSpans
        let busy: LitSpans
        switch scenario.board.panel {
        case .hub75(let wired):
            lit = HUB75Check(scenario: scenario, wired: wired).litSpans()
            busy = lit
        case .max7219(let wired): (lit, busy) = try MAX7219Check(scenario: scenario, wired: wired).litSpans()
        case .picture, .network: throw CheckError("the board has no wires")
        }
        guard !lit.spans.isEmpty else { throw CheckError("the panel was never lit") }
        let strikes = Strike.find(in: scenario.marks, lit: lit, busy: busy)
        guard !strikes.isEmpty else { throw CheckError("no strike was found") }
        return strikes
    }

    /// Checks that the panel is dark after each strike.
    ///
    /// - Returns: what it found in words, the strikes, and how many of them the emulator's standing still excuses.
    func check() throws -> (words: String, strikes: [Strike], excused: Int) {
        let strikes = try strikes()
        if let failed = strikes.first(where: { !$0.isDark(within: limit) }) {
            throw CheckError(
                "\(failed.litFor.map { "lit for \(Self.milliseconds($0)) ms after" } ?? "still lit at the end of") strike "
                    + "\(failed.number), the emulator stood still for \(Self.milliseconds(failed.stoodStill)) ms "
                    + "(\(strikes.filter { !$0.isDark(within: limit) }.count) of \(strikes.count))"
            )
        }
        let excused = strikes.filter { ($0.litFor ?? 0) > limit }.count
        return (Self.words(strikes, excused: excused), strikes, excused)
    }

    /// Checks that the panel stays lit after at least one strike: so the check can fail.
    func checkThatItFails() throws -> String {
        let strikes = try strikes()
        let failed = strikes.filter { !$0.isDark(within: limit) }
        guard !failed.isEmpty else { throw CheckError("the panel was dark after all \(strikes.count) strikes") }
        return "\(failed.count) of \(strikes.count) strikes leave the panel lit"
    }

    static func words(_ strikes: [Strike], excused: Int) -> String {
        let times = strikes.compactMap(\.litFor).sorted()
        let busy = strikes.filter(\.wasBusy).count
        return "\(strikes.count) strikes, \(busy) of them in the middle of something; dark after "
            + "\(milliseconds(times[times.count / 2])) ms (median) and \(milliseconds(times[times.count - 1])) ms (most)"
            + stillness(strikes, excused: excused)
    }

    /// Says for how long the emulator stood still, where that is worth a word.
    private static func stillness(_ strikes: [Strike], excused: Int) -> String {
        let most = strikes.map(\.stoodStill).max() ?? 0
        guard most > 20_000_000 else { return "" }
        return "; the emulator stood still for up to \(Self.milliseconds(most)) ms meanwhile, which excuses \(excused)"
    }

    static func milliseconds(_ time: Int64) -> String {
        let tenths = (time + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
