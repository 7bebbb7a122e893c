/// Writes PCF files for tests, in every order of bytes and bits; written from the format's description alone.
struct PCFWriter {
    /// A glyph as art, with its metrics.
    struct Glyph {
        var code: Int
        var left = 0
        var advance: Int
        var ascent: Int
        var rows: [String]
    }

    var glyphs: [Glyph]
    var bigEndian = false
    var highBitLeft = false
    /// Rows take a multiple of 1 << padding bytes.
    var padding = 0
    /// Bits lie in units of 1 << unit bytes; at most `padding`.
    var unit = 0
    var compressed = true
    /// The type of the accelerators table, 2 or 256, with its ascent; there may be several.
    var accelerators: [(type: Int, ascent: Int, descent: Int)] = [(2, 7, 2)]
    var properties: [(name: String, text: String?, value: Int)] = []
    var defaultCharacter = 0xFFFF
    /// The tables to leave out.
    var without: Set<Int> = []

    private var format: Int { padding | (bigEndian ? 4 : 0) | (highBitLeft ? 8 : 0) | unit << 4 }

    /// The whole file.
    func bytes() -> [UInt8] {
        var tables: [(type: Int, format: Int, data: [UInt8])] = [
            (1, format, propertyTable()), (4, compressed ? format | 0x100 : format, metricsTable()),
            (8, format, bitmapTable()), (32, format, encodingTable()),
        ]
        for table in accelerators { tables.append((table.type, format, acceleratorTable(table))) }
        tables.removeAll { without.contains($0.type) }
        var offset = 8 + 16 * tables.count
        var file: [UInt8] = [0x01, 0x66, 0x63, 0x70] + number(tables.count, bytes: 4)
        var data: [UInt8] = []
        for table in tables {
            var content = number(table.format, bytes: 4) + table.data
            while content.count % 4 != 0 { content.append(0) }
            for value in [table.type, table.format, content.count, offset] { file += number(value, bytes: 4) }
            offset += content.count
            data += content
        }
        return file + data
    }

    private func number32(_ value: Int) -> [UInt8] { number(value, bytes: 4, bigEndian: bigEndian) }
    private func number16(_ value: Int) -> [UInt8] { number(value, bytes: 2, bigEndian: bigEndian) }

    private func propertyTable() -> [UInt8] {
        var texts: [UInt8] = []
        var table = number32(properties.count)
        for property in properties {
            table += number32(texts.count)
            texts += Array(property.name.utf8) + [0]
            table += [property.text == nil ? 0 : 1]
            table += number32(property.text == nil ? property.value : texts.count)
            if let text = property.text { texts += Array(text.utf8) + [0] }
        }
        while (table.count + 4) % 4 != 0 { table.append(0) }
        return table + number32(texts.count) + texts
    }

    private func metricsTable() -> [UInt8] {
        var table = compressed ? number16(glyphs.count) : number32(glyphs.count)
        for glyph in glyphs {
            let right = glyph.left + (glyph.rows.first?.count ?? 0)
            let values = [glyph.left, right, glyph.advance, glyph.ascent, glyph.rows.count - glyph.ascent]
            if compressed {
                table += values.map { UInt8($0 + 0x80) }
            } else {
                table += (values + [0]).flatMap(number16)
            }
        }
        return table
    }

    private func bitmapTable() -> [UInt8] {
        var data: [UInt8] = []
        var offsets: [Int] = []
        for glyph in glyphs {
            offsets.append(data.count)
            for row in glyph.rows { data += rowBytes(Array(row)) }
        }
        var table = number32(glyphs.count) + offsets.flatMap(number32)
        for other in 0..<4 { table += number32(other == padding ? data.count : 0) }
        return table + data
    }

    /// One row: each unit is an integer whose highest or lowest bit is the left-most pixel, stored in the byte order.
    private func rowBytes(_ row: [Character]) -> [UInt8] {
        let bitsPerUnit = 8 << unit
        let bitsPerPadding = 8 << padding
        let bits = (row.count + bitsPerPadding - 1) / bitsPerPadding * bitsPerPadding
        return stride(from: 0, to: bits, by: bitsPerUnit).flatMap { start in
            var integer: UInt64 = 0
            for pixel in 0..<bitsPerUnit where start + pixel < row.count && row[start + pixel] == "#" {
                integer |= 1 << UInt64(highBitLeft ? bitsPerUnit - 1 - pixel : pixel)
            }
            return number(Int(truncatingIfNeeded: integer), bytes: 1 << unit, bigEndian: bigEndian)
        }
    }

    private func encodingTable() -> [UInt8] {
        let codes = glyphs.map(\.code)
        let lows = codes.map { $0 & 0xFF }
        let highs = codes.map { $0 >> 8 }
        let low = (lows.min() ?? 0)...(lows.max() ?? 0)
        let high = (highs.min() ?? 0)...(highs.max() ?? 0)
        var table = [low.lowerBound, low.upperBound, high.lowerBound, high.upperBound].flatMap(number16)
        table += number16(defaultCharacter)
        for first in high {
            for second in low {
                table += number16(codes.lastIndex(of: first << 8 | second) ?? 0xFFFF)
            }
        }
        return table
    }

    private func acceleratorTable(_ table: (type: Int, ascent: Int, descent: Int)) -> [UInt8] {
        [UInt8](repeating: 0, count: 8) + [table.ascent, table.descent, 0].flatMap(number32)
            + [UInt8](repeating: 0, count: 24)
    }
}
