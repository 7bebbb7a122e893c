/// Writes columns of a shift on one kind of port, with one kind of padding.
///
/// Both are types, not values, so that every loop over columns is compiled for each of them and has no branches.
struct ColumnWriter<Change: ColumnChange, Pad: EdgePad> {
    let change: Change
    let pad: Pad
    /// The word that makes CLK high.
    let clock: UInt32

    /// Appends the first column of a shift: CLK and colours are low.
    @inline(__always)
    func appendFirst(_ levels: ColumnLevels, to cursor: inout WordCursor) {
        cursor.append(.setLow, unlessEmpty: levels.high)
        appendClock(to: &cursor)
    }

    /// Appends a further column: CLK low, the lines that change, CLK high.
    @inline(__always)
    private func append(_ changes: UInt64, _ cursor: inout WordCursor) {
        change.append(changes, &cursor)
        appendClock(to: &cursor)
    }

    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(to cursor: inout WordCursor) {
        pad.append(to: &cursor)
        cursor.append(clock)
        pad.append(to: &cursor)
    }

    /// Writes columns in which no colour line changes, as many as eight words hold again and again, and moves the place behind
    /// them; touches up to `ShiftWords.overrun` words more.
    @inline(__always)
    func fill(_ unchanged: SIMD8<UInt32>, columns: Int, at place: inout UnsafeMutablePointer<UInt32>) {
        let words = columns &* (2 &+ 2 &* Pad.words)
        UnsafeMutableRawPointer(place).storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
        var done = 8
        while done < words {
            UnsafeMutableRawPointer(place + done).storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
            done &+= 8
        }
        place += words
    }

    /// Appends every column of a source by itself; returns the levels of the last one.
    func appendAll(_ source: some ShiftSource, to end: inout WordCursor) -> ColumnLevels {
        var cursor = end
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        var index = 1
        // Seven columns at a time: rows of 64 and of 512 columns leave none over.
        var place = cursor.place
        var surplus = 0
        while index &+ 6 < count {
            let first = source.changes(index, from: &levels, change)
            writeShort(first, at: place, &surplus)
            let second = source.changes(index &+ 1, from: &levels, change)
            writeLong(second, at: place + Self.short, &surplus)
            let third = source.changes(index &+ 2, from: &levels, change)
            writeShort(third, at: place + (Self.short &+ Self.long), &surplus)
            let fourth = source.changes(index &+ 3, from: &levels, change)
            writeLong(fourth, at: place + (2 &* Self.short &+ Self.long), &surplus)
            let fifth = source.changes(index &+ 4, from: &levels, change)
            writeShort(fifth, at: place + (2 &* Self.short &+ 2 &* Self.long), &surplus)
            let sixth = source.changes(index &+ 5, from: &levels, change)
            writeLong(sixth, at: place + (3 &* Self.short &+ 2 &* Self.long), &surplus)
            let seventh = source.changes(index &+ 6, from: &levels, change)
            writeShort(seventh, at: place + (3 &* Self.short &+ 3 &* Self.long), &surplus)
            place += 4 &* Self.short &+ 3 &* Self.long
            index &+= 7
        }
        cursor.count = place + surplus - cursor.base
        while index < count {
            append(source.changes(index, from: &levels, change), &cursor)
            index &+= 1
        }
        end = cursor
        return source.levels(count &- 1)
    }

    /// The words of a column without the optional one, and with it.
    @inline(__always)
    private static var short: Int { Change.words.always &+ 1 &+ 2 &* Pad.words }
    @inline(__always)
    private static var long: Int { short &+ Change.words.optional }

    /// Writes a column at a place that was counted as if columns had no optional word, and counts it where it is there.
    ///
    /// A place that moves by constants costs no instructions; what it is wrong by is one number. Counting up and down in turn
    /// keeps the compiler from adding up what two columns count, which costs more.
    @inline(__always)
    private func writeShort(
        _ changes: UInt64, at place: UnsafeMutablePointer<UInt32>, _ surplus: inout Int
    ) {
        let hasOptional = Change.write(changes, at: place + surplus)
        if Change.words.optional > 0 { surplus &+= hasOptional ? 1 : 0 }
        writeClock(at: place + (Change.words.always &+ surplus))
    }

    /// The same for a place that was counted as if columns had the optional word: counts it down where it is missing.
    @inline(__always)
    private func writeLong(
        _ changes: UInt64, at place: UnsafeMutablePointer<UInt32>, _ surplus: inout Int
    ) {
        let hasOptional = Change.write(changes, at: place + surplus)
        if Change.words.optional > 0 { surplus &-= hasOptional ? 0 : 1 }
        writeClock(at: place + (Change.words.always &+ Change.words.optional &+ surplus))
    }

    /// The rising edge of CLK at a place.
    @inline(__always)
    private func writeClock(at place: UnsafeMutablePointer<UInt32>) {
        pad.write(at: place)
        place[Pad.words] = clock
        pad.write(at: place + (Pad.words &+ 1))
    }

    /// Appends the columns of a source that change, and those between them several at a time; returns the levels of the
    /// last one.
    func appendChanges(_ source: some ShiftSource, columns: Int, unchanged: SIMD8<UInt32>, to cursor: inout WordCursor)
        -> ColumnLevels
    {
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        let nothing = change.changes(from: levels, to: levels)
        var place = cursor.place
        var done = 1
        var index = 1
        while index < count {
            let changes = source.changes(index, from: &levels, change)
            if changes != nothing {
                let column = source.column(index)
                fill(unchanged, columns: column &- done, at: &place)
                done = column &+ 1
                let hasOptional = Change.write(changes, at: place)
                place += Change.words.always &+ (hasOptional ? Change.words.optional : 0)
                writeClock(at: place)
                place += 1 &+ 2 &* Pad.words
            }
            index &+= 1
        }
        fill(unchanged, columns: columns &- done, at: &place)
        cursor.count = place - cursor.base
        return levels
    }
}

/// The levels of the colour lines in the columns in which they may change, for one shift.
///
/// Entry 0 is column 0. Every entry but the first may also repeat the levels of the one before.
protocol ShiftSource {
    /// The number of entries, 1 or more.
    var count: Int { get }
    func column(_ index: Int) -> Int
    /// The levels of the low lines from that column on.
    func levels(_ index: Int) -> ColumnLevels
}

extension ShiftSource {
    /// The words that change the levels of the entry before, which are at hand, to those of an entry, which then are.
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
