import HardwareInterfaces

extension ShiftWords {
    /// Appends a whole shift on low lines, from known levels (CLK and colours low) to the same.
    @inline(__always)
    func append(_ source: some ShiftSource, to cursor: inout WordCursor) {
        // The loop is compiled for each case, so that nothing is asked again for every column.
        switch (kind, pad) {
        case (.bcm, nil): append(source, kind: .bcm, pad: nil, to: &cursor)
        case (.bcm, let pad?): append(source, kind: .bcm, pad: pad, to: &cursor)
        case (.rp1, nil): append(source, kind: .rp1, pad: nil, to: &cursor)
        case (.rp1, let pad?): append(source, kind: .rp1, pad: pad, to: &cursor)
        case (.kernel, let pad): append(source, kind: .kernel, pad: pad, to: &cursor)
        }
    }

    @inline(__always)
    private func append(_ source: some ShiftSource, kind: PortKind, pad: UInt32?, to cursor: inout WordCursor) {
        let perColumn = pad == nil ? 2 : 4
        let unchanged = unchanged
        let count = source.count
        var lines = source.lines(0)
        appendFirst(lines, pad: pad, to: &cursor)
        var done = 1
        var index = 1
        while index < count {
            let next = source.lines(index)
            if next != lines {
                let column = source.column(index)
                append(unchanged, words: (column &- done) &* perColumn, to: &cursor)
                done = column &+ 1
                appendColumn(from: lines, to: next, kind: kind, pad: pad, &cursor)
                lines = next
            }
            index &+= 1
        }
        append(unchanged, words: (columns &- done) &* perColumn, to: &cursor)
        appendEnd(low: lines, high: 0, to: &cursor)
    }

    /// Appends the first column of a shift: CLK and colours are low.
    @inline(__always)
    func appendFirst(_ lines: UInt32, to cursor: inout WordCursor) {
        appendFirst(lines, pad: pad, to: &cursor)
    }

    /// Appends a further column: CLK low, the lines that change, CLK high.
    @inline(__always)
    func appendColumn(from lines: UInt32, to next: UInt32, _ cursor: inout WordCursor) {
        appendColumn(from: lines, to: next, kind: kind, pad: pad, &cursor)
    }

    @inline(__always)
    private func appendFirst(_ lines: UInt32, pad: UInt32?, to cursor: inout WordCursor) {
        cursor.append(.setLow, unlessEmpty: lines)
        appendClock(pad: pad, to: &cursor)
    }

    @inline(__always)
    private func appendColumn(
        from lines: UInt32, to next: UInt32, kind: PortKind, pad: UInt32?, _ cursor: inout WordCursor
    ) {
        let changing = next ^ lines
        let rising = changing & next
        switch kind {
        case .bcm:
            cursor.append(.clearLow, clock | changing & lines)
            cursor.append(.setLow, unlessEmpty: rising)
        case .rp1:
            cursor.append(changing == 0 ? .clearLow : .toggleLow, clock | changing)
        case .kernel:
            cursor.append(rising == 0 ? .clearLow : .clearLowWithNext, clock | changing & lines)
            cursor.append(.setLow, unlessEmpty: rising)
        }
        appendClock(pad: pad, to: &cursor)
    }

    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(pad: UInt32?, to cursor: inout WordCursor) {
        if let pad { cursor.append(pad) }
        cursor.append(.setLow, clock)
        if let pad { cursor.append(pad) }
    }

    /// Columns in which no colour line changes; touches up to `overrun` words more.
    @inline(__always)
    private func append(_ unchanged: SIMD8<UInt32>, words: Int, to cursor: inout WordCursor) {
        var remaining = words
        var place = UnsafeMutableRawPointer(cursor.place)
        while remaining > 0 {
            place.storeBytes(of: unchanged, as: SIMD8<UInt32>.self)
            place += 32
            remaining &-= 8
        }
        cursor.place += words
    }

    /// Appends a shift on low and high lines.
    func append(_ source: ListSource, high: UnsafeMutablePointer<UInt32>, to cursor: inout WordCursor) {
        let perColumn = pad == nil ? 2 : 4
        var lines = source.low[0]
        var highLines = high[0]
        cursor.append(.setLow, unlessEmpty: lines)
        cursor.append(.setHigh, unlessEmpty: highLines)
        appendClock(pad: pad, to: &cursor)
        var done = 1
        var index = 1
        while index < source.count {
            if source.low[index] != lines || high[index] != highLines {
                let column = source.column(index)
                append(unchanged, words: (column &- done) &* perColumn, to: &cursor)
                done = column &+ 1
                appendChange(low: (lines, source.low[index]), high: (highLines, high[index]), to: &cursor)
                appendClock(pad: pad, to: &cursor)
                lines = source.low[index]
                highLines = high[index]
            }
            index &+= 1
        }
        append(unchanged, words: (columns &- done) &* perColumn, to: &cursor)
        appendEnd(low: lines, high: highLines, to: &cursor)
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
        // A call of the kernel costs time for each line; a store costs the same for all lines, and undoes what others
        // have done to the lines.
        if kind == .kernel {
            cursor.append(.clearHighWithNext, unlessEmpty: high)
            cursor.append(.clearLow, clock | low)
        } else {
            cursor.append(.clearLow, clock | colors.low)
            cursor.append(.clearHigh, unlessEmpty: colors.high)
        }
    }
}
