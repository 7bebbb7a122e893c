import HardwareInterfaces

/// Rows of one colour on black, the usual text: the pixels become bits, and the bits become words two columns at a time.
extension RowEncoder {
    /// The columns whose bits share a word: upper pixels in the low half, lower pixels in the high half.
    static var inkColumns: Int { 32 }

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
        let upper = UnsafeRawPointer(memory.pointee.lanePixels[0])
        let lower = UnsafeRawPointer(memory.pointee.lanePixels[1])
        let bytes = 4 &* setup.matrix.columns
        let bits = inkBits
        var offset = 0
        var any: UInt64 = 0
        while offset < bytes {
            guard let high = Self.bits(of: ink, at: upper + offset), let low = Self.bits(of: ink, at: lower + offset)
            else { return false }
            let word = UInt64(high) | UInt64(low) << 32
            any |= word
            if offset & 64 == 0 {
                bits[offset >> 7] = word
            } else {
                bits[offset >> 7] |= word << 16
            }
            offset &+= 64
        }
        hasInk = any != 0
        return true
    }

    /// Which of 16 pixels have a colour; nil where one is neither black nor of that colour.
    @inline(__always)
    private static func bits(of ink: UInt32, at pixels: UnsafeRawPointer) -> UInt32? {
        let colors = pixels.loadUnaligned(as: SIMD16<UInt32>.self)
        guard isAny(colors) else { return 0 }
        let isInk = colors .== SIMD16(repeating: ink)
        if isAny(colors.replacing(with: 0, where: isInk)) { return nil }
        // Bytes of all ones or all zeros; the product gathers one bit of each in the highest byte.
        let bytes = SIMD16<UInt8>(truncatingIfNeeded: SIMD16<UInt32>(repeating: 0).replacing(with: .max, where: isInk))
        let halves = unsafeBitCast(bytes, to: SIMD2<UInt64>.self) & 0x8040_2010_0804_0201
        let low = (halves[0] &* 0x0101_0101_0101_0101) >> 56
        let high = (halves[1] &* 0x0101_0101_0101_0101) >> 56
        return UInt32(truncatingIfNeeded: low | high << 8)
    }

    @inline(__always)
    private static func isAny(_ sixteen: SIMD16<UInt32>) -> Bool {
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

    /// The words of two columns for each of the 64 cases: the bits of the column before and of both columns.
    private func makePairs(_ table: Int, lines: UnsafeMutablePointer<UInt32>) {
        for key in 0..<64 {
            let words = memory.pointee.inkWords + (64 &* table &+ key) &* EncoderMemory.inkPairWords
            var cursor = WordCursor(place: words)
            let upper = key & 7
            let lower = key >> 3
            for column in 0..<2 {
                let before = upper >> column & 1 | (lower >> column & 1) << 1
                let now = upper >> (column + 1) & 1 | (lower >> (column + 1) & 1) << 1
                setup.shift.appendColumn(from: lines[before], to: lines[now], &cursor)
            }
            memory.pointee.inkCounts[64 &* table &+ key] = UInt8(truncatingIfNeeded: cursor.place - words)
        }
    }

    /// Appends the words of one shift of ink.
    func appendInk(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        let table = EncoderMemory.inkShifts &* (plan &- EncoderMemory.firstInkPlan) &+ shift
        let lines = memory.pointee.inkLines + 4 &* table
        let columns = setup.matrix.columns
        let first = Int(truncatingIfNeeded: inkBits[0] & 1 | inkBits[0] >> 31 & 2)
        let second = Int(truncatingIfNeeded: inkBits[0] >> 1 & 1 | inkBits[0] >> 32 & 2)
        setup.shift.appendFirst(lines[first], to: &cursor)
        setup.shift.appendColumn(from: lines[first], to: lines[second], &cursor)
        let words = UnsafeRawPointer(memory.pointee.inkWords + 64 &* EncoderMemory.inkPairWords &* table)
        let counts = memory.pointee.inkCounts + 64 &* table
        if setup.shift.pad == nil {
            appendPairs(words, counts: counts, isPadded: false, to: &cursor)
        } else {
            appendPairs(words, counts: counts, isPadded: true, to: &cursor)
        }
        let last = columns &- 1
        let word = inkBits[last >> 5] >> UInt64(truncatingIfNeeded: last & 31)
        setup.shift.appendEnd(low: lines[Int(truncatingIfNeeded: word & 1 | word >> 31 & 2)], high: 0, to: &cursor)
    }

    /// Appends the columns from the third on.
    @inline(__always)
    private func appendPairs(
        _ words: UnsafeRawPointer, counts: UnsafeMutablePointer<UInt8>, isPadded: Bool, to cursor: inout WordCursor
    ) {
        let columns = setup.matrix.columns
        var place = UnsafeMutableRawPointer(cursor.place)
        var chunk = 0
        var before: UInt64 = 0
        while chunk &* 32 < columns {
            // Bit 0 is the column before the chunk's first.
            let bits = inkBits[chunk]
            var upper = (bits & 0xFFFF_FFFF) << 1 | before & 1
            var lower = (bits >> 32) << 1 | before >> 32
            before = bits >> 31 & 0x1_0000_0001
            var pairs = min(columns &- chunk &* 32, 32) >> 1
            if chunk == 0 {
                upper >>= 2
                lower >>= 2
                pairs &-= 1
            }
            while pairs > 0 {
                let key = Int(truncatingIfNeeded: upper & 7 | (lower & 7) << 3)
                let entry = words + key &* (4 &* EncoderMemory.inkPairWords)
                place.storeBytes(of: entry.load(as: SIMD8<UInt32>.self), as: SIMD8<UInt32>.self)
                if isPadded {
                    let rest = entry.load(fromByteOffset: 32, as: SIMD4<UInt32>.self)
                    place.storeBytes(of: rest, toByteOffset: 32, as: SIMD4<UInt32>.self)
                }
                place += 4 &* Int(counts[key])
                upper >>= 2
                lower >>= 2
                pairs &-= 1
            }
            chunk &+= 1
        }
        cursor.place = place.assumingMemoryBound(to: UInt32.self)
    }
}
