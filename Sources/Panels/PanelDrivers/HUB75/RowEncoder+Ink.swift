/// Rows of one colour on black, the usual text: the pixels become bits, and the bits become words two columns at a time.
extension RowEncoder {
    /// Whether row pairs can be read as ink at all: one chain on low lines, of whole vectors.
    var canReadInk: Bool { lanes == 2 && setup.shift.colors.high == 0 && setup.matrix.columns % 16 == 0 }

    /// Reads the row pair's pixels as bits; false where they have more colours than black and one other.
    @inline(__always)
    mutating func findInk() -> Bool {
        let last = inkBits
        inkBits = last == memory.pointee.ink ? memory.pointee.otherInk : memory.pointee.ink
        if readInk(memory.pointee.state.pointee.ink) { return true }
        let ink = firstColor()
        guard ink != memory.pointee.state.pointee.ink else { return false }
        memory.pointee.state.pointee.ink = ink
        return readInk(ink)
    }

    /// The first colour that is not black.
    private func firstColor() -> UInt32 {
        for lane in 0..<2 {
            let color = InkBits.firstColor(memory.pointee.lanePixels[lane], columns: setup.matrix.columns)
            if color != 0 { return color }
        }
        return 0xFF_FFFF
    }

    private mutating func readInk(_ ink: UInt32) -> Bool {
        guard readInk(ink, lane: 0, isLit: &isUpperLit), readInk(ink, lane: 1, isLit: &isLowerLit) else { return false }
        hasInk = isUpperLit || isLowerLit
        return true
    }

    /// Whether a lane has any pixel that is not black.
    @inline(__always)
    func isAny(lane: Int) -> Bool {
        InkBits.isAny(memory.pointee.lanePixels[lane], columns: setup.matrix.columns)
    }

    /// Enters the bits of a lane; false where a pixel is neither black nor of the colour.
    ///
    /// - Parameter isLit: see `InkBits.read`.
    @inline(__always)
    private func readInk(_ ink: UInt32, lane: Int, isLit: inout Bool) -> Bool {
        InkBits.read(
            ink, memory.pointee.lanePixels[lane], columns: setup.matrix.columns, isLower: lane == 1, isLit: &isLit,
            into: inkBits)
    }

    /// Whether the bits are those of the row pair before.
    mutating func isSameInk() -> Bool {
        let other = inkBits == memory.pointee.ink ? memory.pointee.otherInk : memory.pointee.ink
        var column = 0
        while column < setup.matrix.columns {
            if inkBits[column >> 5] != other[column >> 5] { return false }
            column &+= 32
        }
        return true
    }

    /// The plan for the row pair's colour, from those that are kept or made again.
    mutating func inkPlan(phase: Int) -> Int {
        let shown = setup.shown[phase]
        let key = 1 << 63 | UInt64(shown) << 32 | UInt64(memory.pointee.state.pointee.ink)
        let last = memory.pointee.phases[phase].plan &- EncoderMemory.firstInkPlan
        if last >= 0, last < EncoderMemory.inkPlanCount, memory.pointee.inkKeys[last] == key {
            return EncoderMemory.firstInkPlan &+ last
        }
        for plan in 0..<EncoderMemory.inkPlanCount where memory.pointee.inkKeys[plan] == key {
            return EncoderMemory.firstInkPlan + plan
        }
        let plan = memory.pointee.state.pointee.nextInkPlan
        memory.pointee.state.pointee.nextInkPlan = (plan + 1) % EncoderMemory.inkPlanCount
        memory.pointee.inkKeys[plan] = key
        makeInkPlan(plan, shown: shown)
        return EncoderMemory.firstInkPlan + plan
    }

    private mutating func makeInkPlan(_ plan: Int, shown: Int) {
        let ink = memory.pointee.state.pointee.ink
        var survey = newSurvey(shown: shown)
        survey.insert(level(ink >> 16))
        survey.insert(level(ink >> 8))
        survey.insert(level(ink))
        let rule = enter(survey, as: EncoderMemory.firstInkPlan + plan)
        let codes = codes(ink, rule, shown: shown)
        for shift in 0..<rule.count {
            let color = Int(codes.bytes[shift])
            let table = EncoderMemory.inkShifts &* plan &+ shift
            let levels = memory.pointee.inkLevels + 4 &* table
            for index in 0..<4 {
                let both = (index & 1 == 0 ? 0 : color) | (index & 2 == 0 ? 0 : color << 3)
                levels[index] = memory.pointee.chainLevels[both]
            }
            makePairs(table, levels: levels)
        }
    }

    /// The words of two columns, and their bytes, for each of the 64 cases: the bits of the column before and of both.
    private func makePairs(_ table: Int, levels: UnsafeMutablePointer<ColumnLevels>) {
        for key in 0..<64 {
            let words = memory.pointee.inkWords + (64 &* table &+ key) &* EncoderMemory.inkPairWords
            var cursor = WordCursor(base: words, count: 0)
            for column in 0..<2 {
                let before = key >> (2 * column) & 3
                let now = key >> (2 * column + 2) & 3
                setup.shift.appendColumn(from: levels[before], to: levels[now], &cursor)
            }
            words[EncoderMemory.inkPairWords - 1] = UInt32(truncatingIfNeeded: 4 * cursor.count)
        }
    }
}
