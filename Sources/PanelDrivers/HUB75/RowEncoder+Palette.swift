extension RowEncoder {
    /// Finds the columns in which any lane changes its colour, and the palette numbers of the colours.
    ///
    /// - Returns: false where the row pair has more colours than the palette holds.
    mutating func findEvents() -> Bool {
        if walkColumns() { return true }
        let wasFresh = present.nonzeroBitCount == memory.state.pointee.paletteCount
        resetPalette()
        if wasFresh { return false }
        if walkColumns() { return true }
        resetPalette()
        return false
    }

    /// Forgets all colours, and the plans that were made of them.
    func resetPalette() {
        memory.state.pointee.paletteCount = 0
        memory.keys.update(repeating: 0, count: EncoderMemory.slots)
        forgetPlans()
    }

    /// Forgets the plans: what they were made of has changed.
    func forgetPlans() {
        memory.planKeys.update(repeating: 0, count: EncoderMemory.planCount)
    }

    private mutating func walkColumns() -> Bool {
        let lanes = setup.lanes
        eventCount = 0
        present = 0
        memory.laneColors.update(repeating: .max, count: lanes)
        for column in 0..<setup.matrix.columns {
            var isChanged = false
            for lane in 0..<lanes {
                let color = memory.lanePixels[lane][column]
                if color == memory.laneColors[lane] { continue }
                isChanged = true
                let number = self.number(of: color)
                guard number >= 0 else { return false }
                memory.laneColors[lane] = color
                memory.laneNumbers[lane] = UInt8(truncatingIfNeeded: number)
                present |= 1 << UInt32(number)
            }
            guard isChanged else { continue }
            memory.events.columns[eventCount] = Int32(truncatingIfNeeded: column)
            let numbers = memory.eventNumbers + eventCount * lanes
            for lane in 0..<lanes { numbers[lane] = memory.laneNumbers[lane] }
            eventCount += 1
        }
        return true
    }

    /// The palette number of a colour, which is entered where it is new; -1 where the palette is full.
    @inline(__always)
    private func number(of color: UInt32) -> Int {
        let key = color | 1 << 31
        var slot = Int((color &* 0x9E37_79B1) >> 26)
        while true {
            let found = memory.keys[slot]
            if found == key { return Int(memory.numbers[slot]) }
            if found == 0 { return enter(color, slot: slot) }
            slot = (slot + 1) & (EncoderMemory.slots - 1)
        }
    }

    private func enter(_ color: UInt32, slot: Int) -> Int {
        let number = memory.state.pointee.paletteCount
        guard number < EncoderMemory.paletteSize else { return -1 }
        memory.keys[slot] = color | 1 << 31
        memory.numbers[slot] = UInt8(truncatingIfNeeded: number)
        memory.palette[number] = color
        memory.state.pointee.paletteCount = number + 1
        return number
    }

    /// The plan for the colours that occur, from those that are kept or made anew.
    func palettePlan(phase: Int) -> Int {
        let key = UInt64(present) | UInt64(phase + 1) << 32
        for plan in 0..<EncoderMemory.planCount where memory.planKeys[plan] == key { return plan }
        let plan = memory.state.pointee.nextPlan
        memory.state.pointee.nextPlan = (plan + 1) % EncoderMemory.planCount
        memory.planKeys[plan] = key
        makePlan(plan, phase: phase)
        return plan
    }

    private func makePlan(_ plan: Int, phase: Int) {
        let shown = setup.shown[phase]
        var count = 0
        var remaining = present
        while remaining != 0 {
            let color = memory.palette[remaining.trailingZeroBitCount]
            remaining &= remaining &- 1
            for channel in 0..<3 { memory.levelList[count + channel] = level(of: color, channel: channel) }
            count += 3
        }
        let rule = enter(plan, levels: count, shown: shown)
        remaining = present
        while remaining != 0 {
            let number = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            var code: UInt64 = 0
            for channel in 0..<3 {
                let level = Int(self.level(of: memory.palette[number], channel: channel))
                let members = rule.members(level: level, shown: shown, planes: setup.planes)
                code |= members.threeBitsApart << UInt64(channel)
            }
            memory.planCodes[plan * EncoderMemory.paletteSize + number] = code
        }
    }

    /// Chooses how the levels of the list are shown, and notes the shifts of a plan.
    func enter(_ plan: Int, levels: Int, shown: Int) -> ShiftPlan {
        let rule = ShiftPlan(
            levels: UnsafeBufferPointer(start: memory.levelList, count: levels), shown: shown, planes: setup.planes,
            timing: setup.timing)
        memory.planShifts[plan] = rule.count
        for shift in 0..<rule.count { memory.planUnits[plan * 16 + shift] = rule.units[shift] }
        return rule
    }

    /// The level of a colour's red (0), green (1) or blue (2).
    @inline(__always)
    private func level(of color: UInt32, channel: Int) -> UInt16 {
        memory.levels[Int(color >> UInt32(16 - 8 * channel) & 0xFF)]
    }
}

extension UInt32 {
    /// Bit n of the lowest eleven in bit 3 * n.
    var threeBitsApart: UInt64 {
        var result: UInt64 = 0
        for bit in 0..<PlaneTiming.planeCount where self >> UInt32(bit) & 1 == 1 { result |= 1 << UInt64(3 * bit) }
        return result
    }
}
