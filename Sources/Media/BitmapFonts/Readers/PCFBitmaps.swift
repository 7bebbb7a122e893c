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

/// What the properties table of a PCF file says about names and lines.
struct PCFProperties {
    var naming = FontNaming()
    var ascent: Int?
    var descent: Int?

    /// Reads the table: a count, 9 bytes for each property, padding to 4, and the texts.
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontError) -> PCFProperties {
        var cursor = table.cursor
        let place = cursor.offset
        let count = try cursor.count(of: "properties", size: 9)
        try ByteCursor.check(count, 0...FontLimits.properties, "the number of properties", at: place)
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
    ) throws(FontError) -> String {
        guard offset >= 0, offset <= strings.count else {
            throw FontError(
                place: .byte(cursor.offset), reason: .outsideFile(what: "the text of a property", offset: offset))
        }
        let text = cursor.bytes[strings].dropFirst(offset).prefix(1000).prefix { $0 != 0 }
        return String(decoding: text, as: UTF8.self)
    }
}
