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
