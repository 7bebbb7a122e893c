/// How a port changes colour lines together with the falling edge of CLK.
protocol ColumnChange {
    /// The words that a change always has, and those that it may have besides.
    static var words: (always: Int, optional: Int) { get }
    /// The words that make CLK low and bring the lines from some levels to others, the first one in the lower half.
    ///
    /// The upper half is the optional word, which is there if it is `ColumnLevels.leastRising` or more.
    func changes(from before: ColumnLevels, to levels: ColumnLevels) -> UInt64
}

extension ColumnChange {
    /// Writes the words of a change; touches all that there may be.
    ///
    /// - Returns: whether the optional word is there.
    @inline(__always)
    static func write(_ words: UInt64, at place: UnsafeMutablePointer<UInt32>) -> Bool {
        if Self.words.optional == 0 {
            place.pointee = UInt32(truncatingIfNeeded: words)
            return false
        }
        UnsafeMutableRawPointer(place).storeBytes(of: words, as: UInt64.self)
        return words >= ColumnLevels.leastRising
    }

    /// Appends the words of a change.
    @inline(__always)
    func append(_ words: UInt64, _ cursor: inout WordCursor) {
        // No branch: which lines change is as good as random.
        let hasOptional = Self.write(words, at: cursor.place)
        cursor.count &+= Self.words.always &+ (hasOptional ? Self.words.optional : 0)
    }
}

/// One store clears lines, one sets lines.
struct SetAndClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 1) }

    @inline(__always)
    func changes(from before: ColumnLevels, to levels: ColumnLevels) -> UInt64 {
        levels.changes(from: before, both: both)
    }
}

/// One call clears and sets lines.
struct SetWithClear: ColumnChange {
    /// The colour lines, in both halves.
    let both: UInt64

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 1) }

    @inline(__always)
    func changes(from before: ColumnLevels, to levels: ColumnLevels) -> UInt64 {
        let words = levels.changes(from: before, both: both)
        return words >= ColumnLevels.leastRising ? words ^ ColumnLevels.withNext : words
    }
}

/// One store inverts lines.
struct Toggle: ColumnChange {
    /// The clock line.
    let clock: UInt32

    @inline(__always) static var words: (always: Int, optional: Int) { (1, 0) }

    @inline(__always)
    func changes(from before: ColumnLevels, to levels: ColumnLevels) -> UInt64 {
        let changing = UInt32(truncatingIfNeeded: levels.words ^ before.words)
        let operation: ScanWord.Operation = changing == 0 ? .clearLow : .toggleLow
        return UInt64(UInt32(operation.rawValue) << 28 | clock | changing)
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
