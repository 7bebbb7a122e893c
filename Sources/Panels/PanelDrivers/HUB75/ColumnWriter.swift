/// Writes columns of a shift on one kind of port, with one kind of padding.
///
/// Both are types, not values, so that every loop over columns is compiled for each of them and has no branches.
struct ColumnWriter<Change: ColumnChange, Pad: EdgePad> {
    let change: Change
    let pad: Pad
    /// The word that makes CLK high.
    let clock: UInt32
    /// Unchanged columns, as many as eight words hold.
    let unchanged: SIMD8<UInt32>

    /// Appends the first column of a shift: CLK and colours are low.
    @inline(__always)
    func appendFirst(_ levels: ColumnLevels, to cursor: inout WordCursor) {
        cursor.append(.setLow, unlessEmpty: levels.high)
        appendClock(to: &cursor)
    }

    /// Appends a further column: CLK low, the lines that change, CLK high.
    @inline(__always)
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        change.append(from: before, to: levels, &cursor)
        appendClock(to: &cursor)
    }

    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(to cursor: inout WordCursor) {
        pad.append(to: &cursor)
        cursor.append(clock)
        pad.append(to: &cursor)
    }

    /// Columns in which no colour line changes; touches up to `ShiftWords.overrun` words more.
    @inline(__always)
    func append(unchanged columns: Int, to cursor: inout WordCursor) {
        let words = columns &* (2 &+ 2 &* Pad.words)
        var place = UnsafeMutableRawPointer(cursor.place)
        place.storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
        var remaining = words &- 8
        while remaining > 0 {
            place += 32
            place.storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
            remaining &-= 8
        }
        cursor.count &+= words
    }

    /// Appends every column of a source by itself; returns the levels of the last one.
    func appendAll(_ source: some ShiftSource, to end: inout WordCursor) -> ColumnLevels {
        var cursor = end
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        var index = 1
        while index &+ 3 < count {
            let first = source.levels(index)
            append(from: levels, to: first, &cursor)
            let second = source.levels(index &+ 1)
            append(from: first, to: second, &cursor)
            let third = source.levels(index &+ 2)
            append(from: second, to: third, &cursor)
            levels = source.levels(index &+ 3)
            append(from: third, to: levels, &cursor)
            index &+= 4
        }
        while index < count {
            let next = source.levels(index)
            append(from: levels, to: next, &cursor)
            levels = next
            index &+= 1
        }
        end = cursor
        return levels
    }

    /// Appends the columns of a source that change, and those between them several at a time; returns the levels of the
    /// last one.
    func appendChanges(_ source: some ShiftSource, columns: Int, to end: inout WordCursor) -> ColumnLevels {
        var cursor = end
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        var done = 1
        var index = 1
        while index < count {
            let next = source.levels(index)
            if next != levels {
                let column = source.column(index)
                append(unchanged: column &- done, to: &cursor)
                done = column &+ 1
                append(from: levels, to: next, &cursor)
                levels = next
            }
            index &+= 1
        }
        append(unchanged: columns &- done, to: &cursor)
        end = cursor
        return levels
    }
}
