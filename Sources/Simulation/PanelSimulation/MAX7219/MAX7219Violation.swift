/// A signal on the wires of a MAX7219 chain that breaks a rule of the data sheet.
public typealias MAX7219Violation = WireViolation<MAX7219ViolationKind>

/// The kinds of violations on the wires of a MAX7219 chain.
public enum MAX7219ViolationKind: String, ViolationKind {
    /// The clocks while chip select is low are not 16 for each chip.
    case wordLength
    /// Two rising clock edges follow too closely.
    case clockTooFast
    /// The clock is high or low for too short a time.
    case clockPulse
    /// DIN changes too shortly before the rising clock edge.
    case setUp
    /// DIN changes too shortly after the rising clock edge.
    case hold
    /// Chip select is high for too short a time.
    case chipSelectPulse
    /// The clock rises too shortly after an edge of chip select.
    case chipSelectToClock
    /// A chip's data output changed too shortly before the rising clock edge at which the next chip takes it.
    case dataOut

    /// What was found, and what was expected: clocks for `wordLength`, nanoseconds for the others.
    public func words(found: Int64, expected: Int64) -> String {
        switch self {
        case .wordLength: "\(found) clocks while CS was low; the chain needs \(expected)"
        case .clockTooFast: "CLK rose \(found) ns after it rose before; the chips need \(expected) ns"
        case .clockPulse: "a CLK pulse of \(found) ns; the chips need \(expected) ns"
        case .setUp: "DIN changed \(found) ns before CLK rose; the chips need \(expected) ns"
        case .hold: "DIN changed \(found) ns after CLK rose; the chips need \(expected) ns"
        case .chipSelectPulse: "CS was high for \(found) ns; the chips need \(expected) ns"
        case .chipSelectToClock: "CLK rose \(found) ns after an edge of CS; the chips need \(expected) ns"
        case .dataOut: "CLK rose \(found) ns after it fell; from chip to chip the data takes \(expected) ns"
        }
    }
}
