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
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontError) -> PCFBitmaps {
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
        guard unit > 1 else { return }
        data.withUnsafeMutableBufferPointer { data in
            guard let base = data.baseAddress else { return }
            var start = 0
            while start + unit <= data.count {
                var low = base + start
                var high = low + (unit - 1)
                while low < high {
                    (low.pointee, high.pointee) = (high.pointee, low.pointee)
                    low += 1
                    high -= 1
                }
                start += unit
            }
        }
    }

    /// Turns the bits of each byte around.
    private static func reverseBits(_ data: inout [UInt8]) {
        data.withUnsafeMutableBufferPointer { data in
            guard var byte = data.baseAddress else { return }
            let end = byte + data.count
            while byte < end {
                var bits = byte.pointee
                bits = bits &>> 4 | bits &<< 4
                bits = bits &>> 2 & 0x33 | bits &<< 2 & 0xCC
                byte.pointee = bits &>> 1 & 0x55 | bits &<< 1 & 0xAA
                byte += 1
            }
        }
    }
}
