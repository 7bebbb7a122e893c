/// The bytes of a datagram; what lies beyond its end reads as 0, so no length field can make a reader leave it.
package struct PacketBytes {
    /// The bytes as they came; valid while the datagram is.
    package let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// How many there are.
    package var count: Int { bytes.count }

    /// A byte.
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
