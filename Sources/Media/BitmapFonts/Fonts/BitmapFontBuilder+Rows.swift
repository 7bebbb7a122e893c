extension BitmapFontBuilder {
    /// Adds a glyph whose box is stored row by row, the top row first, the left-most pixel in the highest bit.
    ///
    /// `rows` holds `box.height` rows of `stride` bytes from `offset`, of which the first `(box.width + 7) / 8` count;
    /// bits right of the width are dropped. Returns false, and adds nothing, when something is beyond `FontLimits`.
    mutating func add(code: UInt32, box: GlyphBox, rows: [UInt8], offset: Int = 0, stride: Int) -> Bool {
        guard code <= FontLimits.code, box.isWithinLimits, hasRoom(for: box) else { return false }
        let first = words.count
        appendColumns(of: box, rows: rows, offset: offset, stride: stride)
        record(code: code, box: box, firstWord: first)
        return true
    }

    /// Appends the columns of a box that is within limits and has room.
    mutating func appendColumns(of box: GlyphBox, rows: [UInt8], offset: Int, stride: Int) {
        let first = words.count
        words.append(contentsOf: repeatElement(0, count: box.wordCount))
        guard box.width > 0, box.height > 0 else { return }
        let bytesPerRow = (box.width + 7) / 8
        precondition(
            offset >= 0 && stride >= bytesPerRow && offset + stride * (box.height - 1) + bytesPerRow <= rows.count,
            "rows of \(box) do not fit into \(rows.count) bytes from \(offset)")
        rows.withUnsafeBufferPointer { source in
            words.withUnsafeMutableBufferPointer { words in
                guard let source = source.baseAddress, let target = words.baseAddress else { return }
                transpose(box, rows: source + offset, stride: stride, columns: target + first)
            }
        }
    }
}

/// Turns rows of bytes into columns of words, 8 by 8 pixels at a time.
private func transpose(
    _ box: GlyphBox, rows: UnsafePointer<UInt8>, stride: Int, columns: UnsafeMutablePointer<UInt64>
) {
    let wordsPerColumn = (box.height + 63) >> 6
    var top = 0
    while top < box.height {
        let rowCount = min(8, box.height - top)
        var left = 0
        while left < box.width {
            var block: UInt64 = 0
            var byte = rows + (top &* stride &+ left >> 3)
            var row: UInt64 = 0
            while row < rowCount {
                block |= UInt64(byte.pointee) &<< (row &* 8)
                byte += stride
                row &+= 1
            }
            if block != 0 {
                block = transposed(block)
                // Byte 7 of the block is now the left-most column, its bit 0 the top row.
                var column = columns + (left &* wordsPerColumn &+ top >> 6)
                let end = min(8, box.width - left)
                var x = 0
                while x < end {
                    column.pointee |= (block &>> UInt64(56 &- 8 &* x) & 0xFF) &<< UInt64(top & 63)
                    column += wordsPerColumn
                    x &+= 1
                }
            }
            left &+= 8
        }
        top &+= 8
    }
}

/// Exchanges rows and columns of an 8x8 bit matrix whose bytes are the rows: swaps 1x1, then 2x2, then 4x4 blocks.
private func transposed(_ matrix: UInt64) -> UInt64 {
    var m = matrix
    var swap = (m ^ (m &>> 7)) & 0x00AA_00AA_00AA_00AA
    m ^= swap ^ (swap &<< 7)
    swap = (m ^ (m &>> 14)) & 0x0000_CCCC_0000_CCCC
    m ^= swap ^ (swap &<< 14)
    swap = (m ^ (m &>> 28)) & 0x0000_0000_F0F0_F0F0
    return m ^ swap ^ (swap &<< 28)
}
