/// How a port changes colour lines together with the falling edge of CLK.
protocol ColumnChange {
    /// The words that a change always has, and those that it may have besides.
    static var words: (always: Int, optional: Int) { get }
    /// Writes the words that make CLK low and bring the lines from some levels to others; touches all that there may be.
    ///
    /// - Returns: whether the optional word is there.
    func write(
        from before: ColumnLevels, to levels: ColumnLevels, at place: UnsafeMutablePointer<UInt32>
    ) -> Bool
}

extension ColumnChange {
    /// Appends the words of a change.
    @inline(__always)
    func append(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        // No branch: which lines change is as good as random.
        let hasOptional = write(from: before, to: levels, at: cursor.place)
        cursor.count &+= Self.words.always &+ (hasOptional ? Self.words.optional : 0)
    }
}

/// One store clears lines, one sets lines.
struct SetAndClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 1) }

    @inline(__always)
    func write(
        from before: ColumnLevels, to levels: ColumnLevels, at place: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let words = levels.changes(from: before, both: both)
        UnsafeMutableRawPointer(place).storeBytes(of: words, as: UInt64.self)
        return words >= ColumnLevels.leastRising
    }
}

/// One call clears and sets lines.
struct SetWithClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 1) }

    @inline(__always)
    func write(
        from before: ColumnLevels, to levels: ColumnLevels, at place: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let words = levels.changes(from: before, both: both)
        let isRising = words >= ColumnLevels.leastRising
        UnsafeMutableRawPointer(place).storeBytes(
            of: isRising ? words ^ ColumnLevels.withNext : words, as: UInt64.self)
        return isRising
    }
}

/// One store inverts lines.
struct Toggle: ColumnChange {
    /// The clock line.
    let clock: UInt32

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 0) }

    @inline(__always)
    func write(
        from before: ColumnLevels, to levels: ColumnLevels, at place: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let changing = UInt32(truncatingIfNeeded: levels.words ^ before.words)
        let operation: ScanWord.Operation = changing == 0 ? .clearLow : .toggleLow
        place.pointee = UInt32(operation.rawValue) << 28 | clock | changing
        return false
    }
}

/// What lets time pass after an edge of CLK or LAT.
protocol EdgePad {
    /// The number of words.
    static var words: Int { get }
    /// Appends them.
    func append(to cursor: inout WordCursor)
    /// Writes them at a place that is behind by the words that are further.
    func write(at place: UnsafeMutablePointer<UInt32>)
}

/// Nothing, where a write takes long enough.
struct NoPad: EdgePad {
    @inline(__always) static var words: Int { 0 }

    @inline(__always)
    func append(to cursor: inout WordCursor) {}

    @inline(__always)
    func write(at place: UnsafeMutablePointer<UInt32>) {}
}

/// Harmless writes.
struct PadWord: EdgePad {
    let word: UInt32

    @inline(__always) static var words: Int { 1 }

    @inline(__always)
    func append(to cursor: inout WordCursor) { cursor.append(word) }

    @inline(__always)
    func write(at place: UnsafeMutablePointer<UInt32>) { place.pointee = word }
}
