/// Turns 8x8 pixels into the eight digit registers of one module.
struct DigitTransform: Hashable, Sendable {
    /// Whether the digits run along the rows of the picture.
    let transposes: Bool
    /// Whether the left-most column is gathered into the lowest byte.
    let startsAtLeft: Bool
    /// Whether the finished digits change places, 0 with 7.
    let reversesDigits: Bool
    /// Whether the bits of each finished digit change places, 0 with 7.
    let reversesBits: Bool

    /// Creates the transform of a wiring.
    init(_ type: ModuleType) {
        transposes = type.digitsAreRows
        startsAtLeft = type.digitsAreRows ? type.reversesBits : type.reversesDigits
        reversesDigits = type.digitsAreRows && type.reversesDigits
        reversesBits = !type.digitsAreRows && type.reversesBits
    }

    /// Returns the digits of 8x8 pixels: digit d in byte d, counted from the lowest.
    ///
    /// - Parameters:
    ///   - words: the words of a mono bitmap.
    ///   - first: the word that holds the pixels of the left-most column.
    ///   - stride: the number of words from one column to the next.
    ///   - shift: the bit of the top row in these words, a multiple of 8.
    @inline(__always)
    func digits(of words: UnsafeBufferPointer<UInt64>, first: Int, stride: Int, shift: UInt64) -> UInt64 {
        var block: UInt64 = 0
        var place = startsAtLeft ? first &+ 7 &* stride : first
        let step = startsAtLeft ? 0 &- stride : stride
        for _ in 0..<8 {
            block = block &<< 8 | (words[place] &>> shift) & 0xFF
            place &+= step
        }
        if transposes { block = Self.transposed(block) }
        if reversesDigits { block = block.byteSwapped }
        if reversesBits { block = Self.withReversedBits(block) }
        return block
    }

    /// Exchanges byte i, bit j with byte j, bit i, by blocks of 1, 2 and 4.
    @inline(__always)
    private static func transposed(_ block: UInt64) -> UInt64 {
        var block = block
        var swap = (block ^ (block >> 7)) & 0x00AA_00AA_00AA_00AA
        block ^= swap ^ (swap << 7)
        swap = (block ^ (block >> 14)) & 0x0000_CCCC_0000_CCCC
        block ^= swap ^ (swap << 14)
        swap = (block ^ (block >> 28)) & 0x0000_0000_F0F0_F0F0
        return block ^ swap ^ (swap << 28)
    }

    /// Exchanges bit 7 - j with bit j within each byte.
    @inline(__always)
    private static func withReversedBits(_ block: UInt64) -> UInt64 {
        var block = block
        block = (block >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (block & 0x0F0F_0F0F_0F0F_0F0F) << 4
        block = (block >> 2) & 0x3333_3333_3333_3333 | (block & 0x3333_3333_3333_3333) << 2
        return (block >> 1) & 0x5555_5555_5555_5555 | (block & 0x5555_5555_5555_5555) << 1
    }
}
