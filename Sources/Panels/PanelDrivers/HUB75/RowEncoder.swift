import Glibc
import PixelGraphics

/// Encodes one frame: walks the row pairs, finds what they show, chooses how, and writes the words.
///
/// It lives for one call, on the memory of its encoder. What its mutating methods call is marked `mutating` too, even where
/// it changes nothing: for other methods Swift copies the whole structure first.
struct RowEncoder {
    let setup: EncoderSetup
    /// The times at the brightness of the frame: not the structure itself, which would be copied with this one.
    let timing: UnsafePointer<ScanTiming>
    let memory: UnsafePointer<EncoderMemory>
    let lanes: Int
    /// Whether the present row pair is read by the values of its channels: the palette does not hold its colours.
    private var hasManyColors = false
    /// Few colours: the changing columns, and which colours occur.
    var eventCount = 0
    var present: UInt32 = 0
    /// Few colours: whether there are codes of the changing columns only.
    var hasGaps = false
    /// Many colours: whether `columnCodes` are those of planes.
    var hasPlaneColumns = false

    init(setup: EncoderSetup, timing: UnsafePointer<ScanTiming>, memory: UnsafePointer<EncoderMemory>) {
        self.setup = setup
        self.timing = timing
        self.memory = memory
        lanes = setup.lanes
    }

    /// Encodes all row pairs of a canvas whose RGB pixels are these; nil for canvases that are read pixel by pixel.
    ///
    /// The programs' words lie at `bases`.
    mutating func encode(_ canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let phases = setup.planes.phases
        let isInterlaced = setup.settings.isInterlaced
        for phase in 0..<phases { memory.pointee.phases[phase] = PhaseState() }
        for place in 0..<setup.matrix.rowPairs {
            let row = isInterlaced ? setup.order[place] : place
            locate(row, in: canvas, pixels: pixels)
            analyse()
            for phase in 0..<phases {
                let state = memory.pointee.phases + phase
                state.pointee.plan = plan(phase: phase)
                write(row, place: place, state: state, base: memory.pointee.bases[phase])
            }
        }
        for phase in 0..<phases {
            let state = memory.pointee.phases + phase
            memory.pointee.bases[phase][state.pointee.count] =
                ScanWord(.waitAfterStart, UInt32(truncatingIfNeeded: timing.pointee.refreshPeriod)).rawValue
            state.pointee.count += 1
        }
    }

    /// Finds out what the row pair shows.
    private mutating func analyse() {
        hasPlaneColumns = false
        // Usually the row pair after one of many colours has many, too.
        if hasManyColors, certainlyHasManyColors() { return }
        hasManyColors = !findEvents()
        // A column of many costs less than one that is looked for among them.
        hasGaps = !hasManyColors && 2 &* eventCount < setup.matrix.columns
    }

    private mutating func plan(phase: Int) -> Int {
        guard !hasManyColors else { return valuePlan(phase: phase) }
        let plan = palettePlan(phase: phase)
        findPaletteCodes(plan: plan)
        return plan
    }

    /// Records where the pixels of a row pair's lanes are, after gathering those that lie apart.
    @inline(__always)
    private mutating func locate(_ row: Int, in canvas: Canvas, pixels: UnsafePointer<UInt32>?) {
        let columns = setup.matrix.columns
        var lane = 0
        while lane < lanes {
            memory.pointee.lanePixels[lane] = setup.pixels(
                lane: row &* lanes &+ lane, in: canvas, pixels, gathered: memory.pointee.pixels + lane &* columns)
            lane &+= 1
        }
    }

    /// A survey of levels of this brightness.
    func newSurvey(shown: Int) -> LevelSurvey {
        LevelSurvey(shown: shown, highest: level(255), planes: setup.planes, memory: memory.pointee.survey)
    }

    /// Chooses how the levels are shown, and records the shifts of a plan.
    func enter(_ survey: LevelSurvey, as plan: Int) -> ShiftPlan {
        let rule = ShiftPlan(
            survey, planes: setup.planes, timing: timing,
            memory: memory.pointee.planNumbers + plan &* ShiftPlan.memorySize)
        memory.pointee.planShifts[plan] = rule.count
        return rule
    }

    /// The level of a value in the lowest eight bits.
    @inline(__always)
    func level(_ value: UInt32) -> Int { Int(memory.pointee.levels[Int(value & 0xFF)]) }
}

/// The words of row pairs: their starts, addresses, pulses and shifts.
extension RowEncoder {
    /// Writes the words of a row pair: its start, and for each shift of the plan the bits, the latch and the pulse.
    func write(_ row: Int, place: Int, state: UnsafeMutablePointer<PhaseState>, base: UnsafeMutablePointer<UInt32>) {
        var cursor = WordCursor(base: base, count: state.pointee.count)
        let plan = state.pointee.plan
        let count = memory.pointee.planShifts[plan]
        if place > 0 {
            cursor.append(.waitAfterStart, nanoseconds: Int64(place) &* timing.pointee.rowSlot)
        }
        // Written even if it is high already, so that a foreign change of the line lasts for one row at most.
        cursor.append(.setLow, setup.outputEnable)
        if setup.settings.darkGap > 0, count > 0 || setup.address.isWalking { cursor.append(.mark, 0) }
        if count > 0 {
            writePulses(row, plan: plan, count: count, state: state, cursor: &cursor)
        } else if setup.address.isWalking {
            appendAddress(row, state, &cursor)
        }
        state.pointee.count = cursor.count
    }

    private func writePulses(
        _ row: Int, plan: Int, count: Int, state: UnsafeMutablePointer<PhaseState>, cursor: inout WordCursor
    ) {
        // Where the last shift of a row equals the first one of the next row, its bits are already there: rows go up
        // and down through their shifts in turn.
        let isReversed = state.pointee.isReversed
        state.pointee.isReversed = !isReversed
        let units = memory.pointee.planNumbers + plan &* ShiftPlan.memorySize
        let latchesWithinShift = setup.latchedClocks > 0
        var length: Int64 = 0
        var step = 0
        while step < count {
            let shift = isReversed ? count &- 1 &- step : step
            if step == 0 {
                let isNew = writeFirst(shift, state: state, cursor: &cursor)
                appendAddress(row, state, &cursor)
                if isNew { appendLatch(&cursor) }
            } else {
                let isOverlapped = length >= timing.pointee.leastOverlap
                if !isOverlapped { appendPulseEnd(length, &cursor) }
                state.pointee.latchedStart = cursor.count
                appendShift(shift, to: &cursor)
                if latchesWithinShift {
                    raiseLatch(over: state.pointee.latchedStart, ending: isOverlapped ? length : nil, &cursor)
                    state.pointee.latchedEnd = cursor.count
                } else {
                    state.pointee.latchedEnd = cursor.count
                    if isOverlapped { appendPulseEnd(length, &cursor) }
                }
                appendLatch(&cursor)
            }
            cursor.append(.clearLow, setup.outputEnable)
            cursor.append(.mark, 0)
            length = timing.pointee.pulse(units: units[shift])
            step &+= 1
        }
        appendPulseEnd(length, &cursor)
    }

    /// Writes the first shift of a row pair, unless the latch holds its bits already; returns whether it does not.
    private func writeFirst(_ shift: Int, state: UnsafeMutablePointer<PhaseState>, cursor: inout WordCursor) -> Bool {
        let start = cursor.count
        appendShift(shift, to: &cursor)
        if setup.latchedClocks > 0 { raiseLatch(over: start, ending: nil, &cursor) }
        let end = cursor.count
        let last = state.pointee.latchedStart
        if end &- start == state.pointee.latchedEnd &- last,
            memcmp(cursor.base + start, cursor.base + last, 4 &* (end &- start)) == 0
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
        if setup.latchedClocks == 0 {
            cursor.append(.setLow, setup.latch)
            setup.shift.appendPad(to: &cursor)
        }
        cursor.append(.clearLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
        guard setup.settings.latchGap > 0 else { return }
        cursor.append(.mark, 0)
        cursor.append(.waitAfterMark, nanoseconds: setup.settings.latchGap)
    }

    /// Makes LAT high before the last clocks of a shift, for chips that want that; what is lit ends before.
    ///
    /// - Parameters:
    ///   - start: where the words of the shift begin; they end at the cursor.
    ///   - length: the length of the pulse that is lit; nil for none.
    @inline(never)
    private func raiseLatch(over start: Int, ending length: Int64?, _ cursor: inout WordCursor) {
        let rise = ScanWord(.setLow, setup.shift.clock).rawValue
        var place = cursor.count
        var left = setup.latchedClocks
        while left > 0, place > start {
            place &-= 1
            if cursor.base[place] == rise { left &-= 1 }
        }
        let tail = cursor.count &- place
        let room = (length == nil ? 0 : 2) &+ 1 &+ (setup.shift.pad == nil ? 0 : 1)
        memmove(cursor.base + place + room, cursor.base + place, 4 &* tail)
        cursor.count = place
        if let length { appendPulseEnd(length, &cursor) }
        cursor.append(.setLow, setup.latch)
        setup.shift.appendPad(to: &cursor)
        cursor.count &+= tail
    }

    /// Selects the row where that is needed, the gaps before and after included.
    private func appendAddress(_ row: Int, _ state: UnsafeMutablePointer<PhaseState>, _ cursor: inout WordCursor) {
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
