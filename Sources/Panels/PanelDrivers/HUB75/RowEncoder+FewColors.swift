/// Rows of few colours: the columns that change, with the colours as numbers of a palette that lasts from frame to frame.
extension RowEncoder {
    /// Finds the columns in which any lane changes its colour, and the palette numbers of the colours.
    ///
    /// - Returns: false where the row pair has more colours than the palette holds.
    mutating func findEvents() -> Bool {
        // The usual case of one chain is compiled by itself.
        if lanes == 2 { findColumns(lanes: 2) } else { findColumns(lanes: lanes) }
        let wasEmpty = memory.pointee.paletteCount.pointee == 0
        if findNumbers() { return true }
        if !wasEmpty {
            // The palette is full of colours of other rows and frames: start again.
            memory.pointee.forgetPalette()
            if findNumbers() { return true }
        }
        memory.pointee.forgetPalette()
        return false
    }

    /// Whether the row pair certainly has more colours than the palette holds: their hashes alone have that many values.
    mutating func certainlyHasManyColors() -> Bool {
        let columns = setup.matrix.columns
        var met: UInt64 = 0
        for lane in 0..<lanes {
            let pixels = memory.pointee.lanePixels[lane]
            var column = 0
            while column &+ 8 <= columns {
                for index in column..<(column &+ 8) {
                    met |= 1 &<< UInt64(truncatingIfNeeded: Self.hash(of: pixels[index]))
                }
                if met.nonzeroBitCount > EncoderMemory.paletteSize { return true }
                column &+= 8
            }
        }
        return false
    }

    /// Finds the columns in which any lane has another colour than in the column before, two at once, and the first one.
    @inline(__always)
    private mutating func findColumns(lanes: Int) {
        let pixels = memory.pointee.lanePixels
        let (upper, lower) = (pixels[0], pixels[1])
        let events = memory.pointee.eventColumns
        let columns = setup.matrix.columns
        events[0] = 0
        var count = 1
        var column = 1
        if columns & 1 == 0 {
            events[1] = 1
            for lane in 0..<lanes where pixels[lane][1] != pixels[lane][0] { count = 2 }
            column = 2
        }
        while column < columns {
            var changes = Self.changes(upper, column) | Self.changes(lower, column)
            var lane = 2
            while lane < lanes {
                changes |= Self.changes(pixels[lane], column)
                lane &+= 1
            }
            if changes != 0 {
                events[count] = Int32(truncatingIfNeeded: column)
                count &+= UInt32(truncatingIfNeeded: changes) == 0 ? 0 : 1
                events[count] = Int32(truncatingIfNeeded: column &+ 1)
                count &+= changes &>> 32 == 0 ? 0 : 1
            }
            column &+= 2
        }
        eventCount = count
    }

    /// What two pixels have different from those before them; the first one is in the lower half.
    @inline(__always)
    private static func changes(_ pixels: UnsafePointer<UInt32>, _ column: Int) -> UInt64 {
        let pixels = UnsafeRawPointer(pixels + column)
        return pixels.loadUnaligned(as: UInt64.self) ^ (pixels - 4).loadUnaligned(as: UInt64.self)
    }

    /// Records the palette numbers of the colours in the changing columns; false where the palette is full.
    private mutating func findNumbers() -> Bool {
        var present: UInt32 = 0
        for lane in 0..<lanes {
            guard findNumbers(lane: lane, &present) else { return false }
        }
        self.present = present
        return true
    }

    @inline(__always)
    private mutating func findNumbers(lane: Int, _ present: inout UInt32) -> Bool {
        let pixels = memory.pointee.lanePixels[lane]
        let columns = memory.pointee.eventColumns
        var numbers = memory.pointee.eventNumbers + lane
        // No colour is equal to it: they have 24 bits.
        var color = UInt32.max
        var number = 0
        var event = 0
        while event < eventCount {
            let next = pixels[Int(columns[event])]
            if next != color {
                number = self.number(of: next)
                if number < 0 { return false }
                present |= 1 &<< UInt32(truncatingIfNeeded: number)
                color = next
            }
            numbers.pointee = UInt8(truncatingIfNeeded: number)
            numbers += lanes
            event &+= 1
        }
        return true
    }

    /// Where a colour is looked for first, 0 to 63.
    @inline(__always)
    private static func hash(of color: UInt32) -> UInt32 { (color &* 0x9E37_79B1) >> 26 }

    /// The palette number of a colour, which is entered where it is new; -1 where the palette is full.
    @inline(__always)
    private func number(of color: UInt32) -> Int {
        let slot = memory.pointee.slots[Int(truncatingIfNeeded: Self.hash(of: color))]
        if UInt32(truncatingIfNeeded: slot) == color { return Int(truncatingIfNeeded: slot &>> 32) }
        return Self.search(color, memory)
    }

    @inline(never)
    private static func search(_ color: UInt32, _ memory: UnsafePointer<EncoderMemory>) -> Int {
        var slot = Int(truncatingIfNeeded: hash(of: color))
        let slots = memory.pointee.slots
        while slots[slot] != EncoderMemory.freeSlot {
            if UInt32(truncatingIfNeeded: slots[slot]) == color { return Int(truncatingIfNeeded: slots[slot] &>> 32) }
            slot = (slot &+ 1) & (EncoderMemory.slotCount - 1)
        }
        let number = memory.pointee.paletteCount.pointee
        guard number < EncoderMemory.paletteSize else { return -1 }
        slots[slot] = UInt64(truncatingIfNeeded: number) &<< 32 | UInt64(color)
        memory.pointee.palette[number] = color
        memory.pointee.paletteCount.pointee = number + 1
        return number
    }

    /// The plan for the colours that occur, from those that are kept or made again.
    mutating func palettePlan(phase: Int) -> Int {
        let key = UInt64(present) | UInt64(truncatingIfNeeded: phase &+ 1) << 32
        let last = memory.pointee.phases[phase].plan
        if last < EncoderMemory.planCount, memory.pointee.planKeys[last] == key { return last }
        var plan = 0
        while plan < EncoderMemory.planCount {
            if memory.pointee.planKeys[plan] == key { return plan }
            plan &+= 1
        }
        plan = memory.pointee.nextPlan.pointee
        memory.pointee.nextPlan.pointee = (plan + 1) % EncoderMemory.planCount
        memory.pointee.planKeys[plan] = key
        makePlan(plan, shown: setup.shown[phase])
        return plan
    }

    private mutating func makePlan(_ plan: Int, shown: Int) {
        var survey = newSurvey(shown: shown)
        var remaining = present
        while remaining != 0 {
            let color = memory.pointee.palette[remaining.trailingZeroBitCount]
            remaining &= remaining &- 1
            survey.insert(level(color >> 16))
            survey.insert(level(color >> 8))
            survey.insert(level(color))
        }
        // The numbers of the palette depend on the pictures before, the words must not.
        survey.sortGroups()
        let rule = enter(survey, as: plan)
        let upper = memory.pointee.planCodes + 2 &* EncoderMemory.paletteSize &* plan
        let lower = upper + EncoderMemory.paletteSize
        remaining = present
        while remaining != 0 {
            let number = remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            let codes = codes(memory.pointee.palette[number], rule, shown: shown)
            upper[number] = codes
            lower[number] = codes.lowered
        }
    }

    /// The codes of a colour in an upper pixel.
    private func codes(_ color: UInt32, _ rule: ShiftPlan, shown: Int) -> ShiftCodes {
        ShiftCodes(
            red: rule.codes(level: level(color >> 16), shown: shown, planes: setup.planes),
            green: rule.codes(level: level(color >> 8), shown: shown, planes: setup.planes),
            blue: rule.codes(level: level(color), shown: shown, planes: setup.planes))
    }

    /// Looks up the codes of the changing columns, or of all columns.
    mutating func findPaletteCodes(plan: Int) {
        let upper = memory.pointee.planCodes + 2 &* EncoderMemory.paletteSize &* plan
        let lower = upper + EncoderMemory.paletteSize
        let count = eventCount
        for chain in 0..<setup.matrix.chains {
            let codes = memory.pointee.columnCodes + chain &* setup.matrix.columns
            var numbers = memory.pointee.eventNumbers + 2 &* chain
            var event = 0
            if hasGaps {
                while event < count {
                    codes[event] = upper[Int(numbers[0])] | lower[Int(numbers[1])]
                    numbers += lanes
                    event &+= 1
                }
                continue
            }
            let columns = memory.pointee.eventColumns
            let end = setup.matrix.columns
            var column = 0
            while event < count {
                let code = upper[Int(numbers[0])] | lower[Int(numbers[1])]
                numbers += lanes
                event &+= 1
                // A code counts from its column to the next one that changes.
                let next = event < count ? Int(columns[event]) : end
                repeat {
                    codes[column] = code
                    column &+= 1
                } while column < next
            }
        }
    }
}
