/// Reads row pairs of frames that are flat for a display engine; see `ScanOutPicture`.
///
/// It does not allocate after `init`.
struct FlatReader: Sendable {
    /// The words of a row pair.
    let words: Int
    /// Whether row pairs of the frame can be flat at all.
    private(set) var canRead = false
    private let canBeFlat: Bool
    private let columns: Int
    /// The planes that are shown in any refresh, as bits of a level.
    private let shown: UInt16
    /// The colour that each lane had last, always one whose channels are off or full, and whether it had any pixel of it.
    private var inks: (upper: UInt32, lower: UInt32) = (0xFF_FFFF, 0xFF_FFFF)
    private var isLit = (upper: false, lower: false)
    /// The code of a column whose two pixels have these colours.
    private var code: UInt8 = 0

    init(_ plan: ScanOutPlan) {
        words = plan.flatWords
        canBeFlat = plan.canBeFlat
        columns = plan.matrix.columns
        shown = UInt16(plan.setup.shown.reduce(0, |))
    }

    /// Begins a frame.
    ///
    /// - Parameter levels: the levels of the 256 values of a channel, 0 to 2047. Below full brightness, no value reaches
    ///   the full level.
    mutating func begin(_ levels: [UInt16]) {
        canRead = false
        guard canBeFlat, levels[255] & shown == shown else { return }
        if code(levels) == nil { inks = (0xFF_FFFF, 0xFF_FFFF) }
        code = code(levels) ?? 0
        canRead = true
    }

    /// Enters the bits of a row pair, and returns the code of a column whose two pixels are lit; `notFlat` where it is not
    /// flat.
    @inline(__always)
    mutating func read(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ levels: [UInt16],
        into bits: UnsafeMutablePointer<UInt64>
    ) -> UInt8 {
        if seemsFlat(upper, inks.upper), readBits(upper, lower, into: bits) { return code }
        guard findInks(upper, lower, levels), readBits(upper, lower, into: bits) else { return ScanOutPicture.notFlat }
        return code
    }

    /// Whether three pixels of a lane are black or of a colour: this distinguishes most pictures before all pixels are read.
    @inline(__always)
    private func seemsFlat(_ pixels: UnsafePointer<UInt32>, _ ink: UInt32) -> Bool {
        func isFlat(_ pixel: UInt32) -> Bool { pixel == 0 || pixel == ink }
        return isFlat(pixels[0]) && isFlat(pixels[columns >> 1]) && isFlat(pixels[columns &- 1])
    }

    @inline(__always)
    private mutating func readBits(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        Self.read(inks.upper, upper, columns: columns, isLower: false, isLit: &isLit.upper, into: bits)
            && Self.read(inks.lower, lower, columns: columns, isLower: true, isLit: &isLit.lower, into: bits)
    }

    /// Looks for the colours of the lanes; false where they are not full, or those that were looked for already.
    private mutating func findInks(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ levels: [UInt16]
    ) -> Bool {
        let first = Self.firstColor(upper, columns: columns)
        guard let upperCode = code(first == 0 ? inks.upper : first, levels) else { return false }
        let second = Self.firstColor(lower, columns: columns)
        guard let lowerCode = code(second == 0 ? inks.lower : second, levels) else { return false }
        let last = inks
        if first != 0 { inks.upper = first }
        if second != 0 { inks.lower = second }
        code = Self.code(upperCode, lowerCode)
        return inks != last
    }

    /// The code of the present colours, fourfold as all codes; nil where a channel is neither off nor full.
    private func code(_ levels: [UInt16]) -> UInt8? {
        guard let upper = code(inks.upper, levels), let lower = code(inks.lower, levels) else { return nil }
        return Self.code(upper, lower)
    }

    private static func code(_ upper: UInt8, _ lower: UInt8) -> UInt8 { 4 * (upper | lower << 3) }

    private func code(_ color: UInt32, _ levels: [UInt16]) -> UInt8? {
        guard let red = bit(color >> 16, levels), let green = bit(color >> 8, levels), let blue = bit(color, levels)
        else { return nil }
        return red | green << 1 | blue << 2
    }

    private func bit(_ channel: UInt32, _ levels: [UInt16]) -> UInt8? {
        let level = levels[Int(channel & 0xFF)] & shown
        return level == 0 ? 0 : level == shown ? 1 : nil
    }
}

/// Row pairs of one colour on black as bits: 32 columns a word, two bits a column, the upper pixel's first.
///
/// The columns are a multiple of 16.
extension FlatReader {
    /// The first colour of a lane that is not black; 0 where all is black.
    private static func firstColor(_ pixels: UnsafePointer<UInt32>, columns: Int) -> UInt32 {
        var column = 0
        while column < columns {
            let two = UnsafeRawPointer(pixels + column).loadUnaligned(as: UInt64.self)
            if two != 0 { return pixels[column] != 0 ? pixels[column] : pixels[column &+ 1] }
            column &+= 2
        }
        return 0
    }

    /// Whether a lane has any pixel that is not black.
    @inline(__always)
    private static func isAny(_ pixels: UnsafePointer<UInt32>, columns: Int) -> Bool {
        let pixels = UnsafeRawPointer(pixels)
        let bytes = 4 &* columns
        var any = SIMD16<Int32>(repeating: 0)
        var offset = 0
        while offset &+ 128 <= bytes {
            any |= pixels.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self)
            any |= pixels.loadUnaligned(fromByteOffset: offset &+ 64, as: SIMD16<Int32>.self)
            offset &+= 128
        }
        if offset < bytes { any |= pixels.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self) }
        return isAny(any)
    }

    /// Enters the bits of a lane; false where a pixel is neither black nor of the colour.
    ///
    /// The upper lane comes first.
    ///
    /// - Parameter isLit: whether the lane has any pixel of the colour; before, whether it probably has: lanes without
    ///   text are known faster where they are expected.
    @inline(__always)
    private static func read(
        _ ink: UInt32, _ pixels: UnsafePointer<UInt32>, columns: Int, isLower: Bool, isLit: inout Bool,
        into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        if !isLit, !isAny(pixels, columns: columns) {
            if !isLower { clear(bits, columns: columns) }
            return true
        }
        let pixels = UnsafeRawPointer(pixels)
        let bytes = 4 &* columns
        let inks = SIMD16(repeating: Int32(truncatingIfNeeded: ink))
        var offset = 0
        var any: UInt64 = 0
        while offset < bytes {
            var others = SIMD16<Int32>(repeating: 0)
            let first = Self.bits(of: inks, at: pixels + offset, others: &others)
            var second = SIMD4<UInt32>(repeating: 0)
            if offset &+ 64 < bytes { second = Self.bits(of: inks, at: pixels + (offset &+ 64), others: &others) }
            let word = joined(first, second)
            if isAny(others) { return false }
            any |= word
            if isLower {
                bits[offset >> 7] |= word << 1
            } else {
                bits[offset >> 7] = word
            }
            offset &+= 128
        }
        isLit = any != 0
        return true
    }

    private static func clear(_ bits: UnsafeMutablePointer<UInt64>, columns: Int) {
        var column = 0
        while column < columns {
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

    /// Whether any lane of a vector is not 0.
    @inline(__always)
    private static func isAny(_ sixteen: SIMD16<Int32>) -> Bool {
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
}
