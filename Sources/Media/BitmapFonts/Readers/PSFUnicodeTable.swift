/// The Unicode table of a PSF file.
enum PSFUnicodeTable {
    /// Reads the codes of one glyph of version 1: 16-bit numbers, FFFE before each sequence, FFFF at the end.
    static func codes1(_ cursor: inout ByteCursor) throws(FontError) -> [UInt32] {
        var codes: [UInt32] = []
        var isSequence = false
        while true {
            let place = cursor.offset
            let code = try cursor.u16()
            switch code {
            case 0xFFFF: return codes
            case 0xFFFE: isSequence = true
            case 0xD800...0xDFFF:
                throw FontError(
                    place: .byte(place),
                    reason: .malformed(
                        what: "the Unicode table", expected: "Unicode scalars", found: String(code, radix: 16)))
            default: if !isSequence { codes.append(UInt32(code)) }
            }
        }
    }

    /// Reads the codes of one glyph of version 2: UTF-8, the byte FE before each sequence, FF at the end.
    static func codes2(_ cursor: inout ByteCursor) throws(FontError) -> [UInt32] {
        var codes: [UInt32] = []
        var isSequence = false
        while true {
            let place = cursor.offset
            let byte = try cursor.u8()
            switch byte {
            case 0xFF: return codes
            case 0xFE: isSequence = true
            default:
                let code = try scalar(first: byte, &cursor, at: place)
                if !isSequence { codes.append(code) }
            }
        }
    }

    /// Reads the bytes after the first one of a scalar in UTF-8.
    private static func scalar(
        first: Int, _ cursor: inout ByteCursor, at place: Int
    ) throws(FontError) -> UInt32 {
        let (count, least) =
            switch first {
            case 0x00...0x7F: (0, 0)
            case 0xC2...0xDF: (1, 0x80)
            case 0xE0...0xEF: (2, 0x800)
            case 0xF0...0xF4: (3, 0x10000)
            default: (-1, 0)
            }
        var value = first & [0x7F, 0x1F, 0x0F, 0x07][max(0, count)]
        var isValid = count >= 0
        for _ in 0..<max(0, count) where isValid {
            let byte = try cursor.u8()
            isValid = byte & 0xC0 == 0x80
            value = value << 6 | byte & 0x3F
        }
        guard isValid, value >= least, let scalar = Unicode.Scalar(UInt32(value)) else {
            throw FontError(
                place: .byte(place),
                reason: .malformed(what: "the Unicode table", expected: "UTF-8", found: String(first, radix: 16)))
        }
        return scalar.value
    }
}
