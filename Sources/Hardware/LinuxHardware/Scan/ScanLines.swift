import PanelDrivers

/// The GPIO lines that a port of scan programs takes; numbers are those after "GPIO", 0 to 55.
package struct ScanLines: Hashable, Sendable {
    /// The lines that programs drive, in ascending order, output enable among them.
    package let outputs: [Int]
    /// Output enable: high, and the panel dark, before the first program, after the last, and after an error.
    package let outputEnable: Int
    /// Lines that are requested as inputs first, because the board connects them to outputs.
    package let inputs: [Int]

    /// Creates the description; duplicate lines are used once.
    ///
    /// - Parameters:
    ///   - outputs: the lines that programs drive; output enable may be left out.
    ///   - outputEnable: the line that lights the panel while it is low.
    ///   - inputs: lines to keep as inputs, such as GPIO 4 of an adapter on which it is bridged to 18.
    package init(outputs: [Int], outputEnable: Int, inputs: [Int] = []) {
        self.outputs = Set(outputs + [outputEnable]).sorted()
        self.outputEnable = outputEnable
        self.inputs = Set(inputs).sorted()
    }

    /// The levels at rest, bit i for the line `outputs[i]`: output enable is high.
    var restLevels: UInt64 {
        outputs.firstIndex(of: outputEnable).map { 1 << UInt64($0) } ?? 0
    }

    /// The first output that a port for the lines up to `last` does not drive.
    func outputBeyond(_ last: Int) -> Int? {
        outputs.first { !(0...last).contains($0) }
    }
}

/// The waits of scan programs in which the thread sleeps; in the others it polls the clock.
///
/// A sleep ends late now and then, by more than the time that is left after it. Between pulses that makes a refresh
/// longer, in a pulse a row brighter, for once.
package enum ScanSleep: CaseIterable, Hashable, Sendable {
    /// In no wait: the steadiest refresh, but one core is always busy.
    case never
    /// In waits at the start of the program, where panels are dark or the time does not matter.
    case betweenPulses
    /// In all waits, even those that time a pulse: almost no load, but rows are sometimes brighter.
    case always

    /// The time that is left after a sleep in a pulse, in nanoseconds; negative for no sleep.
    func pulseMargin(jitter: Int64) -> Int64 { self == .always ? jitter : -1 }

    /// The time that is left after a sleep between pulses, in nanoseconds; negative for no sleep.
    func gapMargin(jitter: Int64) -> Int64 { self == .never ? -1 : jitter }
}

/// The lines of a port of scan programs, held through libgpiod: no other process can take them while the value exists.
struct ClaimedLines: ~Copyable {
    let lines: ScanLines
    /// The outputs; bit i of their levels is `lines.outputs[i]`.
    var outputs: GPIOOutputLines
    private let inputs: GPIOInputLines?

    /// Requests the inputs, and then the outputs, which are at rest from the first instant.
    init(_ lines: ScanLines, on chip: GPIOChip) throws(HardwareError) {
        for line in lines.inputs where lines.outputs.contains(line) {
            throw HardwareError.request(
                of: [.offset(line)], chip: chip, reason: "it is given as an input and as an output")
        }
        // Two outputs that are tied together damage each other.
        let inputs: GPIOInputLines? =
            lines.inputs.isEmpty ? nil : try GPIOInputLines(chip: chip, lines: lines.inputs)
        let outputs = try GPIOOutputLines(
            chip: chip, lines: lines.outputs.map(GPIOLine.offset), levels: lines.restLevels)
        self.lines = lines
        self.inputs = inputs
        self.outputs = outputs
    }
}
