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
