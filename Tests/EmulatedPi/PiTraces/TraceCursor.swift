/// A place in a line of a recording; loops are spelled out because recordings have millions of lines.
struct TraceCursor {
    let bytes: UnsafeRawBufferPointer
    var place = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Skips to the byte after the next one of that value; false without such a byte.
    mutating func skip(past byte: UInt8) -> Bool {
        while place < bytes.count {
            place &+= 1
            if bytes[place &- 1] == byte { return true }
        }
        return false
    }

    /// Goes behind a byte that has to be next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place] == byte else { return false }
        place &+= 1
        return true
    }

    /// Goes behind a text that has to be next.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count &- place >= count else { return false }
        var index = 0
        while index < count {
            if bytes[place &+ index] != text.utf8Start[index] { return false }
            index &+= 1
        }
        place &+= count
        return true
    }

    /// Reads a decimal number of at most 18 digits.
    mutating func number() -> Int64? {
        let start = place
        var value: Int64 = 0
        while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39, place &- start < 18 {
            value = value &* 10 &+ Int64(bytes[place] &- 0x30)
            place &+= 1
        }
        return place > start ? value : nil
    }

    /// Finds a text and reads the hexadecimal number of at most 16 digits behind it.
    mutating func hexadecimal(after text: StaticString) -> UInt64? {
        while place < bytes.count, !take(text) { place &+= 1 }
        let start = place
        var value: UInt64 = 0
        while place < bytes.count, place &- start < 16, let digit = Self.digit(bytes[place]) {
            value = value &<< 4 | digit
            place &+= 1
        }
        return place > start ? value : nil
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte &- 0x30)
        case 0x61...0x66: UInt64(byte &- 0x57)
        case 0x41...0x46: UInt64(byte &- 0x37)
        default: nil
        }
    }
}
