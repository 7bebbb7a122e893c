/// One table of a PCF file: its place and the word that gives the order of its numbers and bits.
struct PCFTable {
    /// The kinds of tables that a font is made of; the others do not matter for pictures.
    enum Kind: Int {
        case properties = 1
        case accelerators = 2
        case metrics = 4
        case bitmaps = 8
        case encodings = 32
        case bdfAccelerators = 256

        /// The name for messages.
        var name: String {
            switch self {
            case .properties: "the properties table"
            case .accelerators: "the accelerators table"
            case .metrics: "the metrics table"
            case .bitmaps: "the bitmaps table"
            case .encodings: "the encodings table"
            case .bdfAccelerators: "the BDF accelerators table"
            }
        }
    }

    /// How numbers and bits lie in a table.
    struct Format: Equatable {
        /// The word as stored, always with the lowest byte first.
        let word: Int

        /// Each row of a bitmap takes a multiple of this number of bytes: 1, 2, 4 or 8.
        var rowPadding: Int { 1 << (word & 3) }
        /// Numbers have their highest byte first.
        var isBigEndian: Bool { word & 4 != 0 }
        /// The left-most pixel is the highest bit of a byte.
        var isHighBitLeft: Bool { word & 8 != 0 }
        /// Bits are stored in units of this number of bytes: 1, 2, 4 or 8.
        var scanUnit: Int { 1 << (word >> 4 & 3) }
        /// The metrics table has five bytes a glyph.
        var isCompressed: Bool { word & 0x100 != 0 }
    }

    /// Which table.
    let kind: Kind
    /// Where it lies in the file.
    let range: Range<Int>

    /// Returns a cursor after the format word at the start of the table, and that word.
    func open(_ bytes: [UInt8]) throws(FontError) -> (cursor: ByteCursor, format: Format) {
        var cursor = ByteCursor(bytes, range, isBigEndian: false, what: kind.name)
        let format = Format(word: try cursor.u32())
        cursor.isBigEndian = format.isBigEndian
        return (cursor, format)
    }

    /// Reads the list of tables at the start of a file; of tables of one kind the first counts.
    static func directory(_ bytes: [UInt8]) throws(FontError) -> [Kind: PCFTable] {
        var cursor = ByteCursor(bytes, 4..<bytes.count, isBigEndian: false, what: "the list of tables")
        let count = try cursor.count(of: "tables", size: 16)
        var tables: [Kind: PCFTable] = [:]
        for _ in 0..<count {
            let kind = Kind(rawValue: try cursor.u32())
            try cursor.skip(4)
            let size = try cursor.u32()
            let place = cursor.offset
            let offset = try cursor.u32()
            guard let kind, tables[kind] == nil else { continue }
            guard offset < bytes.count else {
                throw FontError(place: .byte(place), reason: .outsideFile(what: kind.name, offset: offset))
            }
            tables[kind] = PCFTable(kind: kind, range: offset..<min(offset + size, bytes.count))
        }
        return tables
    }
}
