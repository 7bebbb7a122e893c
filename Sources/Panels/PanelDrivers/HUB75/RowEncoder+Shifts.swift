extension RowEncoder {
    /// Appends the words of one shift of the row pair's plan.
    func appendShift(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        if kind == .ink {
            appendInk(shift, plan: plan, to: &cursor)
        } else if kind == .shades {
            appendShades(shift, plan: plan, to: &cursor)
        } else if setup.shift.colors.high != 0 || lanes != 2 {
            appendChains(shift, to: &cursor)
        } else {
            setup.append(source(shift, chain: 0), hasGaps: hasGaps, to: &cursor)
        }
    }

    /// The codes of a chain in one shift.
    @inline(__always)
    private func source(_ shift: Int, chain: Int) -> CodeSource {
        CodeSource(
            count: hasGaps ? eventCount : setup.matrix.columns, columns: memory.pointee.eventColumns,
            codes: memory.pointee.columnCodes + chain &* setup.matrix.columns, shift: slot(shift: shift),
            table: memory.pointee.chainLevels + 64 &* chain)
    }

    /// Any number of chains, on any lines: the levels are looked up first.
    private func appendChains(_ shift: Int, to cursor: inout WordCursor) {
        let count = hasGaps ? eventCount : setup.matrix.columns
        for chain in 0..<setup.matrix.chains { findLevels(source(shift, chain: chain), chain: chain) }
        let source = ListSource(
            count: count, columns: hasGaps ? memory.pointee.eventColumns : nil, list: memory.pointee.columnLevels)
        if setup.shift.colors.high == 0 {
            setup.append(source, hasGaps: hasGaps, to: &cursor)
            return
        }
        for chain in 0..<setup.matrix.chains {
            findHighLines(self.source(shift, chain: chain), chain: chain)
        }
        setup.shift.append(source, high: memory.pointee.high, to: &cursor)
    }

    /// Adds a chain to the levels of the low lines.
    private func findLevels(_ source: CodeSource, chain: Int) {
        let levels = memory.pointee.columnLevels
        let count = source.count
        var index = 0
        if chain == 0 {
            while index < count {
                levels[index] = source.levels(index)
                index &+= 1
            }
        } else {
            while index < count {
                levels[index] = levels[index] ^ source.levels(index)
                index &+= 1
            }
        }
    }

    /// Adds a chain to the high lines that are high.
    private func findHighLines(_ source: CodeSource, chain: Int) {
        let high = memory.pointee.high
        let table = memory.pointee.chainHigh + 64 &* chain
        for index in 0..<source.count {
            let lines = table[source.code(index)]
            high[index] = chain == 0 ? lines : high[index] | lines
        }
    }
}
