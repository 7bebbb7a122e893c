extension RowEncoder {
    /// Finds the columns in which any lane changes its colour, and the palette numbers of the colours.
    ///
    /// - Returns: false where the row pair has more colours than the palette holds.
    mutating func findEvents() -> Bool {
        let wasEmpty = memory.pointee.state.pointee.paletteCount == 0
        if walkColumns() { return true }
        if !wasEmpty {
            // The palette is full of colours of other rows and frames: start again.
            memory.pointee.forgetPalette()
            if walkColumns() { return true }
        }
        memory.pointee.forgetPalette()
        return false
    }

    /// Whether the row pair certainly has more colours than the palette holds: their hashes alone have that many values.
    mutating func hasManyColors() -> Bool {
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

    private mutating func walkColumns() -> Bool {
        eventCount = 0
        present = 0
        if lanes == 2 { return walkChain() }
        let columns = setup.matrix.columns
        var column = 0
        while column < columns {
            if column == 0 || isChanged(column) {
                guard enterEvent(column) else { return false }
            }
            column &+= 1
        }
        return true
    }

    /// One chain, the usual case: a lane's number is looked up only where its colour changes.
    private mutating func walkChain() -> Bool {
        let upper = memory.pointee.lanePixels[0]
        let lower = memory.pointee.lanePixels[1]
        let eventColumns = memory.pointee.eventColumns
        let eventNumbers = memory.pointee.eventNumbers
        let columns = setup.matrix.columns
        guard enterEvent(0) else { return false }
        var colors = (upper: upper[0], lower: lower[0])
        var numbers = (upper: eventNumbers[0], lower: eventNumbers[1])
        var present = present
        var count = 1
        var column = 1
        while column < columns {
            let next = (upper: upper[column], lower: lower[column])
            if next != colors {
                if next.upper != colors.upper {
                    guard let number = enter(next.upper, &present) else { return false }
                    numbers.upper = number
                }
                if next.lower != colors.lower {
                    guard let number = enter(next.lower, &present) else { return false }
                    numbers.lower = number
                }
                colors = next
                eventColumns[count] = Int32(truncatingIfNeeded: column)
                eventNumbers[2 &* count] = numbers.upper
                eventNumbers[2 &* count &+ 1] = numbers.lower
                count &+= 1
            }
            column &+= 1
        }
        self.present = present
        eventCount = count
        return true
    }

    /// The palette number of a colour, which is noted as present; nil where the palette is full.
    @inline(__always)
    private func enter(_ color: UInt32, _ present: inout UInt32) -> UInt8? {
        let number = number(of: color)
        if number < 0 { return nil }
        present |= 1 &<< UInt32(truncatingIfNeeded: number)
        return UInt8(truncatingIfNeeded: number)
    }

    /// Whether any lane has another colour than in the column before.
    @inline(__always)
    private func isChanged(_ column: Int) -> Bool {
        var lane = 0
        while lane < lanes {
            let pixels = memory.pointee.lanePixels[lane]
            if pixels[column] != pixels[column &- 1] { return true }
            lane &+= 1
        }
        return false
    }

    /// Notes the palette numbers of a column's colours; false where the palette is full.
    @inline(__always)
    private mutating func enterEvent(_ column: Int) -> Bool {
        memory.pointee.eventColumns[eventCount] = Int32(truncatingIfNeeded: column)
        let numbers = memory.pointee.eventNumbers + eventCount &* lanes
        var lane = 0
        while lane < lanes {
            let number = self.number(of: memory.pointee.lanePixels[lane][column])
            if number < 0 { return false }
            numbers[lane] = UInt8(truncatingIfNeeded: number)
            present |= 1 &<< UInt32(truncatingIfNeeded: number)
            lane &+= 1
        }
        eventCount &+= 1
        return true
    }

    /// Where a colour is looked for first, 0 to 63.
    @inline(__always)
    private static func hash(of color: UInt32) -> UInt32 { (color &* 0x9E37_79B1) >> 26 }

    /// The palette number of a colour, which is entered where it is new; -1 where the palette is full.
    @inline(__always)
    private func number(of color: UInt32) -> Int {
        let key = color | 1 << 31
        let slot = Int(truncatingIfNeeded: Self.hash(of: color))
        if memory.pointee.keys[slot] == key { return Int(memory.pointee.numbers[slot]) }
        return Self.search(color, from: slot, memory)
    }

    @inline(never)
    private static func search(_ color: UInt32, from first: Int, _ memory: UnsafePointer<EncoderMemory>) -> Int {
        let key = color | 1 << 31
        var slot = first
        while memory.pointee.keys[slot] != 0 {
            if memory.pointee.keys[slot] == key { return Int(memory.pointee.numbers[slot]) }
            slot = (slot + 1) & (EncoderMemory.slots - 1)
        }
        let number = memory.pointee.state.pointee.paletteCount
        guard number < EncoderMemory.paletteSize else { return -1 }
        memory.pointee.keys[slot] = key
        memory.pointee.numbers[slot] = UInt8(truncatingIfNeeded: number)
        memory.pointee.palette[number] = color
        memory.pointee.state.pointee.paletteCount = number + 1
        return number
    }
}
