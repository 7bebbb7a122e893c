/// The violations that wires were found with: the first of each kind, and how many there were.
struct WireViolationLog<Fault: WireFault>: Sendable {
    /// What was wrong, the first of each kind, in the order of time.
    private(set) var violations: [WireViolation<Fault>] = []
    /// How often each kind was seen.
    private(set) var counts: [Fault: Int] = [:]
    private let allowed: Set<Fault>

    init(allowing: Set<Fault>) {
        allowed = allowing
    }

    /// Notes a length of time that is too short.
    mutating func note(_ kind: Fault, from start: Int64, to time: Int64, least: Int64) {
        note(kind, at: time, found: time &- start, expected: least)
    }

    /// Notes a violation, unless its kind is allowed.
    mutating func note(_ kind: Fault, at time: Int64, found: Int64, expected: Int64) {
        guard !allowed.contains(kind) else { return }
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        guard count <= WireViolation<Fault>.mostOfAKind else { return }
        violations.append(WireViolation(kind: kind, time: time, found: found, expected: expected))
    }
}
