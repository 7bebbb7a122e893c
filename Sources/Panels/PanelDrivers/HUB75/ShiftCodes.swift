/// The colours of a column in the shifts of a row pair, one byte for each shift: red, green and blue of the upper pixel in
/// bits 0 to 2, of the lower one in bits 3 to 5.
///
/// A value of a channel has such codes as well, with bit 0 alone.
struct ShiftCodes {
    /// The bytes; those behind the last shift are 0.
    var bytes: SIMD16<UInt8>

    /// Puts the codes of a pixel together from those of its channels.
    @inline(__always)
    init(red: ShiftCodes, green: ShiftCodes, blue: ShiftCodes) {
        let two = Self.twice(blue.bytes) | green.bytes
        bytes = Self.twice(two) | red.bytes
    }

    /// The codes of a value that is lit in the shifts whose lane of the mask is all ones.
    @inline(__always)
    init(lit: SIMD16<Int16>) {
        bytes = SIMD16<UInt8>(truncatingIfNeeded: lit & SIMD16(repeating: 1))
    }

    /// The codes of a column, from the codes of the 256 values.
    ///
    /// Pixels are read by bytes, blue first as they lie in memory: a load costs less than taking a number apart.
    @inline(__always)
    init(upper: UnsafeRawPointer, lower: UnsafeRawPointer, values: UnsafeRawPointer) {
        var codes = Self.codes(values, lower)
        codes = Self.twice(codes) | Self.codes(values, lower + 1)
        codes = Self.twice(codes) | Self.codes(values, lower + 2)
        codes = Self.twice(codes) | Self.codes(values, upper)
        codes = Self.twice(codes) | Self.codes(values, upper + 1)
        bytes = Self.twice(codes) | Self.codes(values, upper + 2)
    }

    /// The bits that codes have in the bytes of some planes, where every plane is a shift by itself.
    @inline(__always)
    static func mask(planes: Int) -> SIMD2<UInt64> {
        let planes = UInt64(truncatingIfNeeded: planes)
        return SIMD2(mask(eight: planes & 0xFF), mask(eight: planes >> 8))
    }

    @inline(__always)
    private static func mask(eight planes: UInt64) -> UInt64 {
        // Bit n alone in byte n; then bit 7 of every byte that is not 0.
        let spread = planes &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
        let isSet = (spread &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
        return isSet &>> 7 &* 63
    }

    /// The same colours as those of a lower pixel.
    @inline(__always)
    var lowered: ShiftCodes {
        var codes = self
        codes.bytes = Self.twice(Self.twice(Self.twice(bytes)))
        return codes
    }

    /// The same colours in bits 2 to 7.
    @inline(__always)
    var fourfold: ShiftCodes {
        var codes = self
        codes.bytes = Self.twice(Self.twice(bytes))
        return codes
    }

    /// An upper and a lower pixel.
    @inline(__always)
    static func | (upper: ShiftCodes, lower: ShiftCodes) -> ShiftCodes {
        var codes = upper
        codes.bytes |= lower.bytes
        return codes
    }

    /// An addition, because processors shift no bytes.
    @inline(__always)
    private static func twice(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> { bytes &+ bytes }

    /// The codes of the value at a place: 16 bytes each.
    @inline(__always)
    private static func codes(_ values: UnsafeRawPointer, _ place: UnsafeRawPointer) -> SIMD16<UInt8> {
        values.load(fromByteOffset: Int(place.load(as: UInt8.self)) &<< 4, as: SIMD16<UInt8>.self)
    }
}
