/// Reads row pairs of frames that are flat for a display engine; see `ScanOutPicture`.
///
/// It does not allocate after `init`.
struct FlatReader: Sendable {
    /// The words of a row pair.
    let words: Int
    private let canBeFlat: Bool
    private let columns: Int
    /// The planes that are shown in any refresh, as bits of a level.
    private let shown: UInt16
    /// The colour that each lane had last: lanes without any pixel count as being of it, so that text that appears in them changes
    /// single columns.
    private var inks: (upper: UInt32, lower: UInt32) = (0xFF_FFFF, 0xFF_FFFF)

    init(_ plan: ScanOutPlan) {
        words = plan.flatWords
        canBeFlat = plan.canBeFlat
        columns = plan.matrix.columns
        shown = UInt16(plan.setup.shown.reduce(0, |))
    }

    /// Whether row pairs can be flat at all with these levels of the 256 values of a channel, 0 to 2047.
    ///
    /// Where pulses are too long for a brightness, white is below the highest level.
    func canRead(_ levels: [UInt16]) -> Bool { canBeFlat && levels[255] & shown == shown }

    /// Enters the bits of a row pair, and returns the code of a column whose two pixels are lit; `notFlat` where it is not
    /// flat.
    @inline(__always)
    mutating func read(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ levels: [UInt16],
        into bits: UnsafeMutablePointer<UInt64>
    ) -> UInt8 {
        let first = firstColor(upper)
        let ink = first == 0 ? inks.upper : first
        guard let upperCode = code(ink, levels) else { return ScanOutPicture.notFlat }
        let second = firstColor(lower)
        let otherInk = second == 0 ? inks.lower : second
        guard let lowerCode = code(otherInk, levels) else { return ScanOutPicture.notFlat }
        for word in 0..<words { bits[word] = 0 }
        guard first == 0 || read(ink, upper, shift: 0, into: bits),
            second == 0 || read(otherInk, lower, shift: 1, into: bits)
        else { return ScanOutPicture.notFlat }
        inks = (ink, otherInk)
        // Fourfold, as all codes.
        return 4 * (upperCode | lowerCode << 3)
    }

    /// The bits of a colour; nil where a channel is neither off nor full.
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
    private func firstColor(_ pixels: UnsafePointer<UInt32>) -> UInt32 {
        // Most pictures that are not flat have a colour there.
        if pixels[0] != 0 { return pixels[0] }
        var column = 0
        while column < columns {
            if Self.isAny(UnsafeRawPointer(pixels + column).loadUnaligned(as: SIMD16<Int32>.self)) {
                while pixels[column] == 0 { column &+= 1 }
                return pixels[column]
            }
            column &+= 16
        }
        return 0
    }

    /// Enters the bits of a lane; false where a pixel is neither black nor of the colour.
    ///
    /// - Parameter shift: 0 for the upper lane, 1 for the lower one.
    @inline(__always)
    private func read(
        _ ink: UInt32, _ pixels: UnsafePointer<UInt32>, shift: UInt64, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        let pixels = UnsafeRawPointer(pixels)
        let bytes = 4 &* columns
        let inks = SIMD16(repeating: Int32(truncatingIfNeeded: ink))
        var offset = 0
        while offset < bytes {
            var others = SIMD16<Int32>(repeating: 0)
            let first = Self.bits(of: inks, at: pixels + offset, others: &others)
            var second = SIMD4<UInt32>(repeating: 0)
            if offset &+ 64 < bytes { second = Self.bits(of: inks, at: pixels + (offset &+ 64), others: &others) }
            if Self.isAny(others) { return false }
            bits[offset >> 7] |= Self.joined(first, second) &<< shift
            offset &+= 128
        }
        return true
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
