import Glibc

/// The words of row pairs: their starts, addresses, pulses and shifts.
extension RowEncoder {
    /// Writes the words of a row pair: its start, and for each shift of the plan the bits, the latch and the pulse.
    func write(
        _ row: Int, place: Int, state: UnsafeMutablePointer<PhaseState>,
        base: UnsafeMutablePointer<UInt32>
    ) {
        var cursor = WordCursor(base: base, count: state.pointee.count)
        let plan = state.pointee.plan
        let count = memory.pointee.planShifts[plan]
        if place > 0 {
            cursor.append(.waitAfterStart, nanoseconds: Int64(place) &* setup.timing.rowSlot)
        }
        // Written even if it is high already, so that a foreign change of the line lasts for one row at most.
        cursor.append(.setLow, setup.outputEnable)
        if setup.settings.darkGap > 0, count > 0 || setup.address.isWalking { cursor.append(.mark, 0) }
        if count > 0 {
            writePulses(row, plan: plan, count: count, state: state, cursor: &cursor, base: base)
        } else if setup.address.isWalking {
            appendAddress(row, state, &cursor)
        }
        state.pointee.count = cursor.count
    }

    private func writePulses(
        _ row: Int, plan: Int, count: Int, state: UnsafeMutablePointer<PhaseState>,
        cursor: inout WordCursor,
        base: UnsafeMutablePointer<UInt32>
    ) {
        // Where the last shift of a row equals the first one of the next row, its bits are already there: rows go up
        // and down through their shifts in turn.
        let isReversed = state.pointee.isReversed
        state.pointee.isReversed = !isReversed
        let units = memory.pointee.planNumbers + plan &* ShiftPlan.memorySize
        var length: Int64 = 0
        var step = 0
        while step < count {
            let shift = isReversed ? count &- 1 &- step : step
            if step == 0 {
                let isNew = writeFirst(shift, state: state, cursor: &cursor, base: base)
                appendAddress(row, state, &cursor)
                if isNew { appendLatch(&cursor) }
            } else {
                let isOverlapped = length >= setup.timing.leastOverlap
                if !isOverlapped { appendPulseEnd(length, &cursor) }
                state.pointee.latchedStart = cursor.count
                appendShift(shift, to: &cursor)
                state.pointee.latchedEnd = cursor.count
                if isOverlapped { appendPulseEnd(length, &cursor) }
                appendLatch(&cursor)
            }
            cursor.append(.clearLow, setup.outputEnable)
            cursor.append(.mark, 0)
            length = setup.timing.pulse(units: units[shift])
            step &+= 1
        }
        appendPulseEnd(length, &cursor)
    }

    /// Writes the first shift of a row pair, unless the latch holds its bits already; returns whether it does not.
    private func writeFirst(
        _ shift: Int, state: UnsafeMutablePointer<PhaseState>, cursor: inout WordCursor,
        base: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        let start = cursor.count
        appendShift(shift, to: &cursor)
        let end = cursor.count
        let last = state.pointee.latchedStart
        if end &- start == state.pointee.latchedEnd &- last,
            memcmp(base + start, base + last, 4 &* (end &- start)) == 0
        {
            cursor.count = start
            return false
        }
        state.pointee.latchedStart = start
        state.pointee.latchedEnd = end
        return true
    }

    @inline(__always)
    private func appendPulseEnd(_ length: Int64, _ cursor: inout WordCursor) {
        cursor.append(.waitAfterMark, nanoseconds: length)
        cursor.append(.setLow, setup.outputEnable)
    }

    @inline(__always)
    private func appendLatch(_ cursor: inout WordCursor) {
        cursor.append(.setLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
        cursor.append(.clearLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
        guard setup.settings.latchGap > 0 else { return }
        cursor.append(.mark, 0)
        cursor.append(.waitAfterMark, nanoseconds: setup.settings.latchGap)
    }

    /// Selects the row where that is needed, the gaps before and after included.
    private func appendAddress(
        _ row: Int, _ state: UnsafeMutablePointer<PhaseState>, _ cursor: inout WordCursor
    ) {
        guard row != state.pointee.row || setup.address.isWalking else { return }
        if setup.settings.darkGap > 0 {
            cursor.append(.waitAfterMark, nanoseconds: setup.settings.darkGap)
        }
        setup.address.append(row: row, after: state.pointee.row, to: &cursor)
        state.pointee.row = row
        guard setup.settings.settle > 0 else { return }
        cursor.append(.mark, 0)
        cursor.append(.waitAfterMark, nanoseconds: setup.settings.settle)
    }

    /// Appends the words of one shift of the row pair's plan.
    private func appendShift(_ shift: Int, to cursor: inout WordCursor) {
        if setup.shift.colors.high != 0 {
            setup.shift.appendHigh(source(shift, chains: setup.matrix.chains), hasGaps: hasGaps, to: &cursor)
        } else if !hasGaps {
            appendAll(shift, to: &cursor)
        } else if lanes == 2 {
            // The usual case of one chain is compiled by itself.
            setup.append(source(shift, chains: 1), hasGaps: true, to: &cursor)
        } else {
            setup.append(source(shift, chains: setup.matrix.chains), hasGaps: true, to: &cursor)
        }
    }

    /// Appends the words of a shift column by column.
    ///
    /// A function of its own: together with the loops over columns with gaps it takes twice as many instructions.
    @inline(never)
    private func appendAll(_ shift: Int, to cursor: inout WordCursor) {
        if lanes == 2 {
            setup.append(source(shift, chains: 1), hasGaps: false, to: &cursor)
        } else {
            setup.append(source(shift, chains: setup.matrix.chains), hasGaps: false, to: &cursor)
        }
    }

    /// The codes of the columns in one shift.
    @inline(__always)
    private func source(_ shift: Int, chains: Int) -> ColumnSource {
        let columns = setup.matrix.columns
        return ColumnSource(
            memory, count: hasGaps ? eventCount : columns, shift: slot(shift: shift), chains: chains,
            columns: columns)
    }
}
