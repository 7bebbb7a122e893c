import PanelDrivers

/// The lines of a port of scan programs, held through libgpiod: no other process can take them while the value exists.
struct ClaimedLines: ~Copyable {
    /// The lines.
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
