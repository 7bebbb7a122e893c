/// Follows the two lines of a rotary encoder; a pure state machine.
///
/// The lines change one at a time: turned to the right A leads B (levels AB go 00, 10, 11, 01, 00), to the left B leads A.
/// A contact that bounces goes back and forth between two neighbours, which cancels out. A change of both lines at
/// once means that one was missed, and has no direction.
package struct QuadratureDecoder: Hashable, Sendable {
    private let changesPerStep: Int
    /// How far in the cycle of the four pairs of levels: 0 is 00, 1 is 10, 2 is 11, 3 is 01.
    private var phase: Int
    private let restingPhase: Int
    /// The changes to the right since the last rest position.
    private var changes = 0

    /// Starts with the current levels of the lines.
    ///
    /// - Parameter changesPerStep: how many changes of the lines lie between two places where the knob rests: 1; 2 where both
    ///   lines are equal; 4 where both are high, or both low, whichever it was at the start.
    package init(changesPerStep: Int = 4, a: Bool, b: Bool) {
        self.changesPerStep = changesPerStep
        phase = Self.phase(a: a, b: b)
        // Caught between two places of rest the contacts are taken to rest open, which pull-ups make high.
        restingPhase = phase % 2 == 0 ? phase : 2
    }

    private static func phase(a: Bool, b: Bool) -> Int { a ? (b ? 2 : 1) : (b ? 3 : 0) }

    /// Handles the levels after a change; returns the steps of the knob to the right: -1, 0 or 1.
    package mutating func feed(a: Bool, b: Bool) -> Int {
        let next = Self.phase(a: a, b: b)
        let turned = (next - phase) & 3
        phase = next
        guard turned != 0 else { return 0 }
        if turned == 1 { changes += 1 }
        if turned == 3 { changes -= 1 }
        switch changesPerStep {
        case 1: return rest(after: 1)
        // Between two places of rest the number of changes is even, also where a pair was missed.
        case 2: return phase % 2 == 0 ? rest(after: 2) : 0
        // Of the four changes of a step one pair may have been missed: the other two tell the direction.
        default: return phase == restingPhase ? rest(after: 2) : 0
        }
    }

    /// Counts a step if the knob has come to rest after enough changes.
    private mutating func rest(after enough: Int) -> Int {
        defer { changes = 0 }
        return changes >= enough ? 1 : changes <= -enough ? -1 : 0
    }
}
