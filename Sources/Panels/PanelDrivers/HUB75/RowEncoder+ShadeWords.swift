/// The words of rows of shades: one lane's from tables of what two columns make of each other, both lanes' from tables of
/// levels.
extension RowEncoder {
    /// The plan for the shades that occur, with its tables.
    mutating func shadePlan(phase: Int) -> Int {
        guard hasInk else { return EncoderMemory.darkPlan }
        let plan = palettePlan(phase: phase)
        if memory.pointee.shadePlans[plan] != shadedLanes {
            memory.pointee.shadePlans[plan] = shadedLanes
            for shift in 0..<memory.pointee.planShifts[plan] { makeShadeTable(shift, plan: plan) }
        }
        return plan
    }

    /// The levels of all cases of an upper and a lower pixel, or the words of all cases of two columns.
    private mutating func makeShadeTable(_ shift: Int, plan: Int) {
        let upper = UnsafeRawPointer(memory.pointee.planCodes + 2 &* EncoderMemory.paletteSize &* plan) + shift
        let lower = upper + EncoderMemory.paletteSize &* MemoryLayout<ShiftCodes>.stride
        let table = shadeTable(shift, plan: plan)
        let places = memory.pointee.shadeNumbers
        let levels = memory.pointee.chainLevels
        if shadedLanes == .both {
            for under in 0...EncoderMemory.shadeCount {
                let low = lower.load(fromByteOffset: places[under], as: UInt8.self)
                for over in 0...EncoderMemory.shadeCount {
                    let high = upper.load(fromByteOffset: places[over], as: UInt8.self)
                    table[8 &* Self.bits(under) | Self.bits(over)] = levels[Int(low | high)].words
                }
            }
            return
        }
        let codes = shadedLanes == .upper ? upper : lower
        for shade in 0...EncoderMemory.shadeCount {
            let code = codes.load(fromByteOffset: places[shade], as: UInt8.self)
            table[ShadePairSource.levels | Self.bits(shade)] = levels[Int(code)].words
        }
        switch setup.shift.kind {
        case .bcm: Self.makePairs(SetAndClear(both: setup.shift.bothColors), in: table)
        case .rp1: Self.makePairs(Toggle(clock: setup.shift.clock), in: table)
        case .kernel: Self.makePairs(SetWithClear(both: setup.shift.bothColors), in: table)
        }
    }

    /// Enters the words of all cases of two columns into a table that has the levels of the shades.
    @inline(__always)
    private static func makePairs(_ change: some ColumnChange, in table: UnsafeMutablePointer<UInt64>) {
        for shade in 0...EncoderMemory.shadeCount {
            let levels = ColumnLevels(words: table[ShadePairSource.levels | bits(shade)])
            for before in 0...EncoderMemory.shadeCount {
                let last = ColumnLevels(words: table[ShadePairSource.levels | bits(before)])
                table[8 &* bits(before) | bits(shade)] = change.changes(from: last, to: levels)
            }
        }
    }

    /// The bit of a shade, counted from 1; none for black.
    @inline(__always)
    private static func bits(_ shade: Int) -> Int { (1 &<< shade) >> 1 }

    private func shadeTable(_ shift: Int, plan: Int) -> UnsafeMutablePointer<UInt64> {
        memory.pointee.shadeWords + (plan &* ShiftPlan.mostShifts &+ shift) &* 64
    }

    /// Appends the words of one shift of shades.
    ///
    /// A function of its own, so that other pictures do without its registers.
    @inline(never)
    func appendShades(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        let count = hasGaps ? eventCount : setup.matrix.columns
        let columns = memory.pointee.eventColumns
        let cases = hasGaps ? memory.pointee.eventShades : shadeCases
        let table = shadeTable(shift, plan: plan)
        if shadedLanes == .both {
            let source = ShadeSource(count: count, columns: columns, cases: cases, table: table)
            setup.append(source, hasGaps: hasGaps, to: &cursor)
        } else {
            let source = ShadePairSource(count: count, columns: columns, cases: cases, table: table)
            setup.append(source, hasGaps: hasGaps, to: &cursor)
        }
    }
}
