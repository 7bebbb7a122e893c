import HardwareInterfaces

/// Rows of one colour on black, the usual text: the pixels become bits, and the bits become words two columns at a time.
extension RowEncoder {
    /// Whether row pairs can be read as ink at all: one chain on low lines, of whole vectors.
    var canReadInk: Bool { lanes == 2 && setup.shift.colors.high == 0 && setup.matrix.columns % 16 == 0 }

    /// Reads the row pair's pixels as bits; false where they have more colours than black and one other.
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
            let pixels = memory.pointee.lanePixels[lane]
            for column in 0..<setup.matrix.columns where pixels[column] != 0 { return pixels[column] }
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
    private func isAny(lane: Int) -> Bool {
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
        let apart = memory.pointee.bitsApart
        let ink = Int32(truncatingIfNeeded: ink)
        var offset = 0
        var any: UInt64 = 0
        while offset < bytes {
            guard let first = Self.bits(of: ink, at: pixels + offset, apart) else { return false }
            var word = UInt64(first)
            if offset &+ 64 < bytes {
                guard let second = Self.bits(of: ink, at: pixels + (offset &+ 64), apart) else { return false }
                word |= UInt64(second) << 32
            }
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

    /// Which of 16 pixels have a colour, each bit followed by a gap; nil where one is neither black nor of that colour.
    @inline(__always)
    private static func bits(of ink: Int32, at pixels: UnsafeRawPointer, _ apart: UnsafeMutablePointer<UInt16>)
        -> UInt32?
    {
        let colors = pixels.loadUnaligned(as: SIMD16<Int32>.self)
        // Vectors of masks as integers: all ones where the colour is the ink.
        let isInk = unsafeBitCast(colors .== SIMD16<Int32>(repeating: ink), to: SIMD16<Int32>.self)
        if isAny(colors & ~isInk) { return nil }
        return UInt32(apart[bits(isInk.lowHalf)]) | UInt32(apart[bits(isInk.highHalf)]) << 16
    }

    /// The lowest bits of eight masks.
    @inline(__always)
    private static func bits(_ masks: SIMD8<Int32>) -> Int {
        let bytes = unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: masks), to: UInt64.self)
        // The product gathers one bit of each byte in the highest one.
        return Int(truncatingIfNeeded: ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56)
    }

    @inline(__always)
    private static func isAny(_ sixteen: SIMD16<Int32>) -> Bool {
        let eight = sixteen.lowHalf | sixteen.highHalf
        let four = unsafeBitCast(eight.lowHalf | eight.highHalf, to: SIMD2<UInt64>.self)
        return four[0] | four[1] != 0
    }

    /// Whether the bits are those of the row pair before.
    func isSameInk() -> Bool {
        let other = inkBits == memory.pointee.ink ? memory.pointee.otherInk : memory.pointee.ink
        for word in 0..<(setup.matrix.columns + 31) / 32 where inkBits[word] != other[word] { return false }
        return true
    }

    /// The plan for the row pair's colour, from those that are kept or made anew.
    func inkPlan(phase: Int) -> Int {
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

    private func makeInkPlan(_ plan: Int, shown: Int) {
        let ink = memory.pointee.state.pointee.ink
        let (red, green, blue) = (level(ink >> 16), level(ink >> 8), level(ink))
        var survey = LevelSurvey(shown: shown, planes: setup.planes, memory: memory.pointee.survey)
        survey.insert(red)
        survey.insert(green)
        survey.insert(blue)
        let rule = enter(survey, as: EncoderMemory.firstInkPlan + plan)
        let members = (
            rule.members(level: red, shown: shown, planes: setup.planes),
            rule.members(level: green, shown: shown, planes: setup.planes),
            rule.members(level: blue, shown: shown, planes: setup.planes)
        )
        for shift in 0..<rule.count {
            let bit = UInt32(truncatingIfNeeded: shift)
            let color = members.0 >> bit & 1 | (members.1 >> bit & 1) << 1 | (members.2 >> bit & 1) << 2
            let table = EncoderMemory.inkShifts &* plan &+ shift
            let lines = memory.pointee.inkLines + 4 &* table
            for index in 0..<4 {
                let both = (index & 1 == 0 ? 0 : Int(color)) | (index & 2 == 0 ? 0 : Int(color) << 3)
                lines[index] = memory.pointee.chainLow[both]
            }
            makePairs(table, lines: lines)
        }
    }

    /// The words of two columns, and their bytes, for each of the 64 cases: the bits of the column before and of both.
    private func makePairs(_ table: Int, lines: UnsafeMutablePointer<UInt32>) {
        for key in 0..<64 {
            let words = memory.pointee.inkWords + (64 &* table &+ key) &* EncoderMemory.inkPairWords
            var cursor = WordCursor(place: words)
            for column in 0..<2 {
                let before = key >> (2 * column) & 3
                let now = key >> (2 * column + 2) & 3
                setup.shift.appendColumn(from: lines[before], to: lines[now], &cursor)
            }
            words[EncoderMemory.inkPairWords - 1] = UInt32(truncatingIfNeeded: 4 * (cursor.place - words))
        }
    }

    /// Appends the words of one shift of ink.
    func appendInk(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        let table = EncoderMemory.inkShifts &* (plan &- EncoderMemory.firstInkPlan) &+ shift
        let lines = memory.pointee.inkLines + 4 &* table
        let columns = setup.matrix.columns
        let first = Int(truncatingIfNeeded: inkBits[0] & 3)
        let second = Int(truncatingIfNeeded: inkBits[0] >> 2 & 3)
        setup.shift.appendFirst(lines[first], to: &cursor)
        setup.shift.appendColumn(from: lines[first], to: lines[second], &cursor)
        let words = UnsafeRawPointer(memory.pointee.inkWords + 64 &* EncoderMemory.inkPairWords &* table)
        if setup.shift.pad == nil {
            appendPairs(words, isPadded: false, to: &cursor)
        } else {
            appendPairs(words, isPadded: true, to: &cursor)
        }
        let last = columns &- 1
        let word = inkBits[last >> 5] >> UInt64(truncatingIfNeeded: 2 &* (last & 31))
        setup.shift.appendEnd(low: lines[Int(truncatingIfNeeded: word & 3)], high: 0, to: &cursor)
    }

    /// Appends the columns from the third on.
    @inline(__always)
    private func appendPairs(
        _ words: UnsafeRawPointer, isPadded: Bool, to cursor: inout WordCursor
    ) {
        let columns = setup.matrix.columns
        var place = UnsafeMutableRawPointer(cursor.place)
        var chunk = 0
        var before: UInt64 = 0
        while chunk &* 32 < columns {
            var bits = inkBits[chunk]
            if chunk > 0 {
                Self.append(before | bits << 2, words, isPadded: isPadded, to: &place)
            }
            before = bits >> 62
            // The column before the next pair is in the lowest two bits.
            bits >>= 2
            var pairs = min(columns &- chunk &* 32, 32) >> 1 &- 1
            if pairs & 1 == 1 {
                Self.append(bits, words, isPadded: isPadded, to: &place)
                bits >>= 4
                pairs &-= 1
            }
            while pairs > 0 {
                Self.append(bits, words, isPadded: isPadded, to: &place)
                Self.append(bits >> 4, words, isPadded: isPadded, to: &place)
                bits >>= 8
                pairs &-= 2
            }
            chunk &+= 1
        }
        cursor.place = place.assumingMemoryBound(to: UInt32.self)
    }

    /// Appends two columns: their bits and those of the column before are the lowest six.
    @inline(__always)
    private static func append(
        _ bits: UInt64, _ words: UnsafeRawPointer, isPadded: Bool,
        to place: inout UnsafeMutableRawPointer
    ) {
        let key = Int(truncatingIfNeeded: bits & 63)
        let entry = words + key &* (4 &* EncoderMemory.inkPairWords)
        place.storeBytes(of: entry.load(as: SIMD8<UInt32>.self), as: SIMD8<UInt32>.self)
        if isPadded {
            let rest = entry.load(fromByteOffset: 32, as: SIMD4<UInt32>.self)
            place.storeBytes(of: rest, toByteOffset: 32, as: SIMD4<UInt32>.self)
        }
        place += Int(entry.load(fromByteOffset: 4 &* (EncoderMemory.inkPairWords - 1), as: UInt32.self))
    }
}
