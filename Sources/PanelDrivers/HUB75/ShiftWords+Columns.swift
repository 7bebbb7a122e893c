import HardwareInterfaces

/// The columns of a shift in which colour lines change, in the order of the columns, the first one being column 0.
struct ShiftEvents {
    /// The number of columns in the list.
    var count: Int
    /// The columns.
    let columns: UnsafeMutablePointer<Int32>
    /// The low colour lines that are high from that column on.
    let low: UnsafeMutablePointer<UInt32>
    /// The high colour lines that are high from that column on.
    let high: UnsafeMutablePointer<UInt32>
}

extension ShiftWords {
    /// Appends a whole shift, from known levels (CLK and colours low) to the same.
    @inline(__always)
    func append(_ events: ShiftEvents, to cursor: inout WordCursor) {
        if colors.high == 0 {
            appendLow(events, to: &cursor)
        } else {
            appendLowAndHigh(events, to: &cursor)
        }
    }

    /// A shift on low lines alone.
    private func appendLow(_ events: ShiftEvents, to cursor: inout WordCursor) {
        var lines = events.low[0]
        cursor.append(.setLow, unlessEmpty: lines)
        appendClock(to: &cursor)
        var done = 1
        for index in 1..<max(events.count, 1) {
            let next = events.low[index]
            guard next != lines else { continue }
            let column = Int(events.columns[index])
            appendUnchanged(column &- done, to: &cursor)
            done = column &+ 1
            let rising = next & ~lines
            let falling = lines & ~next
            switch kind {
            case .bcm:
                cursor.append(.clearLow, clock | falling)
                cursor.append(.setLow, unlessEmpty: rising)
            case .rp1:
                cursor.append(.toggleLow, clock | rising | falling)
            case .kernel:
                cursor.append(rising == 0 ? .clearLow : .clearLowWithNext, clock | falling)
                cursor.append(.setLow, unlessEmpty: rising)
            }
            appendClock(to: &cursor)
            lines = next
        }
        appendUnchanged(columns &- done, to: &cursor)
        var last = LineMasks([])
        last.low = lines
        appendEnd(last: last, to: &cursor)
    }

    /// A shift on low and high lines.
    private func appendLowAndHigh(_ events: ShiftEvents, to cursor: inout WordCursor) {
        var lines = LineMasks([])
        lines.low = events.low[0]
        lines.high = events.high[0]
        cursor.append(.setLow, unlessEmpty: lines.low)
        cursor.append(.setHigh, unlessEmpty: lines.high)
        appendClock(to: &cursor)
        var done = 1
        for index in 1..<max(events.count, 1) {
            let low = events.low[index]
            let high = events.high[index]
            guard low != lines.low || high != lines.high else { continue }
            let column = Int(events.columns[index])
            appendUnchanged(column &- done, to: &cursor)
            done = column &+ 1
            appendChange(from: lines, low: low, high: high, to: &cursor)
            appendClock(to: &cursor)
            lines.low = low
            lines.high = high
        }
        appendUnchanged(columns &- done, to: &cursor)
        appendEnd(last: lines, to: &cursor)
    }

    /// CLK low together with changed lines of both kinds.
    @inline(__always)
    private func appendChange(from lines: LineMasks, low: UInt32, high: UInt32, to cursor: inout WordCursor) {
        let risingLow = low & ~lines.low
        let risingHigh = high & ~lines.high
        let fallingLow = lines.low & ~low
        let fallingHigh = lines.high & ~high
        switch kind {
        case .bcm:
            cursor.append(.clearLow, clock | fallingLow)
            cursor.append(.clearHigh, unlessEmpty: fallingHigh)
            cursor.append(.setLow, unlessEmpty: risingLow)
        case .rp1:
            cursor.append(.toggleLow, clock | risingLow | fallingLow)
            cursor.append(.clearHigh, unlessEmpty: fallingHigh)
        case .kernel:
            if fallingHigh != 0 { cursor.append(.clearHighWithNext, fallingHigh) }
            cursor.append(risingLow | risingHigh == 0 ? .clearLow : .clearLowWithNext, clock | fallingLow)
            cursor.append(.setLow, unlessEmpty: risingLow)
        }
        cursor.append(.setHigh, unlessEmpty: risingHigh)
    }

    /// The rising edge of CLK, when the colours have stood for long enough.
    @inline(__always)
    private func appendClock(to cursor: inout WordCursor) {
        appendPad(to: &cursor)
        cursor.append(.setLow, clock)
        appendPad(to: &cursor)
    }
}
