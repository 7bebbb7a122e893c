/// Bytes of a packet, one number after the other.
package struct PacketWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8]

    /// Takes an array to write into from its beginning, so that its storage is used again.
    package init(reusing bytes: [UInt8] = []) {
        self.bytes = bytes
        self.bytes.removeAll(keepingCapacity: true)
    }

    /// Writes a byte.
    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes two bytes, the most significant first.
    package mutating func big16(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    /// Writes two bytes, the least significant first.
    package mutating func little16(_ value: UInt16) { big16(value.byteSwapped) }

    /// Writes four bytes, the most significant first.
    package mutating func big32(_ value: UInt32) {
        big16(UInt16(truncatingIfNeeded: value >> 16))
        big16(UInt16(truncatingIfNeeded: value))
    }

    /// Writes eight bytes, the most significant first.
    package mutating func big64(_ value: UInt64) {
        big32(UInt32(truncatingIfNeeded: value >> 32))
        big32(UInt32(truncatingIfNeeded: value))
    }

    /// Writes bytes as they are.
    package mutating func data(_ data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }

    /// Writes a text of fixed length: cut off at a whole character where it is too long, with zeros behind it, at least one.
    package mutating func text(_ text: String, length: Int) {
        let end = bytes.count + length
        for character in text where bytes.count + character.utf8.count < end { data(character.utf8) }
        zeros(end - bytes.count)
    }

    /// Writes zeros.
    package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: max(0, count))) }
}
