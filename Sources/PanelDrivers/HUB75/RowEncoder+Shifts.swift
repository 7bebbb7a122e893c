import HardwareInterfaces

extension RowEncoder {
    /// Appends the words of one shift of the row pair's plan.
    func appendShift(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        if kind == .ink {
            appendInk(shift, plan: plan, to: &cursor)
        } else if setup.shift.colors.high != 0 || lanes != 2 {
            appendChains(shift, plan: plan, to: &cursor)
        } else if kind == .values {
            let source = CodeSource(
                count: setup.matrix.columns, codes: memory.pointee.columnCodes, shift: slot(shift: shift),
                table: memory.pointee.chainLow)
            setup.shift.append(source, to: &cursor)
        } else {
            let upper = memory.pointee.planLow + EncoderMemory.table(plan: plan, shift: shift, lane: 0, lanes: 2)
            let source = PaletteSource(
                count: eventCount, columns: memory.pointee.eventColumns, numbers: memory.pointee.eventNumbers,
                upper: upper,
                lower: upper + EncoderMemory.paletteSize)
            setup.shift.append(source, to: &cursor)
        }
    }

    /// Any number of chains, on any lines: the lines are looked up first.
    private func appendChains(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        let count = kind == .values ? findCodeLines(shift) : findPaletteLines(shift, plan: plan)
        let source = ListSource(count: count, columns: memory.pointee.eventColumns, low: memory.pointee.low)
        if setup.shift.colors.high == 0 {
            setup.shift.append(source, to: &cursor)
        } else {
            setup.shift.append(source, high: memory.pointee.high, to: &cursor)
        }
    }

    private func findPaletteLines(_ shift: Int, plan: Int) -> Int {
        let hasHigh = setup.shift.colors.high != 0
        let first = EncoderMemory.table(plan: plan, shift: shift, lane: 0, lanes: lanes)
        for event in 0..<eventCount {
            let numbers = memory.pointee.eventNumbers + event &* lanes
            var low: UInt32 = 0
            var high: UInt32 = 0
            var place = first
            for lane in 0..<lanes {
                low |= memory.pointee.planLow[place &+ Int(numbers[lane])]
                if hasHigh { high |= memory.pointee.planHigh[place &+ Int(numbers[lane])] }
                place &+= EncoderMemory.paletteSize
            }
            memory.pointee.low[event] = low
            memory.pointee.high[event] = high
        }
        return eventCount
    }

    private func findCodeLines(_ shift: Int) -> Int {
        let columns = setup.matrix.columns
        for column in 0..<columns {
            memory.pointee.eventColumns[column] = Int32(truncatingIfNeeded: column)
            memory.pointee.low[column] = 0
            memory.pointee.high[column] = 0
        }
        for chain in 0..<setup.matrix.chains {
            let codes = memory.pointee.columnCodes + chain &* columns
            let low = CodeSource(
                count: columns, codes: codes, shift: slot(shift: shift), table: memory.pointee.chainLow + 64 &* chain)
            let high = CodeSource(
                count: columns, codes: codes, shift: slot(shift: shift), table: memory.pointee.chainHigh + 64 &* chain)
            for column in 0..<columns {
                memory.pointee.low[column] |= low.lines(column)
                memory.pointee.high[column] |= high.lines(column)
            }
        }
        return columns
    }
}
