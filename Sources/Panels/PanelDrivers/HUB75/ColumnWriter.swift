/// Writes columns of a shift on one kind of port, with or without padding.
///
/// Both are constants where a writer is made, and everything is inlined there, so that every loop over columns is compiled
/// for each of them and has no branches.
struct ColumnWriter {
    let kind: PortKind
    /// The word that lets time pass after an edge of CLK; nil where a write takes long enough.
    let pad: UInt32?
    /// CLK, and the word that makes it high.
    let clock: UInt32
    private let rise: UInt32
    /// The colour lines, in both halves.
    private let bothColors: UInt64

    @inline(__always)
    init(_ shift: ShiftWords, kind: PortKind, pad: UInt32?) {
        self.kind = kind
        self.pad = pad
        clock = shift.clock
        rise = ScanWord(.setLow, shift.clock).rawValue
        bothColors = shift.bothColors
    }

    /// The words of padding after an edge.
    @inline(__always)
    private var padWords: Int { pad == nil ? 0 : 1 }
    /// The words that a change may have besides the one that it always has: a store that inverts lines needs no other.
    @inline(__always)
    private var optionalWords: Int { if case .rp1 = kind { 0 } else { 1 } }
    /// The words of a column without the optional one, and with it.
    @inline(__always)
    private var short: Int { 2 &+ 2 &* padWords }
    @inline(__always)
    private var long: Int { short &+ optionalWords }

    /// The words that make CLK low and bring the lines from some levels to others, the first one in the lower half.
    ///
    /// The upper half is the optional word, which is there if it is `ColumnLevels.leastRising` or more.
    @inline(__always)
    private func changes(from before: ColumnLevels, to levels: ColumnLevels) -> UInt64 {
        switch kind {
        case .bcm: return levels.changes(from: before, both: bothColors)
        case .kernel:
            let words = levels.changes(from: before, both: bothColors)
            return words >= ColumnLevels.leastRising ? words ^ ColumnLevels.withNext : words
        case .rp1:
            let changing = UInt32(truncatingIfNeeded: levels.words ^ before.words)
            let operation: ScanWord.Operation = changing == 0 ? .clearLow : .toggleLow
            return UInt64(UInt32(operation.rawValue) << 28 | clock | changing)
        }
    }

    /// The same to the levels of an entry from those of the one before, which are at hand; then the entry's are.
    @inline(__always)
    private func changes(_ source: ColumnSource, _ index: Int, from levels: inout ColumnLevels) -> UInt64 {
        let before = levels
        levels = source.levels(index)
        return changes(from: before, to: levels)
    }

    /// Writes the words of a change; touches all that there may be.
    ///
    /// - Returns: whether the optional word is there.
    @inline(__always)
    private func write(_ changes: UInt64, at place: UnsafeMutablePointer<UInt32>) -> Bool {
        if optionalWords == 0 {
            place.pointee = UInt32(truncatingIfNeeded: changes)
            return false
        }
        UnsafeMutableRawPointer(place).storeBytes(of: changes, as: UInt64.self)
        return changes >= ColumnLevels.leastRising
    }

    /// The rising edge of CLK at a place, when the colours have stood for long enough.
    @inline(__always)
    private func writeClock(at place: UnsafeMutablePointer<UInt32>) {
        if let pad {
            place[0] = pad
            place[2] = pad
        }
        place[padWords] = rise
    }

    /// Appends the first column of a shift: CLK and colours are low.
    @inline(__always)
    private func appendFirst(_ levels: ColumnLevels, to cursor: inout WordCursor) {
        cursor.append(.setLow, unlessEmpty: levels.high)
        writeClock(at: cursor.place)
        cursor.count &+= 1 &+ 2 &* padWords
    }

    /// Writes columns in which no colour line changes, as many as eight words hold again and again, and moves the place behind
    /// them; touches up to `ShiftWords.overrun` words more.
    @inline(__always)
    func fill(_ unchanged: SIMD8<UInt32>, columns: Int, at place: inout UnsafeMutablePointer<UInt32>) {
        let words = columns &* short
        UnsafeMutableRawPointer(place).storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
        var done = 8
        while done < words {
            UnsafeMutableRawPointer(place + done).storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
            done &+= 8
        }
        place += words
    }

    /// Appends every column of a source by itself; returns the levels of the last one.
    @inline(__always)
    func appendAll(_ source: ColumnSource, to end: inout WordCursor) -> ColumnLevels {
        var cursor = end
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        var index = 1
        // Seven columns at a time: rows of 64 and of 512 columns leave none over.
        var place = cursor.place
        var surplus = 0
        while index &+ 6 < count {
            let first = changes(source, index, from: &levels)
            writeShort(first, at: place, &surplus)
            let second = changes(source, index &+ 1, from: &levels)
            writeLong(second, at: place + short, &surplus)
            let third = changes(source, index &+ 2, from: &levels)
            writeShort(third, at: place + (short &+ long), &surplus)
            let fourth = changes(source, index &+ 3, from: &levels)
            writeLong(fourth, at: place + (2 &* short &+ long), &surplus)
            let fifth = changes(source, index &+ 4, from: &levels)
            writeShort(fifth, at: place + (2 &* short &+ 2 &* long), &surplus)
            let sixth = changes(source, index &+ 5, from: &levels)
            writeLong(sixth, at: place + (3 &* short &+ 2 &* long), &surplus)
            let seventh = changes(source, index &+ 6, from: &levels)
            writeShort(seventh, at: place + (3 &* short &+ 3 &* long), &surplus)
            place += 4 &* short &+ 3 &* long
            index &+= 7
        }
        cursor.count = place + surplus - cursor.base
        while index < count {
            // No branch: which lines change is as good as random.
            let hasOptional = write(changes(source, index, from: &levels), at: cursor.place)
            cursor.count &+= 1 &+ (hasOptional ? optionalWords : 0)
            writeClock(at: cursor.place)
            cursor.count &+= 1 &+ 2 &* padWords
            index &+= 1
        }
        end = cursor
        return source.levels(count &- 1)
    }

    /// Writes a column at a place that was counted as if columns had no optional word, and counts it where it is there.
    ///
    /// A place that moves by constants costs no instructions; what it is wrong by is one number. Counting up and down in turn
    /// keeps the compiler from adding up what two columns count, which costs more.
    @inline(__always)
    private func writeShort(_ changes: UInt64, at place: UnsafeMutablePointer<UInt32>, _ surplus: inout Int) {
        let hasOptional = write(changes, at: place + surplus)
        if optionalWords > 0 { surplus &+= hasOptional ? 1 : 0 }
        writeClock(at: place + (1 &+ surplus))
    }

    /// The same for a place that was counted as if columns had the optional word: counts it down where it is missing.
    @inline(__always)
    private func writeLong(_ changes: UInt64, at place: UnsafeMutablePointer<UInt32>, _ surplus: inout Int) {
        let hasOptional = write(changes, at: place + surplus)
        if optionalWords > 0 { surplus &-= hasOptional ? 0 : 1 }
        writeClock(at: place + (1 &+ optionalWords &+ surplus))
    }

    /// Appends the columns of a source that change, and those between them several at a time; returns the levels of the
    /// last one.
    @inline(__always)
    func appendChanges(
        _ source: ColumnSource, columns: Int, unchanged: SIMD8<UInt32>, to cursor: inout WordCursor
    ) -> ColumnLevels {
        let count = source.count
        var levels = source.levels(0)
        appendFirst(levels, to: &cursor)
        let nothing = changes(from: levels, to: levels)
        var place = cursor.place
        var done = 1
        var index = 1
        while index < count {
            let words = changes(source, index, from: &levels)
            if words != nothing {
                let column = source.column(index)
                fill(unchanged, columns: column &- done, at: &place)
                done = column &+ 1
                let hasOptional = write(words, at: place)
                place += 1 &+ (hasOptional ? optionalWords : 0)
                writeClock(at: place)
                place += 1 &+ 2 &* padWords
            }
            index &+= 1
        }
        fill(unchanged, columns: columns &- done, at: &place)
        cursor.count = place - cursor.base
        return levels
    }
}

/// The levels of the colour lines in the columns in which they may change, for one shift: a byte of each column's codes, and a
/// table that turns it into levels.
///
/// Entry 0 is column 0. Every entry but the first may also repeat the levels of the one before.
struct ColumnSource {
    /// The number of entries, 1 or more.
    let count: Int
    private let columns: UnsafeMutablePointer<Int32>
    private let bytes: UnsafeRawPointer
    private let memory: UnsafePointer<EncoderMemory>
    private let table: UnsafeMutablePointer<ColumnLevels>
    private let chains: Int
    /// From the codes of one chain to those of the next.
    private let chainBytes: Int

    /// The bytes of one shift; the columns of the codes are only asked where some are left out.
    @inline(__always)
    init(_ memory: UnsafePointer<EncoderMemory>, count: Int, shift: Int, chains: Int, columns: Int) {
        self.memory = memory
        self.count = count
        self.chains = chains
        self.columns = memory.pointee.eventColumns
        bytes = UnsafeRawPointer(memory.pointee.columnCodes) + shift
        table = memory.pointee.chainLevels
        chainBytes = MemoryLayout<ShiftCodes>.stride &* columns
    }

    @inline(__always)
    func column(_ index: Int) -> Int { Int(columns[index]) }

    /// The levels of the low lines from an entry's column on.
    @inline(__always)
    func levels(_ index: Int) -> ColumnLevels {
        var levels = table[code(index, chain: 0)]
        var chain = 1
        while chain < chains {
            levels = levels ^ table[64 &* chain &+ code(index, chain: chain)]
            chain &+= 1
        }
        return levels
    }

    /// The high lines that are high from an entry's column on.
    func high(_ index: Int) -> UInt32 {
        (0..<chains).reduce(0) { $0 | memory.pointee.chainHigh[64 &* $1 &+ code(index, chain: $1)] }
    }

    /// The colour of an entry, 0 to 63.
    @inline(__always)
    private func code(_ index: Int, chain: Int) -> Int {
        let place = MemoryLayout<ShiftCodes>.stride &* index &+ chainBytes &* chain
        return Int(bytes.load(fromByteOffset: place, as: UInt8.self))
    }
}
