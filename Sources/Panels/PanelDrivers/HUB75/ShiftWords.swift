/// The words that shift bits into a panel on one kind of port, and how long they take at most.
struct ShiftWords: Sendable {
    let kind: PortKind
    let clock: UInt32
    /// All colour lines.
    let colors: LineMasks
    /// The low ones in both halves, for `ColumnLevels`.
    let bothColors: UInt64
    /// The word that lets time pass after an edge of CLK or LAT; nil if a write takes long enough.
    let pad: UInt32?
    /// The bits that are shifted for a row.
    let columns: Int
    /// The most words of a shift.
    let maximumWords: Int
    /// The longest time of a shift in nanoseconds.
    let maximumTime: Int64
    /// Unchanged columns, as many as eight words hold.
    let unchanged: SIMD8<UInt32>

    /// Words that a writer may touch behind the last one.
    static let overrun = 8

    /// Derives the words from lines and times.
    init(columns: Int, clock: Int, colors: [[Int]], kind: PortKind, plan: WritePlan) {
        self.kind = kind
        self.columns = columns
        self.clock = LineMasks([clock]).low
        self.colors = LineMasks(colors.joined())
        bothColors = ColumnLevels(alsoHigh: self.colors.low).words
        let pads = plan.pads
        pad = pads == 0 ? nil : ScanWord(.pad, UInt32(truncatingIfNeeded: pads)).rawValue
        let hasHigh = self.colors.high != 0
        let writes: Int
        switch kind {
        case .bcm: writes = hasHigh ? 5 : 3
        case .rp1: writes = hasHigh ? 4 : 2
        case .kernel: writes = hasHigh ? 3 : 2
        }
        maximumTime = plan.time(writes: columns * (writes + 2 * pads) + (hasHigh ? 2 : 1))
        maximumWords = columns * ((hasHigh ? 5 : 3) + (pads == 0 ? 0 : 2)) + 2
        let clear = ScanWord(.clearLow, self.clock).rawValue
        let set = ScanWord(.setLow, self.clock).rawValue
        unchanged =
            pad.map { SIMD8(clear, $0, set, $0, clear, $0, set, $0) }
            ?? SIMD8(clear, set, clear, set, clear, set, clear, set)
    }

    /// Appends the padding after an edge.
    @inline(__always)
    func appendPad(to cursor: inout WordCursor) {
        if let pad { cursor.append(pad) }
    }
}

extension EncoderSetup {
    /// Appends a whole shift on low lines, from known levels (CLK and colours low) to the same.
    ///
    /// Not a method of `ShiftWords`, which would be copied for every shift.
    ///
    /// - Parameter hasGaps: whether the source leaves columns out; else it has an entry for every column.
    @inline(__always)
    func append(_ source: ColumnSource, hasGaps: Bool, to cursor: inout WordCursor) {
        switch (shift.kind, shift.pad) {
        case (.bcm, nil): append(source, hasGaps, ColumnWriter(shift, kind: .bcm, pad: nil), &cursor)
        case (.bcm, let pad?):
            append(source, hasGaps, ColumnWriter(shift, kind: .bcm, pad: pad), &cursor)
        case (.rp1, nil): append(source, hasGaps, ColumnWriter(shift, kind: .rp1, pad: nil), &cursor)
        case (.rp1, let pad?):
            append(source, hasGaps, ColumnWriter(shift, kind: .rp1, pad: pad), &cursor)
        case (.kernel, nil):
            append(source, hasGaps, ColumnWriter(shift, kind: .kernel, pad: nil), &cursor)
        case (.kernel, let pad?):
            append(source, hasGaps, ColumnWriter(shift, kind: .kernel, pad: pad), &cursor)
        }
    }

    @inline(__always)
    private func append(_ source: ColumnSource, _ hasGaps: Bool, _ writer: ColumnWriter, _ cursor: inout WordCursor) {
        let levels =
            hasGaps
            ? writer.appendChanges(source, columns: shift.columns, unchanged: shift.unchanged, to: &cursor)
            : writer.appendAll(source, to: &cursor)
        shift.appendEnd(low: levels.high, high: 0, to: &cursor)
    }
}

extension ShiftWords {
    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(to cursor: inout WordCursor) {
        appendPad(to: &cursor)
        cursor.append(.setLow, clock)
        appendPad(to: &cursor)
    }

    /// Appends a shift on low and high lines.
    func appendHigh(_ source: ColumnSource, hasGaps: Bool, to cursor: inout WordCursor) {
        let writer = ColumnWriter(self, kind: kind, pad: pad)
        var (low, high) = (source.levels(0).high, source.high(0))
        cursor.append(.setLow, unlessEmpty: low)
        cursor.append(.setHigh, unlessEmpty: high)
        appendClock(to: &cursor)
        var done = 1
        for index in 1..<source.count {
            let (nextLow, nextHigh) = (source.levels(index).high, source.high(index))
            if nextLow != low || nextHigh != high {
                let column = hasGaps ? source.column(index) : index
                append(unchanged: column &- done, writer, to: &cursor)
                done = column &+ 1
                appendChange(low: (low, nextLow), high: (high, nextHigh), to: &cursor)
                appendClock(to: &cursor)
                (low, high) = (nextLow, nextHigh)
            }
        }
        append(unchanged: columns &- done, writer, to: &cursor)
        appendEnd(low: low, high: high, to: &cursor)
    }

    private func append(unchanged columns: Int, _ writer: ColumnWriter, to cursor: inout WordCursor) {
        var place = cursor.place
        writer.fill(unchanged, columns: columns, at: &place)
        cursor.count = place - cursor.base
    }

    /// CLK low together with changed lines of both kinds.
    private func appendChange(
        low: (old: UInt32, new: UInt32), high: (old: UInt32, new: UInt32), to cursor: inout WordCursor
    ) {
        let rising = low.new & ~low.old
        let falling = low.old & ~low.new
        let risingHigh = high.new & ~high.old
        let fallingHigh = high.old & ~high.new
        switch kind {
        case .bcm:
            cursor.append(.clearLow, clock | falling)
            cursor.append(.clearHigh, unlessEmpty: fallingHigh)
            cursor.append(.setLow, unlessEmpty: rising)
        case .rp1:
            let changing = rising | falling
            cursor.append(changing == 0 ? .clearLow : .toggleLow, clock | changing)
            cursor.append(.clearHigh, unlessEmpty: fallingHigh)
        case .kernel:
            cursor.append(.clearHighWithNext, unlessEmpty: fallingHigh)
            cursor.append(rising | risingHigh == 0 ? .clearLow : .clearLowWithNext, clock | falling)
            cursor.append(.setLow, unlessEmpty: rising)
        }
        cursor.append(.setHigh, unlessEmpty: risingHigh)
    }

    /// The end of a shift: CLK low, and colours low, so that every shift begins with known levels.
    ///
    /// - Parameters:
    ///   - low: the low colour lines that are high.
    ///   - high: the high colour lines that are high.
    @inline(__always)
    func appendEnd(low: UInt32, high: UInt32, to cursor: inout WordCursor) {
        // A system call costs time for each line; a store costs the same for all lines, and undoes what others
        // have done to the lines.
        if kind.isKernel {
            cursor.append(.clearHighWithNext, unlessEmpty: high)
            cursor.append(.clearLow, clock | low)
        } else {
            cursor.append(.clearLow, clock | colors.low)
            cursor.append(.clearHigh, unlessEmpty: colors.high)
        }
    }
}

/// The end of the words of a scan program: where the next one goes.
struct WordCursor {
    /// Where the program's words begin.
    let base: UnsafeMutablePointer<UInt32>
    /// The number of words so far.
    var count: Int

    /// Where the next word goes.
    @inline(__always)
    var place: UnsafeMutablePointer<UInt32> { base + count }

    @inline(__always)
    mutating func append(_ word: UInt32) {
        base[count] = word
        count &+= 1
    }

    /// Appends a word made of an operation and its payload of at most 28 bits.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, _ payload: UInt32) {
        append(UInt32(operation.rawValue) << 28 | payload)
    }

    /// Appends a word where it does something; touches one word in any case.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, unlessEmpty payload: UInt32) {
        // No branch: which lines change is as good as random.
        base[count] = UInt32(operation.rawValue) << 28 | payload
        count &+= payload == 0 ? 0 : 1
    }

    /// Appends a word that waits for a time, which is known to fit.
    @inline(__always)
    mutating func append(_ operation: ScanWord.Operation, nanoseconds: Int64) {
        append(operation, UInt32(truncatingIfNeeded: nanoseconds))
    }
}
