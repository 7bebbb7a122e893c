/// Shades in both halves of a chain: a byte of each column's case, and a table of a shift's levels for them.
struct ShadeSource: ShiftSource {
    let count: Int
    /// The columns of the entries, which are only asked where some are left out.
    let columns: UnsafeMutablePointer<Int32>
    let cases: UnsafeMutablePointer<UInt8>
    let table: UnsafeMutablePointer<UInt64>

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    @inline(__always)
    func levels(_ index: Int) -> ColumnLevels { ColumnLevels(words: table[Int(cases[index])]) }
}

/// Shades in one half: a byte of each column's shade and of the one before, and a table of a shift's words for both.
struct ShadePairSource: ShiftSource {
    /// The case under which the table has the levels of shades.
    static let levels = 7 << 3

    let count: Int
    /// The columns of the entries, which are only asked where some are left out.
    let columns: UnsafeMutablePointer<Int32>
    let cases: UnsafeMutablePointer<UInt8>
    let table: UnsafeMutablePointer<UInt64>

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    @inline(__always)
    func levels(_ index: Int) -> ColumnLevels { ColumnLevels(words: table[Int(cases[index]) | Self.levels]) }

    @inline(__always)
    func changes(_ index: Int, from levels: inout ColumnLevels, _ change: some ColumnChange) -> UInt64 {
        table[Int(cases[index])]
    }
}
