/// The metrics table of a PCF file: the boxes of all glyphs.
enum PCFMetrics {
    /// Reads the table in its plain or its compressed form.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontError) -> [GlyphBox] {
        var cursor = table.cursor
        let isCompressed = table.format.isCompressed
        let size = isCompressed ? 5 : 12
        let count = isCompressed ? try cursor.u16() : try cursor.count(of: "metrics", size: size)
        try cursor.need(count * size)
        var boxes: [GlyphBox] = []
        boxes.reserveCapacity(count)
        for _ in 0..<count {
            let place = cursor.offset
            let box = isCompressed ? try compressed(&cursor) : try plain(&cursor)
            guard box.isWithinLimits else { throw problem(with: box, glyph: boxes.count, at: place) }
            boxes.append(box)
        }
        return boxes
    }

    private static func compressed(_ cursor: inout ByteCursor) throws(FontError) -> GlyphBox {
        let left = try cursor.u8() - 0x80
        let right = try cursor.u8() - 0x80
        let advance = try cursor.u8() - 0x80
        let ascent = try cursor.u8() - 0x80
        let descent = try cursor.u8() - 0x80
        return GlyphBox(advance: advance, left: left, top: ascent, width: right - left, height: ascent + descent)
    }

    private static func plain(_ cursor: inout ByteCursor) throws(FontError) -> GlyphBox {
        let left = try cursor.s16()
        let right = try cursor.s16()
        let advance = try cursor.s16()
        let ascent = try cursor.s16()
        let descent = try cursor.s16()
        try cursor.skip(2)
        return GlyphBox(advance: advance, left: left, top: ascent, width: right - left, height: ascent + descent)
    }

    private static func problem(with box: GlyphBox, glyph: Int, at offset: Int) -> FontError {
        let extents = 0...FontLimits.boxExtent
        let distances = -FontLimits.distance...FontLimits.distance
        let numbers = [
            ("width", box.width, extents), ("height", box.height, extents), ("advance", box.advance, distances),
            ("left bearing", box.left, distances), ("ascent", box.top, distances),
        ]
        let (name, value, allowed) = numbers.first { !$0.2.contains($0.1) } ?? numbers[0]
        return FontError(
            place: .byte(offset),
            reason: .outOfRange(what: "the \(name) of glyph \(glyph)", value: value, allowed: allowed))
    }
}
