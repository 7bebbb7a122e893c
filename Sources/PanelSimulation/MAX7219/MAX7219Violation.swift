/// Something that the wires of a MAX7219 chain did against the data sheet.
///
/// Times of captures are rounded down to whole nanoseconds, which never makes a length that suffices too short.
public struct MAX7219Violation: Error, Hashable, Sendable {
    /// What can be wrong.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
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
    }

    /// A chain keeps that many violations of each kind, so that frequent ones do not hide the others.
    public static let mostOfAKind = 25

    /// What is wrong.
    public let kind: Kind
    /// When, in nanoseconds on the wires' time line.
    public let time: Int64
    /// What was seen: nanoseconds, or clocks for `wordLength`.
    public let found: Int64
    /// What has to be: the least number of nanoseconds, or the number of clocks.
    public let expected: Int64
}

extension MAX7219Violation: CustomStringConvertible {
    /// One line that says what, when, and what should have been.
    public var description: String {
        let what =
            switch kind {
            case .wordLength: "\(found) clocks while CS was low; the chain needs \(expected)"
            case .clockTooFast: "CLK rose \(found) ns after it rose before; the chips need \(expected) ns"
            case .clockPulse: "a CLK pulse of \(found) ns; the chips need \(expected) ns"
            case .setUp: "DIN changed \(found) ns before CLK rose; the chips need \(expected) ns"
            case .hold: "DIN changed \(found) ns after CLK rose; the chips need \(expected) ns"
            case .chipSelectPulse: "CS was high for \(found) ns; the chips need \(expected) ns"
            case .chipSelectToClock: "CLK rose \(found) ns after an edge of CS; the chips need \(expected) ns"
            case .dataOut:
                "CLK rose \(found) ns after it fell; from chip to chip the data takes \(expected) ns"
            }
        return "at \(time) ns: \(what)"
    }
}
