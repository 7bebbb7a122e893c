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
    static var words: Int { get }
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

/// The levels of the low colour lines in a column, as the two words that bring them there from any others: the lower half
/// clears CLK and the lines that are low, the upper half sets the lines that are high.
///
/// So one AND leaves of both words the lines that change.
struct ColumnLevels: Equatable {
    /// The two words; in memory the one that clears comes first.
    let words: UInt64

    /// The least pair of words of which the second one sets a line.
    static let leastRising = UInt64(UInt32(ScanWord.Operation.setLow.rawValue) << 28 | 1) << 32
    /// Turns a word that clears into one that clears with the next one.
    static let withNext = UInt64(
        UInt32(ScanWord.Operation.clearLow.rawValue ^ ScanWord.Operation.clearLowWithNext.rawValue) << 28)

    /// Levels whose words are known.
    @inline(__always)
    init(words: UInt64) { self.words = words }

    /// The levels where some of the colour lines are high, for one chain; those of others are added.
    init(high: UInt32, clock: UInt32, colors: UInt32) {
        let clear = ScanWord(.clearLow, clock | colors & ~high).rawValue
        let set = ScanWord(.setLow, high).rawValue
        words = UInt64(clear) | UInt64(set) << 32
    }

    /// What lines of another chain make different when they are high: for `^`.
    init(alsoHigh lines: UInt32) { words = UInt64(lines) | UInt64(lines) << 32 }

    @inline(__always)
    var high: UInt32 { UInt32(truncatingIfNeeded: words >> 32) & 0x0FFF_FFFF }

    /// The levels with those of another chain.
    @inline(__always)
    static func ^ (levels: ColumnLevels, other: ColumnLevels) -> ColumnLevels {
        ColumnLevels(words: levels.words ^ other.words)
    }

    /// The words that are left of these after a column of other levels: one clears CLK and the lines that fall, the other
    /// sets those that rise.
    ///
    /// - Parameter both: the colour lines, in both halves.
    @inline(__always)
    func changes(from before: ColumnLevels, both: UInt64) -> UInt64 { words & (before.words ^ both) }
}
