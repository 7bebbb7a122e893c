/// The colour lines of the columns in which they may change, for one shift on low lines.
///
/// Entry 0 is column 0. Every entry but the first may also repeat the lines of the one before.
protocol ShiftSource {
    /// The number of entries, 1 or more.
    var count: Int { get }
    /// The column of an entry.
    func column(_ index: Int) -> Int
    /// The lines that are high from that column on.
    func lines(_ index: Int) -> UInt32
}

/// One chain whose colours are numbers of the palette: a table lookup for the upper and for the lower pixel.
struct PaletteSource: ShiftSource {
    let count: Int
    let columns: UnsafeMutablePointer<Int32>
    let numbers: UnsafeMutablePointer<UInt8>
    let upper: UnsafeMutablePointer<UInt32>
    let lower: UnsafeMutablePointer<UInt32>

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    @inline(__always)
    func lines(_ index: Int) -> UInt32 { upper[Int(numbers[2 &* index])] | lower[Int(numbers[2 &* index &+ 1])] }
}

/// One chain whose columns have codes: six bits of a shift each, which a table turns into lines.
struct CodeSource: ShiftSource {
    let count: Int
    private let words: UnsafeMutablePointer<UInt64>
    private let place: UInt64
    private let table: UnsafeMutablePointer<UInt32>

    /// The columns' bits of one shift of the codes.
    init(count: Int, codes: UnsafeMutablePointer<ShiftCodes>, shift: Int, table: UnsafeMutablePointer<UInt32>) {
        self.count = count
        self.table = table
        let words = UnsafeMutableRawPointer(codes).assumingMemoryBound(to: UInt64.self)
        self.words = shift == 0 ? words : words + 1
        place = UInt64(truncatingIfNeeded: 6 * max(shift - 1, 0))
    }

    @inline(__always)
    func column(_ index: Int) -> Int { index }

    @inline(__always)
    func lines(_ index: Int) -> UInt32 { table[Int(truncatingIfNeeded: words[2 &* index] &>> place & 63)] }
}

/// Lines that were looked up before, for any number of chains.
struct ListSource: ShiftSource {
    let count: Int
    let columns: UnsafeMutablePointer<Int32>
    let low: UnsafeMutablePointer<UInt32>

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    @inline(__always)
    func lines(_ index: Int) -> UInt32 { low[index] }
}

/// The colours of a column in eleven shifts, six bits each: red, green and blue of the upper and of the lower pixel.
///
/// A channel's value has such codes as well, with one of the six bits used.
struct ShiftCodes {
    /// Shift 0, and the shifts 1 to 10, which just fill a word.
    var first: UInt64 = 0
    var others: UInt64 = 0

    /// The codes of a value that is lit in these shifts.
    init(members: UInt32) {
        first = UInt64(members & 1)
        var remaining = members >> 1
        while remaining != 0 {
            others |= 1 &<< UInt64(truncatingIfNeeded: 6 * remaining.trailingZeroBitCount)
            remaining &= remaining &- 1
        }
    }

    /// Nothing lit.
    init() {}

    /// The codes of a column, from those of its two pixels' channels.
    @inline(__always)
    init(upper: UInt32, lower: UInt32, values: UnsafeMutablePointer<ShiftCodes>) {
        let (r1, g1, b1) = (Int(upper >> 16 & 0xFF), Int(upper >> 8 & 0xFF), Int(upper & 0xFF))
        let (r2, g2, b2) = (Int(lower >> 16 & 0xFF), Int(lower >> 8 & 0xFF), Int(lower & 0xFF))
        first =
            (values[r1].first | values[g1].first &<< 1 | values[b1].first &<< 2)
            | (values[r2].first | values[g2].first &<< 1 | values[b2].first &<< 2) &<< 3
        others =
            (values[r1].others | values[g1].others &<< 1 | values[b1].others &<< 2)
            | (values[r2].others | values[g2].others &<< 1 | values[b2].others &<< 2) &<< 3
    }
}
