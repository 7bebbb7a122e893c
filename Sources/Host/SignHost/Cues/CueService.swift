import LinuxHardware
import PanelDrivers
import SignFiles
import SignPlayback
import Timelines

/// The cues of a sign file, by their names: one thread for each GPIO chip plays them.
package final class CueService {
    private var cues: [String: (player: CuePlayer, line: Int, width: Nanoseconds)] = [:]
    private var players: [CuePlayer] = []
    /// The names of cues that the sign file has, also of those whose lines cannot be opened.
    let names: Set<String>

    /// Requests the lines, which are at rest from then on.
    ///
    /// - Parameter warn: reports lines that cannot be opened; the sign continues without them.
    init(_ settings: [String: CueSettings], clock: SystemMonotonicClock, warn: (String) -> Void) {
        names = Set(settings.keys)
        let chips = Set(settings.values.map(\.line.chip))
        for chip in chips.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
            let named = settings.filter { $0.value.line.chip == chip }.sorted { $0.key < $1.key }
            do {
                try add(named.map { ($0.key, $0.value) }, chip: chip, clock: clock)
            } catch {
                // Such as `the cues "bell", "buzzer" are disabled`.
                let (plural, verb) = named.count == 1 ? ("", "is") : ("s", "are")
                let names = named.map { "\"\($0.key)\"" }.joined(separator: ", ")
                warn("the cue\(plural) \(names) \(verb) disabled: \(error)")
            }
        }
    }

    private func add(
        _ named: [(name: String, settings: CueSettings)], chip: String?, clock: SystemMonotonicClock
    ) throws {
        let (lines, rest) = Self.lines(of: named.map(\.settings))
        let held = try CueLines(chip: chip, lines: lines.map(\.gpioLine), restLevels: rest)
        let player = try CuePlayer(lines: lines.count, restLevels: rest, clock: clock) { levels, mask in
            held.drive(levels, mask: mask)
        }
        players.append(player)
        for cue in named {
            guard let line = lines.firstIndex(of: cue.settings.line.line) else { continue }
            cues[cue.name] = (player, line, cue.settings.width)
        }
    }

    /// Brings the lines of cues to rest after a program that did not end properly.
    package static func rest(_ settings: [String: CueSettings]) throws {
        for chip in Set(settings.values.map(\.line.chip)) {
            let cues = settings.values.filter { $0.line.chip == chip }
            let (lines, rest) = lines(of: cues)
            _ = try CueLines(chip: chip, lines: lines.map(\.gpioLine), restLevels: rest)
        }
    }

    /// The lines of cues, each once: several cues may have one, a short and a long ring of a bell; and their levels at rest.
    private static func lines(of cues: [CueSettings]) -> (lines: [LineAddress.Line], rest: UInt64) {
        var lines: [LineAddress.Line] = []
        var rest: UInt64 = 0
        for cue in cues where !lines.contains(cue.line.line) {
            if !cue.isActiveHigh { rest |= 1 << UInt64(lines.count) }
            lines.append(cue.line.line)
        }
        return (lines, rest)
    }

    /// Plays a cue at an instant; returns false where there is no line for it.
    @discardableResult
    func pulse(_ name: String, at instant: Instant) -> Bool {
        guard let cue = cues[name] else { return false }
        cue.player.play(CuePulse(line: cue.line, start: instant, width: cue.width))
        return true
    }

    /// The counts of all lines together.
    var counts: CueSchedule.Counts {
        players.map(\.counts).reduce(into: CueSchedule.Counts()) { sum, counts in
            sum.played += counts.played
            sum.skipped += counts.skipped
            sum.worstLateness = max(sum.worstLateness, counts.worstLateness)
        }
    }

    /// Why lines were not driven; nil if there is no problem.
    var problem: String? { players.compactMap(\.problem).first }

    /// Brings the lines to rest and releases them.
    func end() {
        for player in players { player.end() }
    }
}
