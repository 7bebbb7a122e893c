/// How a port changes colour lines together with the falling edge of CLK.
protocol ColumnChange {
    /// Appends the words that make CLK low and bring the lines from some levels to others.
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor)
}

/// One store clears lines, one sets lines.
struct SetAndClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always)
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        cursor.append(changes: levels.changes(from: before, both: both))
    }
}

/// One call clears and sets lines.
struct SetWithClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always)
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        let words = levels.changes(from: before, both: both)
        cursor.append(changes: words < ColumnLevels.leastRising ? words : words ^ ColumnLevels.withNext)
    }
}

/// One store inverts lines.
struct Toggle: ColumnChange {
    /// The clock line.
    let clock: UInt32

    @inline(__always)
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        let changing = UInt32(truncatingIfNeeded: levels.words ^ before.words)
        cursor.append(changing == 0 ? .clearLow : .toggleLow, clock | changing)
    }
}

/// What lets time pass after an edge of CLK or LAT.
protocol EdgePad {
    /// The number of words.
    static var words: Int { get }
    /// Appends them.
    func append(to cursor: inout WordCursor)
}

/// Nothing, where a write takes long enough.
struct NoPad: EdgePad {
    @inline(__always) static var words: Int { 0 }

    @inline(__always)
    func append(to cursor: inout WordCursor) {}
}

/// Harmless writes.
struct PadWord: EdgePad {
    let word: UInt32

    @inline(__always) static var words: Int { 1 }

    @inline(__always)
    func append(to cursor: inout WordCursor) { cursor.append(word) }
}
