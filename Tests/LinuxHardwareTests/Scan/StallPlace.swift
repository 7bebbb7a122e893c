/// Where in a refresh the machine stands still.
enum StallPlace: CaseIterable {
    /// While the first bits of a row are shifted, in the dark.
    case firstShift
    /// After the store that lights, before the clock was read.
    case beginning
    /// While bits are shifted under light.
    case shift
    /// In the middle of a pulse, and in its last stretch.
    case wait, lastStretch
    /// In the middle of the row's fourth longest pulse.
    case shorterPulse

    /// When the machine is at the place of a row in the next refresh.
    func instant(in machine: DisturbedMachine, row: Int) -> Int64 {
        let pulses = machine.nextPulses().filter { $0.row == row }
        let byLength = pulses.sorted { $0.end - $0.start > $1.end - $1.start }
        let longest = byLength[0]
        switch self {
        case .firstShift: return pulses[0].start - 1_000
        case .beginning: return longest.start
        case .shift: return longest.start + 500
        case .wait: return (longest.start + longest.end) / 2
        case .lastStretch: return longest.end - 2 * machine.loop.writeTime
        case .shorterPulse: return (byLength[3].start + byLength[3].end) / 2
        }
    }

    /// What the table of the documentation calls it.
    var words: String {
        switch self {
        case .firstShift: "in the dark, while the first bits of a row are shifted"
        case .beginning: "as the longest pulse begins"
        case .shift: "in the longest pulse, while bits are shifted"
        case .wait: "in the middle of the longest pulse"
        case .lastStretch: "in the last 20 ns of the longest pulse"
        case .shorterPulse: "in the middle of the fourth longest pulse"
        }
    }
}
