/// The encodings table of a PCF file: which code shows which glyph.
struct PCFEncodings {
    /// The offset of the table's numbers.
    let place: Int
    /// The code of the glyph for missing characters; may be one that has no glyph.
    let defaultCharacter: Int
    /// The codes in rising order, each with the number of its glyph.
    let entries: [(code: Int, glyph: Int)]

    /// Reads the table; 0xFFFF marks a code without a glyph.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontProblem) -> PCFEncodings {
        var cursor = table.cursor
        let place = cursor.offset
        let columns = try range(&cursor, "second byte of codes")
        let rows = try range(&cursor, "first byte of codes")
        let defaultCharacter = try cursor.u16()
        try cursor.need(2 * columns.count * rows.count)
        var entries: [(code: Int, glyph: Int)] = []
        entries.reserveCapacity(columns.count * rows.count)
        for row in rows {
            for column in columns {
                let glyph = try cursor.u16()
                if glyph != 0xFFFF { entries.append((row << 8 | column, glyph)) }
            }
        }
        return PCFEncodings(place: place, defaultCharacter: defaultCharacter, entries: entries)
    }

    private static func range(_ cursor: inout ByteCursor, _ what: String) throws(FontProblem) -> ClosedRange<Int> {
        let place = cursor.offset
        let low = try cursor.s16()
        let high = try cursor.s16()
        try ByteCursor.check(low, 0...255, "the lowest \(what)", at: place)
        try ByteCursor.check(high, low...255, "the highest \(what)", at: place + 2)
        return low...high
    }
}
