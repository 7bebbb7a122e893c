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
    @inline(__always)
    init(upper: UInt32, lower: UInt32, values: UnsafeRawPointer) {
        var codes = Self.codes(values, lower &<< 4)
        codes = Self.twice(codes) | Self.codes(values, lower &>> 4)
        codes = Self.twice(codes) | Self.codes(values, lower &>> 12)
        codes = Self.twice(codes) | Self.codes(values, upper &<< 4)
        codes = Self.twice(codes) | Self.codes(values, upper &>> 4)
        bytes = Self.twice(codes) | Self.codes(values, upper &>> 12)
    }

    /// The same colours as those of a lower pixel.
    @inline(__always)
    var lowered: ShiftCodes {
        var codes = self
        codes.bytes = Self.twice(Self.twice(Self.twice(bytes)))
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

    /// The codes of the value in bits 4 to 11: 16 bytes each.
    @inline(__always)
    private static func codes(_ values: UnsafeRawPointer, _ place: UInt32) -> SIMD16<UInt8> {
        values.load(fromByteOffset: Int(place & 0xFF0), as: SIMD16<UInt8>.self)
    }
}
