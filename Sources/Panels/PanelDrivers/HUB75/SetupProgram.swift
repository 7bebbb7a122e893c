/// Writes the programs that are played once: start, stop and the initialisation of chips.
struct SetupProgram {
    let setup: EncoderSetup
    private(set) var words: [UInt32] = []

    /// Begins with no words.
    init(_ setup: EncoderSetup) { self.setup = setup }

    /// OE high, all other lines low, the chips initialised, dark.
    mutating func appendStart() {
        appendDarkLines()
        appendInitialization()
    }

    /// OE high, all other lines low, dark; in the end the lines are set to rest once more, as a guardian sets them.
    mutating func appendStop() {
        appendDarkLines()
        appendDarkness()
        appendDarkLines()
    }

    /// OE high, the register writes of the chips, dark.
    mutating func appendInitialization() {
        append(.setLow, setup.outputEnable)
        let chip = setup.settings.chip
        let a = setup.lines.address.first.map { LineMasks([$0]).low } ?? 0
        let isHeld = chip.holdsAddressA && setup.addressLines.low & a != 0
        if isHeld { append(.setLow, a) }
        for write in chip.initialization { append(write) }
        if isHeld { append(.clearLow, a) }
        appendDarkness()
    }

    /// OE high before anything else, then everything else low.
    private mutating func appendDarkLines() {
        append(.setLow, setup.outputEnable)
        let colors = setup.shift.colors
        append(.clearLow, setup.shift.clock | setup.latch | setup.addressLines.low | colors.low)
        append(.clearHigh, colors.high)
    }

    /// Shifts and latches a row of dark LEDs.
    private mutating func appendDarkness() {
        for _ in 0..<setup.matrix.columns { appendClock(isHigh: setup.settings.isInverse, isLatched: false) }
        appendIdle()
        append(.setLow, setup.latch)
        appendPad()
        append(.clearLow, setup.latch)
        appendPad()
    }

    /// One register: its bits on all colour lines, LAT high during the last clocks.
    private mutating func append(_ write: DriverChip.RegisterWrite) {
        let columns = setup.matrix.columns
        for column in 0..<columns {
            let bit = write.pattern >> UInt16(15 - column % 16) & 1 == 1
            appendClock(
                isHigh: bit != setup.settings.isInverse, isLatched: column >= columns - write.latchedClocks)
        }
        appendIdle()
        append(.clearLow, setup.latch)
        appendPad()
    }

    /// CLK low with the same level on all colour lines, and LAT; then CLK high.
    private mutating func appendClock(isHigh: Bool, isLatched: Bool) {
        let colors = setup.shift.colors
        append(.clearLow, setup.shift.clock | (isHigh ? 0 : colors.low))
        append(.clearHigh, isHigh ? 0 : colors.high)
        append(.setLow, (isHigh ? colors.low : 0) | (isLatched ? setup.latch : 0))
        append(.setHigh, isHigh ? colors.high : 0)
        appendPad()
        append(.setLow, setup.shift.clock)
        appendPad()
    }

    /// CLK and colours low.
    private mutating func appendIdle() {
        append(.clearLow, setup.shift.clock | setup.shift.colors.low)
        append(.clearHigh, setup.shift.colors.high)
        appendPad()
    }

    private mutating func appendPad() {
        if let pad = setup.shift.pad { words.append(pad) }
    }

    private mutating func append(_ operation: ScanWord.Operation, _ lines: UInt32) {
        if lines != 0 { words.append(ScanWord(operation, lines).rawValue) }
    }
}

extension EncoderSetup {
    /// The address lines that are driven.
    var addressLines: LineMasks {
        LineMasks(lines.address.prefix(settings.addressing.lines(rowPairs: matrix.rowPairs)))
    }

    /// Makes a program of what the closure writes.
    func program(_ write: (inout SetupProgram) -> Void) -> ScanProgram {
        var builder = SetupProgram(self)
        write(&builder)
        var program = ScanProgram(capacity: builder.words.count)
        for (index, word) in builder.words.enumerated() { program.storage[index] = word }
        program.count = builder.words.count
        return program
    }
}
