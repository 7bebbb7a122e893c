extension RowEncoder {
    /// The number of the plan of rows that are encoded by values.
    private var plan: Int { EncoderMemory.planCount }

    /// Notes which values of a channel occur in a row pair with many colours.
    mutating func collectValues() {
        eventCount = setup.matrix.columns
        memory.isPresent.update(repeating: 0, count: 256)
        for lane in 0..<setup.lanes {
            let pixels = memory.lanePixels[lane]
            for column in 0..<setup.matrix.columns {
                let color = pixels[column]
                memory.isPresent[Int(color >> 16 & 0xFF)] = 1
                memory.isPresent[Int(color >> 8 & 0xFF)] = 1
                memory.isPresent[Int(color & 0xFF)] = 1
            }
        }
        for column in 0..<setup.matrix.columns { memory.events.columns[column] = Int32(truncatingIfNeeded: column) }
    }

    /// Makes the plan of such a row pair, and the codes of all columns and lanes.
    func valuePlan(phase: Int) -> Int {
        let shown = setup.shown[phase]
        var count = 0
        for value in 0..<256 where memory.isPresent[value] != 0 {
            memory.levelList[count] = memory.levels[value]
            count += 1
        }
        let rule = enter(plan, levels: count, shown: shown)
        for value in 0..<256 where memory.isPresent[value] != 0 {
            let members = rule.members(level: Int(memory.levels[value]), shown: shown, planes: setup.planes)
            memory.valueCodes[value] = members.threeBitsApart
        }
        let lanes = setup.lanes
        for lane in 0..<lanes {
            let pixels = memory.lanePixels[lane]
            for column in 0..<setup.matrix.columns {
                let color = pixels[column]
                let red = memory.valueCodes[Int(color >> 16 & 0xFF)]
                let green = memory.valueCodes[Int(color >> 8 & 0xFF)]
                let blue = memory.valueCodes[Int(color & 0xFF)]
                memory.columnCodes[column * lanes + lane] = red | green << 1 | blue << 2
            }
        }
        return plan
    }

    /// Looks up the lines of every event for one shift of a plan.
    func findLines(shift: Int, plan: Int) {
        let lanes = setup.lanes
        let codes = memory.planCodes + min(plan, EncoderMemory.planCount - 1) * EncoderMemory.paletteSize
        let isByValues = plan == self.plan
        let hasHigh = setup.shift.colors.high != 0
        let place = UInt64(3 * shift)
        for event in 0..<eventCount {
            var low: UInt32 = 0
            var high: UInt32 = 0
            for lane in 0..<lanes {
                let index = event * lanes + lane
                let code = isByValues ? memory.columnCodes[index] : codes[Int(memory.eventNumbers[index])]
                let color = 8 * lane + Int(code >> place & 7)
                low |= memory.laneLow[color]
                if hasHigh { high |= memory.laneHigh[color] }
            }
            memory.events.low[event] = low
            memory.events.high[event] = high
        }
    }
}
