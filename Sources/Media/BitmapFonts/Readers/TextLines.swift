/// The lines of a text file: LF or CRLF, blanks trimmed at both ends, blank lines left out.
struct TextLines {
    /// The content of the file.
    let bytes: [UInt8]
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    private var position = 0
    private var pushedBack: Range<Int>?
    /// The place of the line that `next` returned last.
    private(set) var current = 0..<0

    /// Starts before the first line; a UTF-8 byte order mark is skipped.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The place of the next line that is not blank, or nil at the end of the file.
    mutating func next() -> Range<Int>? {
        if let line = pushedBack {
            pushedBack = nil
            return line
        }
        while position < bytes.count {
            var start = position
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end &+= 1 }
            position = end &+ 1
            number &+= 1
            while end > start, isBlank(bytes[end &- 1]) { end &-= 1 }
            while start < end, isBlank(bytes[start]) { start &+= 1 }
            if start < end {
                current = start..<end
                return current
            }
        }
        return nil
    }

    /// Makes `next` return the same line again.
    mutating func putBack() {
        pushedBack = current
    }
}

/// Whether the byte is a space, a tab or the CR of a CRLF.
func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
}

/// The value of a hexadecimal digit of either case, or nil.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
}
