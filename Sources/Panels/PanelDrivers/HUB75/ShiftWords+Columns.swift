extension EncoderSetup {
    /// Appends a whole shift on low lines, from known levels (CLK and colours low) to the same.
    ///
    /// Not a method of `ShiftWords`, which would be copied for every shift.
    ///
    /// - Parameter hasGaps: whether the source leaves columns out; else it has an entry for every column.
    func append(_ source: some ShiftSource, hasGaps: Bool, to cursor: inout WordCursor) {
        let setAndClear = SetAndClear(both: shift.bothColors)
        let setWithClear = SetWithClear(both: shift.bothColors)
        let toggle = Toggle(clock: shift.clock)
        switch (shift.kind, shift.pad.map(PadWord.init)) {
        case (.bcm, nil): append(source, hasGaps, setAndClear, NoPad(), &cursor)
        case (.bcm, let pad?): append(source, hasGaps, setAndClear, pad, &cursor)
        case (.rp1, nil): append(source, hasGaps, toggle, NoPad(), &cursor)
        case (.rp1, let pad?): append(source, hasGaps, toggle, pad, &cursor)
        case (.kernel, nil): append(source, hasGaps, setWithClear, NoPad(), &cursor)
        case (.kernel, let pad?): append(source, hasGaps, setWithClear, pad, &cursor)
        }
    }

    @inline(__always)
    private func append<Change, Pad>(
        _ source: some ShiftSource, _ hasGaps: Bool, _ change: Change, _ pad: Pad, _ cursor: inout WordCursor
    ) where Change: ColumnChange, Pad: EdgePad {
        let writer = ColumnWriter(change: change, pad: pad, clock: ScanWord(.setLow, shift.clock).rawValue)
        let levels =
            hasGaps
            ? writer.appendChanges(source, columns: shift.columns, unchanged: shift.unchanged, to: &cursor)
            : writer.appendAll(source, to: &cursor)
        shift.appendEnd(low: levels.high, high: 0, to: &cursor)
    }
}

extension ShiftWords {
    /// Appends the first column of a shift: CLK and colours are low.
    @inline(__always)
    func appendFirst(_ levels: ColumnLevels, to cursor: inout WordCursor) {
        cursor.append(.setLow, unlessEmpty: levels.high)
        appendClock(to: &cursor)
    }

    /// Appends a further column: CLK low, the lines that change, CLK high.
    @inline(__always)
    func appendColumn(from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor) {
        switch kind {
        case .bcm: append(SetAndClear(both: bothColors), from: before, to: levels, &cursor)
        case .rp1: append(Toggle(clock: clock), from: before, to: levels, &cursor)
        case .kernel: append(SetWithClear(both: bothColors), from: before, to: levels, &cursor)
        }
        appendClock(to: &cursor)
    }

    @inline(__always)
    private func append(
        _ change: some ColumnChange, from before: ColumnLevels, to levels: ColumnLevels, _ cursor: inout WordCursor
    ) {
        change.append(change.changes(from: before, to: levels), &cursor)
    }

    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(to cursor: inout WordCursor) {
        appendPad(to: &cursor)
        cursor.append(.setLow, clock)
        appendPad(to: &cursor)
    }

    /// Appends a shift on low and high lines.
    func append(_ source: ListSource, high: UnsafeMutablePointer<UInt32>, to cursor: inout WordCursor) {
        var lines = source.list[0].high
        var highLines = high[0]
        cursor.append(.setLow, unlessEmpty: lines)
        cursor.append(.setHigh, unlessEmpty: highLines)
        appendClock(to: &cursor)
        var done = 1
        var index = 1
        while index < source.count {
            let next = source.list[index].high
            if next != lines || high[index] != highLines {
                let column = source.column(index)
                append(unchanged: column &- done, to: &cursor)
                done = column &+ 1
                appendChange(low: (lines, next), high: (highLines, high[index]), to: &cursor)
                appendClock(to: &cursor)
                lines = next
                highLines = high[index]
            }
            index &+= 1
        }
        append(unchanged: columns &- done, to: &cursor)
        appendEnd(low: lines, high: highLines, to: &cursor)
    }

    private func append(unchanged columns: Int, to cursor: inout WordCursor) {
        let change = Toggle(clock: clock)
        let clock = ScanWord(.setLow, clock).rawValue
        if let pad {
            ColumnWriter(change: change, pad: PadWord(word: pad), clock: clock)
                .append(unchanged, columns: columns, to: &cursor)
        } else {
            ColumnWriter(change: change, pad: NoPad(), clock: clock)
                .append(unchanged, columns: columns, to: &cursor)
        }
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
