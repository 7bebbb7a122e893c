/// The bytes of a datagram; what lies beyond its end reads as 0, so no length field can make a reader leave it.
package struct PacketBytes {
    /// The bytes as they came; valid while the datagram is.
    package let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package var count: Int { bytes.count }

    package subscript(index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

    /// Two bytes, the most significant first.
    package func big16(_ index: Int) -> UInt16 { UInt16(self[index]) << 8 | UInt16(self[index &+ 1]) }

    /// Two bytes, the least significant first.
    package func little16(_ index: Int) -> UInt16 { UInt16(self[index &+ 1]) << 8 | UInt16(self[index]) }

    /// Four bytes, the most significant first.
    package func big32(_ index: Int) -> UInt32 { UInt32(big16(index)) << 16 | UInt32(big16(index &+ 2)) }

    /// Eight bytes, the most significant first.
    package func big64(_ index: Int) -> UInt64 { UInt64(big32(index)) << 32 | UInt64(big32(index &+ 4)) }

    /// The bytes from an index on, at most some; none where there are none.
    package func part(_ start: Int, _ length: Int) -> UnsafeRawBufferPointer {
        guard let base = bytes.baseAddress, start >= 0, length > 0, start < bytes.count else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base + start, count: min(length, bytes.count - start))
    }

    /// Whether a text stands at an index.
    package func has(_ text: StaticString, at index: Int) -> Bool {
        guard index >= 0, bytes.count - index >= text.utf8CodeUnitCount else { return false }
        for place in 0..<text.utf8CodeUnitCount where bytes[index + place] != text.utf8Start[place] { return false }
        return true
    }
}

/// Packets that are written, one number after the other.
extension [UInt8] {
    /// Writes two bytes, the most significant first.
    package mutating func append(big16 value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Writes two bytes, the least significant first.
    package mutating func append(little16 value: UInt16) { append(big16: value.byteSwapped) }

    /// Writes four bytes, the most significant first.
    package mutating func append(big32 value: UInt32) {
        append(big16: UInt16(truncatingIfNeeded: value >> 16))
        append(big16: UInt16(truncatingIfNeeded: value))
    }

    /// Writes eight bytes, the most significant first.
    package mutating func append(big64 value: UInt64) {
        append(big32: UInt32(truncatingIfNeeded: value >> 32))
        append(big32: UInt32(truncatingIfNeeded: value))
    }

    /// Writes a text of fixed length: cut off at a whole character where it is too long, with zeros behind it, at least one.
    package mutating func append(text: String, length: Int) {
        let end = count + length
        for character in text where count + character.utf8.count < end { append(contentsOf: character.utf8) }
        append(zeros: end - count)
    }

    /// Writes zeros; none for a negative number.
    package mutating func append(zeros number: Int) {
        append(contentsOf: repeatElement(0, count: Swift.max(0, number)))
    }
}
