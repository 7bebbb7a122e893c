/// What the properties table of a PCF file says about names and lines.
struct PCFProperties {
    var naming = FontNaming()
    var ascent: Int?
    var descent: Int?

    /// Reads the table: a count, 9 bytes for each property, padding to 4, and the texts.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontProblem) -> PCFProperties {
        var cursor = table.cursor
        let count = try cursor.count(of: "properties", size: 9)
        var texts = cursor
        try texts.skip(9 * count)
        try texts.skip((4 - count & 3) & 3)
        let size = try texts.count(of: "bytes of the properties' texts", size: 1)
        let strings = texts.offset..<texts.offset + size

        var properties = PCFProperties()
        for _ in 0..<count {
            let name = try text(at: cursor.u32(), in: strings, &cursor)
            let isText = try cursor.u8() != 0
            let value = try cursor.s32()
            if isText {
                try properties.set(name, text: text(at: value, in: strings, &cursor))
            } else {
                properties.set(name, value: value)
            }
        }
        return properties
    }

    private mutating func set(_ name: String, text: String) {
        switch name {
        case "FONT": naming.fullName = text
        case "FAMILY_NAME": naming.family = text
        case "CHARSET_REGISTRY": naming.registry = text
        case "CHARSET_ENCODING": naming.encoding = text
        default: break
        }
    }

    private mutating func set(_ name: String, value: Int) {
        switch name {
        case "FONT_ASCENT": ascent = value
        case "FONT_DESCENT": descent = value
        default: break
        }
    }

    /// The text from an offset to its NUL, at most 1,000 bytes.
    private static func text(
        at offset: Int, in strings: Range<Int>, _ cursor: inout ByteCursor
    ) throws(FontProblem) -> String {
        guard offset >= 0, offset <= strings.count else {
            throw FontProblem(
                place: .byte(cursor.offset), reason: .outsideFile(what: "the text of a property", offset: offset))
        }
        let text = cursor.bytes[strings].dropFirst(offset).prefix(1000).prefix { $0 != 0 }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The metrics table of a PCF file: the boxes of all glyphs.
enum PCFMetrics {
    /// Reads the table in its plain or its compressed form.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontProblem) -> [GlyphBox] {
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

    private static func compressed(_ cursor: inout ByteCursor) throws(FontProblem) -> GlyphBox {
        let left = try cursor.u8() - 0x80
        let right = try cursor.u8() - 0x80
        let advance = try cursor.u8() - 0x80
        let ascent = try cursor.u8() - 0x80
        let descent = try cursor.u8() - 0x80
        return GlyphBox(advance: advance, left: left, top: ascent, width: right - left, height: ascent + descent)
    }

    private static func plain(_ cursor: inout ByteCursor) throws(FontProblem) -> GlyphBox {
        let left = try cursor.s16()
        let right = try cursor.s16()
        let advance = try cursor.s16()
        let ascent = try cursor.s16()
        let descent = try cursor.s16()
        try cursor.skip(2)
        return GlyphBox(advance: advance, left: left, top: ascent, width: right - left, height: ascent + descent)
    }

    private static func problem(with box: GlyphBox, glyph: Int, at offset: Int) -> FontProblem {
        let extents = 0...FontLimits.boxExtent
        let distances = -FontLimits.distance...FontLimits.distance
        let numbers = [
            ("width", box.width, extents), ("height", box.height, extents), ("advance", box.advance, distances),
            ("left bearing", box.left, distances), ("ascent", box.top, distances),
        ]
        let (name, value, allowed) = numbers.first { !$0.2.contains($0.1) } ?? numbers[0]
        return FontProblem(
            place: .byte(offset),
            reason: .outOfRange(what: "the \(name) of glyph \(glyph)", value: value, allowed: allowed))
    }
}

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
