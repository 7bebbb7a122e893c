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
    private mutating func firstColor() -> UInt32 {
        for lane in 0..<2 {
            let pixels = memory.pointee.lanePixels[lane]
            var column = 0
            while column < setup.matrix.columns {
                let two = UnsafeRawPointer(pixels + column).loadUnaligned(as: UInt64.self)
                if two != 0 { return pixels[column] != 0 ? pixels[column] : pixels[column &+ 1] }
                column &+= 2
            }
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
        let pixels = UnsafeRawPointer(memory.pointee.lanePixels[lane])
        let bytes = 4 &* setup.matrix.columns
        var any = SIMD16<Int32>(repeating: 0)
        var offset = 0
        while offset &+ 128 <= bytes {
            any |= pixels.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self)
            any |= pixels.loadUnaligned(fromByteOffset: offset &+ 64, as: SIMD16<Int32>.self)
            offset &+= 128
        }
        if offset < bytes { any |= pixels.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self) }
        return Self.isAny(any)
    }

    /// Enters the bits of a lane; false where a pixel is neither black nor of the colour.
    ///
    /// - Parameter isLit: whether the lane has any pixel of the colour; before, whether it probably has: lanes without
    ///   text are known faster where they are expected.
    @inline(__always)
    private func readInk(_ ink: UInt32, lane: Int, isLit: inout Bool) -> Bool {
        if !isLit, !isAny(lane: lane) {
            if lane == 0 { clearInk() }
            return true
        }
        let pixels = UnsafeRawPointer(memory.pointee.lanePixels[lane])
        let bytes = 4 &* setup.matrix.columns
        let bits = inkBits
        let inks = SIMD16(repeating: Int32(truncatingIfNeeded: ink))
        var offset = 0
        var any: UInt64 = 0
        while offset < bytes {
            var others = SIMD16<Int32>(repeating: 0)
            let first = Self.bits(of: inks, at: pixels + offset, others: &others)
            var second = SIMD4<UInt32>(repeating: 0)
            if offset &+ 64 < bytes { second = Self.bits(of: inks, at: pixels + (offset &+ 64), others: &others) }
            let word = Self.joined(first, second)
            if Self.isAny(others) { return false }
            any |= word
            if lane == 0 {
                bits[offset >> 7] = word
            } else {
                bits[offset >> 7] |= word << 1
            }
            offset &+= 128
        }
        isLit = any != 0
        return true
    }

    private func clearInk() {
        let bits = inkBits
        var column = 0
        while column < setup.matrix.columns {
            bits[column >> 5] = 0
            column &+= 32
        }
    }

    /// Which of 16 pixels have a colour, each bit followed by a gap; adds those that are neither it nor black to
    /// `others`.
    ///
    /// - Returns: the bits in any of four lanes.
    @inline(__always)
    private static func bits(
        of inks: SIMD16<Int32>, at pixels: UnsafeRawPointer, others: inout SIMD16<Int32>
    ) -> SIMD4<UInt32> {
        let colors = pixels.loadUnaligned(as: SIMD16<Int32>.self)
        // Vectors of masks as integers: all ones where the colour is the ink.
        let isInk = unsafeBitCast(colors .== inks, to: SIMD16<Int32>.self)
        others |= colors & ~isInk
        return joined(isInk & everySecondBit)
    }

    /// A bit for each of 16 pixels: 0, 2, 4 and so on.
    @inline(__always)
    private static var everySecondBit: SIMD16<Int32> {
        SIMD16(
            0x1, 0x4, 0x10, 0x40, 0x100, 0x400, 0x1000, 0x4000, 0x1_0000, 0x4_0000, 0x10_0000, 0x40_0000,
            0x100_0000, 0x400_0000, 0x1000_0000, 0x4000_0000)
    }

    @inline(__always)
    static func isAny(_ sixteen: SIMD16<Int32>) -> Bool {
        let two = unsafeBitCast(joined(sixteen), to: SIMD2<UInt64>.self)
        return two[0] | two[1] != 0
    }

    /// The bits that are 1 in any of the lanes with the same number modulo 4.
    @inline(__always)
    private static func joined(_ sixteen: SIMD16<Int32>) -> SIMD4<UInt32> {
        let eight = sixteen.lowHalf | sixteen.highHalf
        return unsafeBitCast(eight.lowHalf | eight.highHalf, to: SIMD4<UInt32>.self)
    }

    /// The bits that are 1 in any lane: of the first vector in the lower half, of the second one in the upper half.
    @inline(__always)
    private static func joined(_ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>) -> UInt64 {
        let four = SIMD4(first[0], second[0], first[1], second[1]) | SIMD4(first[2], second[2], first[3], second[3])
        let two = unsafeBitCast(four, to: SIMD2<UInt64>.self)
        return two[0] | two[1]
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
