/// The programs that are played once: start, stop and the initialisation of chips.
extension EncoderSetup {
    /// OE high, all other lines low, the chips initialised, dark.
    var startProgram: ScanProgram { program(darkLines + initialization) }
    /// OE high, all other lines low, dark; in the end the lines are set to rest once more, as a guardian sets them.
    var stopProgram: ScanProgram { program(darkLines + darkness + darkLines) }
    /// OE high, the register writes of the chips, dark.
    var initializationProgram: ScanProgram { program(initialization) }

    private func program(_ words: [ScanWord?]) -> ScanProgram {
        let words = words.compactMap { $0?.rawValue }
        var program = ScanProgram(capacity: 0)
        program.storage = words
        program.count = words.count
        return program
    }

    /// The address lines that are driven.
    private var addressLines: UInt32 { LineMasks(lines.address).low }

    /// OE high before anything else, then everything else low.
    private var darkLines: [ScanWord?] {
        [
            word(.setLow, outputEnable), word(.clearLow, shift.clock | latch | addressLines | shift.colors.low),
            word(.clearHigh, shift.colors.high),
        ]
    }

    private var initialization: [ScanWord?] {
        let held = settings.chip.holdsAddressA ? LineMasks(lines.address.prefix(1)).low : 0
        var words = [word(.setLow, outputEnable), word(.setLow, held)]
        for write in settings.chip.initialization {
            words += register(write.pattern, latchedClocks: write.latchedClocks)
        }
        return words + [word(.clearLow, held)] + darkness
    }

    /// Shifts and latches a row of dark LEDs.
    private var darkness: [ScanWord?] {
        let columns = (0..<matrix.columns).flatMap { column in
            clocked(isHigh: settings.isInverse, isLatched: column >= matrix.columns - latchedClocks)
        }
        return columns + idle + (latchedClocks > 0 ? [] : [word(.setLow, latch), pad]) + [word(.clearLow, latch), pad]
    }

    /// One register: its bits on all colour lines, LAT high during the last clocks.
    private func register(_ pattern: UInt16, latchedClocks: Int) -> [ScanWord?] {
        let columns = (0..<matrix.columns).flatMap { column in
            let bit = pattern >> UInt16(15 - column % 16) & 1 == 1
            return clocked(isHigh: bit != settings.isInverse, isLatched: column >= matrix.columns - latchedClocks)
        }
        return columns + idle + [word(.clearLow, latch), pad]
    }

    /// CLK low with the same level on all colour lines, and LAT; then CLK high.
    private func clocked(isHigh: Bool, isLatched: Bool) -> [ScanWord?] {
        let colors = shift.colors
        return [
            word(.clearLow, shift.clock | (isHigh ? 0 : colors.low)), word(.clearHigh, isHigh ? 0 : colors.high),
            word(.setLow, (isHigh ? colors.low : 0) | (isLatched ? latch : 0)),
            word(.setHigh, isHigh ? colors.high : 0), pad, word(.setLow, shift.clock), pad,
        ]
    }

    /// CLK and colours low.
    private var idle: [ScanWord?] {
        [word(.clearLow, shift.clock | shift.colors.low), word(.clearHigh, shift.colors.high), pad]
    }

    private var pad: ScanWord? { shift.pad.map(ScanWord.init(rawValue:)) }

    /// A word that changes lines; nil without any.
    private func word(_ operation: ScanWord.Operation, _ lines: UInt32) -> ScanWord? {
        lines == 0 ? nil : ScanWord(operation, lines)
    }
}
