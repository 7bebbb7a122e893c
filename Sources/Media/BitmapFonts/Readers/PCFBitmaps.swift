/// The bitmaps table of a PCF file, its bits brought into one order: rows of bytes, the left-most pixel highest.
struct PCFBitmaps {
    /// The offset of the table's numbers.
    let place: Int
    /// For each glyph the offset of its rows in `data`; as stored, not checked.
    let offsets: [Int]
    /// The rows of all glyphs.
    let data: [UInt8]
    /// Each row takes a multiple of this number of bytes.
    let rowPadding: Int

    /// Reads the table: a count, an offset for each glyph, the size of the data for each padding, and the data.
    static func read(_ table: PCFReader.Table) throws(FontError) -> PCFBitmaps {
        var cursor = table.cursor
        let place = cursor.offset
        let count = try cursor.count(of: "bitmaps", size: 4)
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        for _ in 0..<count { offsets.append(try cursor.u32()) }
        try cursor.skip(16)
        var data = Array(cursor.bytes[cursor.offset..<cursor.end])
        if table.format.isBigEndian != table.format.isHighBitLeft {
            swapBytes(&data, unit: table.format.scanUnit)
        }
        if !table.format.isHighBitLeft { reverseBits(&data) }
        return PCFBitmaps(place: place, offsets: offsets, data: data, rowPadding: table.format.rowPadding)
    }

    /// Returns where the rows of a glyph begin in `data` and how many bytes each takes.
    func rows(of glyph: Int, box: GlyphBox) throws(FontError) -> (offset: Int, stride: Int) {
        let bytesPerRow = (box.width + 7) / 8
        let stride = (bytesPerRow + rowPadding - 1) / rowPadding * rowPadding
        guard stride > 0, box.height > 0 else { return (0, stride) }
        let offset = offsets[glyph]
        guard offset + stride * box.height <= data.count else {
            throw FontError(
                place: .byte(place), reason: .outsideFile(what: "the bitmap of glyph \(glyph)", offset: offset))
        }
        return (offset, stride)
    }

    /// Turns the bytes of each unit around; an incomplete unit at the end stays.
    private static func swapBytes(_ data: inout [UInt8], unit: Int) {
        for start in stride(from: 0, through: data.count - unit, by: unit) {
            for place in 0..<unit / 2 { data.swapAt(start + place, start + unit - 1 - place) }
        }
    }

    /// Turns the bits of each byte around.
    private static func reverseBits(_ data: inout [UInt8]) {
        for index in data.indices {
            var bits = data[index]
            bits = bits &>> 4 | bits &<< 4
            bits = bits &>> 2 & 0x33 | bits &<< 2 & 0xCC
            data[index] = bits &>> 1 & 0x55 | bits &<< 1 & 0xAA
        }
    }
}

extension PCFReader {
    /// The kinds of tables that a font is made of; the others do not matter for pictures.
    enum Kind: Int {
        case properties = 1
        case accelerators = 2
        case metrics = 4
        case bitmaps = 8
        case encodings = 32
        case bdfAccelerators = 256

        /// The name for messages.
        var name: String { "the \(self == .bdfAccelerators ? "BDF accelerators" : "\(self)") table" }
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

    /// Reads the list of tables at the start of a file; of tables of one kind the first counts.
    static func tables(of bytes: [UInt8]) throws(FontError) -> [Kind: Range<Int>] {
        var cursor = ByteCursor(bytes, 4..<bytes.count, isBigEndian: false, what: "the list of tables")
        let count = try cursor.count(of: "tables", size: 16)
        var tables: [Kind: Range<Int>] = [:]
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
            tables[kind] = offset..<min(offset + size, bytes.count)
        }
        return tables
    }
}
