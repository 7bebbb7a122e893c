import HardwareInterfaces

extension RowEncoder {
    /// Writes the words of a row pair: its start, and for each shift of the plan the bits, the latch and the pulse.
    func write(_ row: Int, place: Int, phase: Int, plan: Int, to base: UnsafeMutablePointer<UInt32>) {
        var state = memory.phases[phase]
        var cursor = WordCursor(place: base + state.count)
        let count = memory.planShifts[plan]
        if place > 0 { cursor.append(.waitAfterStart, nanoseconds: Int64(place) * setup.timing.rowSlot) }
        // Written even where it is high already: nothing that others do to the line lasts for longer than a row.
        cursor.append(.setLow, setup.outputEnable)
        let isStepped = setup.address.isWalking
        if (count > 0 || isStepped) && setup.settings.darkGap > 0 { cursor.append(.mark, 0) }
        if count == 0 {
            if isStepped { appendAddress(row, &state, &cursor) }
        } else {
            writePulses(row, plan: plan, count: count, state: &state, cursor: &cursor, base: base)
        }
        state.count = cursor.place - base
        memory.phases[phase] = state
    }

    private func writePulses(
        _ row: Int, plan: Int, count: Int, state: inout PhaseState, cursor: inout WordCursor,
        base: UnsafeMutablePointer<UInt32>
    ) {
        // Where the last shift of a row equals the first one of the next row, its bits are already there: rows go up
        // and down through their shifts in turn.
        let isReversed = state.isReversed
        state.isReversed.toggle()
        var length: Int64 = 0
        for step in 0..<count {
            let shift = isReversed ? count - 1 - step : step
            findLines(shift: shift, plan: plan)
            let isOverlapped = length >= setup.timing.leastOverlap
            if step > 0, !isOverlapped { appendPulseEnd(length, &cursor) }
            let start = cursor.place - base
            var events = memory.events
            events.count = eventCount
            setup.shift.append(events, to: &cursor)
            let end = cursor.place - base
            if step > 0, isOverlapped { appendPulseEnd(length, &cursor) }
            if step == 0 {
                if isLatched(start..<end, state, base) {
                    cursor.place = base + start
                    appendAddress(row, &state, &cursor)
                } else {
                    state.latchedStart = start
                    state.latchedEnd = end
                    appendAddress(row, &state, &cursor)
                    appendLatch(&cursor)
                }
            } else {
                state.latchedStart = start
                state.latchedEnd = end
                appendLatch(&cursor)
            }
            cursor.append(.clearLow, setup.outputEnable)
            cursor.append(.mark, 0)
            length = setup.timing.pulse(units: Int(memory.planUnits[plan * 16 + shift]))
        }
        appendPulseEnd(length, &cursor)
    }

    /// Whether the latch holds these bits already.
    private func isLatched(_ words: Range<Int>, _ state: PhaseState, _ base: UnsafeMutablePointer<UInt32>) -> Bool {
        guard words.count == state.latchedEnd - state.latchedStart else { return false }
        for index in 0..<words.count where base[words.lowerBound + index] != base[state.latchedStart + index] {
            return false
        }
        return true
    }

    private func appendPulseEnd(_ length: Int64, _ cursor: inout WordCursor) {
        cursor.append(.waitAfterMark, nanoseconds: length)
        cursor.append(.setLow, setup.outputEnable)
    }

    private func appendLatch(_ cursor: inout WordCursor) {
        cursor.append(.setLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
        cursor.append(.clearLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
    }

    /// Selects the row where that is needed, the gaps before and after included.
    private func appendAddress(_ row: Int, _ state: inout PhaseState, _ cursor: inout WordCursor) {
        guard row != state.row || setup.address.isWalking else { return }
        if setup.settings.darkGap > 0 { cursor.append(.waitAfterMark, nanoseconds: setup.settings.darkGap) }
        setup.address.append(row: row, after: state.row, to: &cursor)
        state.row = row
        guard setup.settings.settle > 0 else { return }
        cursor.append(.mark, 0)
        cursor.append(.waitAfterMark, nanoseconds: setup.settings.settle)
    }
}
