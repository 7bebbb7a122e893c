/// The words of rows of one colour, two columns at a time from tables.
extension RowEncoder {
    /// Appends the words of one shift of ink.
    func appendInk(_ shift: Int, plan: Int, to cursor: inout WordCursor) {
        let table = EncoderMemory.inkShifts &* (plan &- EncoderMemory.firstInkPlan) &+ shift
        let levels = memory.pointee.inkLevels + 4 &* table
        let columns = setup.matrix.columns
        let first = Int(truncatingIfNeeded: inkBits[0] & 3)
        let second = Int(truncatingIfNeeded: inkBits[0] >> 2 & 3)
        setup.shift.appendFirst(levels[first], to: &cursor)
        setup.shift.appendColumn(from: levels[first], to: levels[second], &cursor)
        let words = UnsafeRawPointer(memory.pointee.inkWords + 64 &* EncoderMemory.inkPairWords &* table)
        if setup.shift.pad == nil {
            appendPairs(words, isPadded: false, to: &cursor)
        } else {
            appendPairs(words, isPadded: true, to: &cursor)
        }
        let last = columns &- 1
        let word = inkBits[last >> 5] >> UInt64(truncatingIfNeeded: 2 &* (last & 31))
        setup.shift.appendEnd(low: levels[Int(truncatingIfNeeded: word & 3)].high, high: 0, to: &cursor)
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
            // The six bits of the first pair that is left are those above the lowest six.
            var bits = inkBits[chunk]
            let last = bits >> 62
            if chunk > 0 { Self.append((before | bits << 2) << 6, words, isPadded: isPadded, to: &place) }
            before = last
            // The column before the next pair is in the lowest two bits.
            bits = bits << 4 | bits >> 60
            var pairs = min(columns &- chunk &* 32, 32) >> 1 &- 1
            if pairs & 1 == 1 {
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
            }
            if pairs & 2 == 2 {
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
            }
            pairs >>= 2
            while pairs > 0 {
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
                Self.appendNext(&bits, words, isPadded: isPadded, to: &place)
                pairs &-= 1
            }
            chunk &+= 1
        }
        cursor.count = place.assumingMemoryBound(to: UInt32.self) - cursor.base
    }

    /// Appends the next two columns, and turns the bits to those that follow.
    @inline(__always)
    private static func appendNext(
        _ bits: inout UInt64, _ words: UnsafeRawPointer, isPadded: Bool, to place: inout UnsafeMutableRawPointer
    ) {
        append(bits, words, isPadded: isPadded, to: &place)
        bits = bits >> 4 | bits << 60
    }

    /// Appends two columns: their bits and those of the column before are the six above the lowest six, which are so the
    /// place of the words in bytes.
    @inline(__always)
    private static func append(
        _ bits: UInt64, _ words: UnsafeRawPointer, isPadded: Bool, to place: inout UnsafeMutableRawPointer
    ) {
        let entry = words + Int(truncatingIfNeeded: bits & 63 << 6)
        place.storeBytes(of: entry.load(as: SIMD8<UInt32>.self), as: SIMD8<UInt32>.self)
        if isPadded {
            let rest = entry.load(fromByteOffset: 32, as: SIMD4<UInt32>.self)
            place.storeBytes(of: rest, toByteOffset: 32, as: SIMD4<UInt32>.self)
        }
        place += Int(entry.load(fromByteOffset: 4 &* (EncoderMemory.inkPairWords - 1), as: UInt32.self))
    }
}
