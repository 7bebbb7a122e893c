import PiTraces

/// Checks the pulses of cues.
struct CueCheck {
    let scenario: Scenario

    /// A busy emulator is late, never early.
    private static let slack: Int64 = 200_000_000
    private static let millisecond: Int64 = 1_000_000

    /// Checks every cue that the scenario's text names: LINE LEVEL COUNT EVERY WIDTH, in ms, with bars between them.
    func check() throws -> String {
        var words: [String] = []
        for cue in scenario.section.text.split(separator: "|") {
            let fields = cue.split(separator: " ").map(String.init)
            let numbers = fields.compactMap { Int64($0) }
            guard fields.count == 5, numbers.count == 4, let line = Int(fields[0]) else {
                throw CheckError("\"\(cue)\" is no cue: LINE LEVEL COUNT EVERY WIDTH")
            }
            let pulses = CuePulses(
                of: line, isActiveHigh: fields[1] == "high", writes: scenario.writes, from: scenario.gpio)
            let problem = pulses.problem(
                count: Int(numbers[1]), every: numbers[2] * Self.millisecond, width: numbers[3] * Self.millisecond,
                slack: Self.slack)
            if let problem { throw CheckError("line \(line): \(problem)") }
            let widths = pulses.active.spans.map { ($0.to ?? $0.from) - $0.from }
            words.append(
                "line \(line): \(widths.count) pulses of \((widths.min() ?? 0) / 1_000) to \((widths.max() ?? 0) / 1_000) us"
            )
        }
        return words.joined(separator: ", ")
    }
}
