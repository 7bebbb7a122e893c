/// The levels of the colour lines in the columns in which they may change, for one shift.
///
/// Entry 0 is column 0. Every entry but the first may also repeat the levels of the one before.
protocol ShiftSource {
    /// The number of entries, 1 or more.
    var count: Int { get }
    /// The column of an entry.
    func column(_ index: Int) -> Int
    /// The levels of the low lines from that column on.
    func levels(_ index: Int) -> ColumnLevels
    /// The words that change the levels of the entry before, which are at hand, to those of an entry, which then are.
    func changes(_ index: Int, from levels: inout ColumnLevels, _ change: some ColumnChange) -> UInt64
}

extension ShiftSource {
    @inline(__always)
    func changes(_ index: Int, from levels: inout ColumnLevels, _ change: some ColumnChange) -> UInt64 {
        let before = levels
        levels = self.levels(index)
        return change.changes(from: before, to: levels)
    }
}

/// One chain: a byte of each column's codes, and a table that turns it into levels.
struct CodeSource: ShiftSource {
    let count: Int
    private let columns: UnsafeMutablePointer<Int32>
    private let bytes: UnsafeRawPointer
    private let table: UnsafeMutablePointer<ColumnLevels>

    /// The bytes of one shift; the columns of the codes are only asked where some are left out.
    @inline(__always)
    init(
        count: Int, columns: UnsafeMutablePointer<Int32>, codes: UnsafeMutablePointer<ShiftCodes>, shift: Int,
        table: UnsafeMutablePointer<ColumnLevels>
    ) {
        self.count = count
        self.columns = columns
        self.table = table
        bytes = UnsafeRawPointer(codes) + shift
    }

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    @inline(__always)
    func levels(_ index: Int) -> ColumnLevels { table[code(index)] }

    /// The colour of an entry, 0 to 63.
    @inline(__always)
    func code(_ index: Int) -> Int {
        Int(bytes.load(fromByteOffset: MemoryLayout<ShiftCodes>.stride &* index, as: UInt8.self))
    }
}

/// Levels that were looked up before, for any number of chains.
struct ListSource: ShiftSource {
    let count: Int
    /// The columns of the entries; nil where every column has one.
    let columns: UnsafeMutablePointer<Int32>?
    let list: UnsafeMutablePointer<ColumnLevels>

    @inline(__always)
    func column(_ index: Int) -> Int {
        guard let columns else { return index }
        return Int(columns[index])
    }

    @inline(__always)
    func levels(_ index: Int) -> ColumnLevels { list[index] }
}
