extension RowEncoder {
    /// Finds the columns in which any lane changes its colour, and the palette numbers of the colours.
    ///
    /// - Returns: false where the row pair has more colours than the palette holds.
    mutating func findEvents() -> Bool {
        let wasEmpty = memory.pointee.state.pointee.paletteCount == 0
        if walkColumns() { return true }
        if !wasEmpty {
            // The palette is full of colours of other rows and frames: it begins anew.
            memory.pointee.forgetPalette()
            if walkColumns() { return true }
        }
        memory.pointee.forgetPalette()
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

    /// One chain, the usual case: two columns at a time are compared with those before them.
    private mutating func walkChain() -> Bool {
        let upper = UnsafeRawPointer(memory.pointee.lanePixels[0])
        let lower = UnsafeRawPointer(memory.pointee.lanePixels[1])
        guard enterEvent(0) else { return false }
        let columns = setup.matrix.columns
        var column = 1
        while column &+ 1 < columns {
            let offset = 4 &* column
            let changes =
                (upper.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    ^ upper.loadUnaligned(fromByteOffset: offset &- 4, as: UInt64.self))
                | (lower.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    ^ lower.loadUnaligned(fromByteOffset: offset &- 4, as: UInt64.self))
            if changes != 0 {
                if UInt32(truncatingIfNeeded: changes) != 0 {
                    guard enterEvent(column) else { return false }
                }
                if changes >> 32 != 0 {
                    guard enterEvent(column &+ 1) else { return false }
                }
            }
            column &+= 2
        }
        if column < columns, isChanged(column) { return enterEvent(column) }
        return true
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

    /// The palette number of a colour, which is entered where it is new; -1 where the palette is full.
    @inline(__always)
    private func number(of color: UInt32) -> Int {
        let key = color | 1 << 31
        let slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 26)
        if memory.pointee.keys[slot] == key { return Int(memory.pointee.numbers[slot]) }
        return search(color, from: slot)
    }

    @inline(never)
    private func search(_ color: UInt32, from first: Int) -> Int {
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
