/// A signal on the wires of a HUB75 panel that breaks a rule of its chips or gives wrong light.
public typealias HUB75Violation = WireViolation<HUB75ViolationKind>

/// The kinds of violations on the wires of a HUB75 panel.
public enum HUB75ViolationKind: String, ViolationKind {
    /// The clocks from one latch to the next are no multiple of the columns.
    case clockCount
    /// Two rising clock edges follow too closely.
    case clockTooFast
    /// The clock is high or low for too short a time.
    case clockPulse
    /// A colour wire changes too shortly before the rising clock edge, or together with it.
    case setUp
    /// A colour wire changes too shortly after the rising clock edge.
    case hold
    /// The latch is high for too short a time.
    case latchPulse
    /// The latch rises while LEDs are lit.
    case latchWhileLit
    /// An address wire changes while LEDs are lit.
    case addressWhileLit
    /// The row address changes too shortly after it became dark.
    case darkGap
    /// LEDs are lit too shortly after the row address has changed.
    case settle
    /// LEDs are lit too shortly after the latch fell.
    case latchGap
    /// LEDs are lit with an address that the panel does not have.
    case noSuchRow
    /// LEDs are lit with no row or several rows selected.
    case rowCount

    /// What was found, and what was expected.
    ///
    /// `found` and `expected` are clocks for `clockCount`, the address and the number of addresses for `noSuchRow`, rows
    /// for `rowCount`, and nanoseconds for the others.
    public func words(found: Int64, expected: Int64) -> String {
        switch self {
        case .clockCount: "\(found) clocks since the last latch; the panel's columns need \(expected) or a multiple"
        case .clockTooFast: "CLK rose \(found) ns after it rose before; the chips need \(expected) ns"
        case .clockPulse: "a CLK pulse of \(found) ns; the chips need \(expected) ns"
        case .setUp: "a colour changed \(found) ns before CLK rose; the chips need \(expected) ns"
        case .hold: "a colour changed \(found) ns after CLK rose; the chips need \(expected) ns"
        case .latchPulse: "LAT was high for \(found) ns; the chips need \(expected) ns"
        case .latchWhileLit: "LAT rose while OE had been low for \(found) ns; it has to be high"
        case .addressWhileLit: "an address wire changed while OE had been low for \(found) ns; it has to be high"
        case .darkGap: "an address wire changed \(found) ns after OE rose; the panel needs \(expected) ns"
        case .settle: "OE fell \(found) ns after an address wire changed; the panel needs \(expected) ns"
        case .latchGap: "OE fell \(found) ns after LAT fell; the panel needs \(expected) ns"
        case .noSuchRow: "OE fell with the row address \(found); the panel has \(expected) from 0"
        case .rowCount: "OE fell with \(found) rows selected; there has to be \(expected)"
        }
    }
}
