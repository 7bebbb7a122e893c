/// The violations that wires were found with: the first of each kind, and how many there were.
struct WireViolationLog<Kind: ViolationKind>: Sendable {
    /// What was wrong, the first of each kind, in the order of time.
    private(set) var violations: [WireViolation<Kind>] = []
    /// How often each kind was seen.
    private(set) var counts: [Kind: Int] = [:]
    private let allowed: Set<Kind>

    init(allowing: Set<Kind>) {
        allowed = allowing
    }

    /// Notes a length of time that is too short.
    mutating func note(_ kind: Kind, from start: Int64, to time: Int64, least: Int64) {
        note(kind, at: time, found: time &- start, expected: least)
    }

    /// Notes a violation, unless its kind is allowed.
    mutating func note(_ kind: Kind, at time: Int64, found: Int64, expected: Int64) {
        guard !allowed.contains(kind) else { return }
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        guard count <= WireViolation<Kind>.mostOfAKind else { return }
        violations.append(WireViolation(kind: kind, time: time, found: found, expected: expected))
    }
}
