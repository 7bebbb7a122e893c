/// Rows of up to three colours on black, as text in smooth motion has them: the pixels are compared with the colours of the
/// row pairs before, 16 at a time.
///
/// All of them are colours of the palette, whose plans they share, so it makes no difference how a row pair is read.
extension RowEncoder {
    /// Whether there are colours with which the next row pair can be compared.
    @inline(__always)
    var hasShades: Bool { memory.pointee.state.pointee.shades != 0 }

    /// Keeps the colours that were found in a row pair for the next ones, besides those that are kept if there is room.
    ///
    /// - Returns: whether they are few enough.
    func noteShades() -> Bool {
        let state = memory.pointee.state
        var black: UInt32 = 0
        var remaining = present
        while remaining != 0, black == 0 {
            if memory.pointee.palette[remaining.trailingZeroBitCount] == 0 { black = remaining & (0 &- remaining) }
            remaining &= remaining &- 1
        }
        let colors = present & ~black
        guard black != 0, colors.nonzeroBitCount <= EncoderMemory.shadeCount else {
            state.pointee.shades = 0
            return false
        }
        let both = state.pointee.shades | colors
        setShades(both.nonzeroBitCount <= EncoderMemory.shadeCount ? both : colors, black: black)
        return true
    }

    private func setShades(_ shades: UInt32, black: UInt32) {
        let state = memory.pointee.state
        guard shades != state.pointee.shades else { return }
        state.pointee.shades = shades
        // Their tables belong to other colours.
        memory.pointee.shadePlans.update(repeating: .none, count: EncoderMemory.planCount)
        let present = memory.pointee.shadePresent
        present[0] = black
        memory.pointee.shadeNumbers[0] = black.trailingZeroBitCount &* MemoryLayout<ShiftCodes>.stride
        var remaining = shades
        for shade in 0..<EncoderMemory.shadeCount {
            // No pixel is equal to a colour with bits above the lowest 24.
            memory.pointee.shades[shade] =
                remaining == 0 ? UInt32.max : memory.pointee.palette[remaining.trailingZeroBitCount]
            let color = remaining == 0 ? black : remaining
            memory.pointee.shadeNumbers[shade + 1] = color.trailingZeroBitCount &* MemoryLayout<ShiftCodes>.stride
            let bit = 1 << shade
            for bits in 0..<bit { present[bit | bits] = present[bits] | remaining & (0 &- remaining) }
            remaining &= remaining &- 1
        }
    }

    /// Reads the row pair's pixels as shades; false where they have other colours.
    mutating func findShades() -> Bool {
        var upper: UInt64 = 0
        var lower: UInt64 = 0
        if isUpperLit || isAny(lane: 0) {
            guard let lit = readShades(lane: 0, isAdded: false) else { return false }
            upper = lit
        }
        if isLowerLit || isAny(lane: 1) {
            guard let lit = readShades(lane: 1, isAdded: upper != 0) else { return false }
            lower = lit
        }
        isUpperLit = upper != 0
        isLowerLit = lower != 0
        hasInk = isUpperLit || isLowerLit
        present = memory.pointee.shadePresent[Int(upper | lower)]
        shadedLanes = !isLowerLit ? (isUpperLit ? .upper : .none) : isUpperLit ? .both : .lower
        if hasInk { findShadeChanges() }
        return true
    }

    /// Reads a lane: a bit for each shade, in bits 0 to 2, or in bits 3 to 5 that are added to those of the upper pixels.
    ///
    /// - Returns: the shades that occur as bits; nil where there are other colours.
    private func readShades(lane: Int, isAdded: Bool) -> UInt64? {
        let pixels = UnsafeRawPointer(memory.pointee.lanePixels[lane])
        let bytes = UnsafeMutableRawPointer(memory.pointee.shadeColumns)
        let shades = memory.pointee.shades
        let first = SIMD16(repeating: Int32(truncatingIfNeeded: shades[0]))
        let second = SIMD16(repeating: Int32(truncatingIfNeeded: shades[1]))
        let third = SIMD16(repeating: Int32(truncatingIfNeeded: shades[2]))
        var others = SIMD16<Int32>(repeating: 0)
        var lit = SIMD16<UInt8>(repeating: 0)
        var column = 0
        while column < setup.matrix.columns {
            let colors = pixels.loadUnaligned(fromByteOffset: 4 &* column, as: SIMD16<Int32>.self)
            // Vectors of masks as integers: all ones where they are set.
            let isFirst = unsafeBitCast(colors .== first, to: SIMD16<Int32>.self)
            let isSecond = unsafeBitCast(colors .== second, to: SIMD16<Int32>.self)
            let isThird = unsafeBitCast(colors .== third, to: SIMD16<Int32>.self)
            others |= colors & ~(isFirst | isSecond | isThird)
            let bits = isFirst & SIMD16(repeating: 1) | isSecond & SIMD16(repeating: 2)
            var shade = SIMD16<UInt8>(truncatingIfNeeded: bits | isThird & SIMD16(repeating: 4))
            lit |= shade
            if isAdded {
                let two = shade &+ shade
                let four = two &+ two
                shade = bytes.loadUnaligned(fromByteOffset: column, as: SIMD16<UInt8>.self) | (four &+ four)
            }
            bytes.storeBytes(of: shade, toByteOffset: column, as: SIMD16<UInt8>.self)
            column &+= 16
        }
        return InkBits.isAny(others) ? nil : Self.joined(lit)
    }

    /// The bits of all bytes.
    @inline(__always)
    private static func joined(_ bytes: SIMD16<UInt8>) -> UInt64 {
        let two = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        var bits = two[0] | two[1]
        bits |= bits >> 32
        bits |= bits >> 16
        return (bits | bits >> 8) & 7
    }

    /// Finds the cases of the columns, and those that change; the latter alone are used if they are few.
    private mutating func findShadeChanges() {
        // The column before the first one is in front of the bytes, and made equal to it.
        memory.pointee.shadeColumns[-1] = memory.pointee.shadeColumns[0]
        // A column of many costs less than one that is looked for among them.
        hasGaps = 3 &* findShadePairs() < setup.matrix.columns
        if hasGaps { findShadeEvents() }
    }

    /// Joins the shades of each column with those of the one before where they are of one lane; returns how many change.
    private func findShadePairs() -> Int {
        let shades = UnsafeRawPointer(memory.pointee.shadeColumns)
        let pairs = UnsafeMutableRawPointer(memory.pointee.shadePairs)
        var changes = SIMD2<UInt64>(repeating: 0)
        var column = 0
        while column < setup.matrix.columns {
            let now = shades.loadUnaligned(fromByteOffset: column, as: SIMD2<UInt64>.self)
            let before = shades.loadUnaligned(fromByteOffset: column &- 1, as: SIMD2<UInt64>.self)
            // Bytes are less than 8, so shifting moves no bits into the next byte.
            pairs.storeBytes(of: now | before &<< 3, toByteOffset: column, as: SIMD2<UInt64>.self)
            // Bit 7 of the bytes that are not 0, which are less than 64; then 1 for each, and two of them together.
            let isChanged = ((now ^ before) &+ SIMD2(repeating: 0x7F7F_7F7F_7F7F_7F7F)) &>> 7
            let ones = isChanged & SIMD2(repeating: 0x0101_0101_0101_0101)
            changes &+= (ones &+ ones &>> 8) & SIMD2(repeating: 0x00FF_00FF_00FF_00FF)
            column &+= 16
        }
        let sums = (changes[0] &+ changes[1]) &* 0x0001_0001_0001_0001
        return Int(truncatingIfNeeded: sums &>> 48)
    }

    /// Notes the columns that change, and their cases.
    private mutating func findShadeEvents() {
        let bytes = UnsafeRawPointer(memory.pointee.shadeColumns)
        let eventColumns = memory.pointee.eventColumns
        let eventShades = memory.pointee.eventShades
        let cases = shadeCases
        eventShades[0] = cases[0]
        eventColumns[0] = 0
        var count = 1
        var column = 0
        while column < setup.matrix.columns {
            let now = bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self)
            let changes = now ^ bytes.loadUnaligned(fromByteOffset: column &- 1, as: UInt64.self)
            var remaining = (changes &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
            while remaining != 0 {
                let place = column &+ (remaining.trailingZeroBitCount &>> 3)
                remaining &= remaining &- 1
                eventColumns[count] = Int32(truncatingIfNeeded: place)
                eventShades[count] = cases[place]
                count &+= 1
            }
            column &+= 8
        }
        eventCount = count
    }

    /// The case of each column.
    var shadeCases: UnsafeMutablePointer<UInt8> {
        shadedLanes == .both ? memory.pointee.shadeColumns : memory.pointee.shadePairs
    }
}
