import LinuxSystem

/// Reads PCF, the compiled form of BDF that X11 uses, in every byte and bit order; docs/fonts.md lists what is forgiven.
///
/// The BDF accelerators are preferred.
struct PCFReader {
    /// A cursor after the format word at the start of a table, and that word.
    typealias Table = (cursor: ByteCursor, format: Format)
    /// Where the encodings are, the code of the glyph for missing characters, which may be one that has none, and the codes in
    /// rising order, each with the number of its glyph.
    private typealias Encodings = (place: Int, defaultCharacter: Int, entries: [(code: Int, glyph: Int)])

    private let bytes: [UInt8]
    private let tables: [Kind: Range<Int>]
    private var builder = BitmapFontBuilder()
    private var naming = FontNaming()
    /// The rows above and below the base line by the properties.
    private var ascent: Int?
    private var descent: Int?

    /// Returns whether content begins like a file of this format.
    static func recognizes(_ bytes: [UInt8]) -> Bool { FileFormat(of: bytes) == .pcf }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8], source: String) throws(FontError) -> BitmapFont {
        var reader = PCFReader(bytes, tables: try tables(of: bytes))
        if reader.tables[.properties] != nil { try reader.readProperties() }
        reader.naming.apply(to: &reader.builder.font, source: source)
        let metrics = try reader.readMetrics()
        let bitmaps = try PCFBitmaps.read(reader.open(.bitmaps))
        let encodings = try reader.readEncodings()
        guard bitmaps.offsets.count >= metrics.count else {
            let reason = FontError.Reason.missing("\(metrics.count - bitmaps.offsets.count) of the bitmaps")
            throw FontError(place: .byte(bitmaps.place), reason: reason)
        }
        try reader.addGlyphs(metrics: metrics, bitmaps: bitmaps, encodings: encodings)
        try reader.setLineMetrics(metrics)
        reader.builder.font.defaultCharacter = UInt32(exactly: encodings.defaultCharacter)
        return reader.builder.finished()
    }

    private init(_ bytes: [UInt8], tables: [Kind: Range<Int>]) {
        (self.bytes, self.tables) = (bytes, tables)
    }

    private func open(_ kind: Kind) throws(FontError) -> Table {
        guard let range = tables[kind] else { throw FontError(reason: .missing(kind.name)) }
        var cursor = ByteCursor(bytes, range, isBigEndian: false, what: kind.name)
        let format = Format(word: try cursor.u32())
        cursor.isBigEndian = format.isBigEndian
        return (cursor, format)
    }

    /// Adds every glyph that has a code; glyphs of several codes share their pixels.
    private mutating func addGlyphs(
        metrics: [GlyphBox], bitmaps: PCFBitmaps, encodings: Encodings
    ) throws(FontError) {
        var firstWords = [Int](repeating: -1, count: metrics.count)
        for entry in encodings.entries {
            guard entry.glyph < metrics.count else {
                let reason = FontError.Reason.outOfRange(
                    what: "the glyph of code \(entry.code)", value: entry.glyph, allowed: 0...max(0, metrics.count - 1))
                throw FontError(place: .byte(encodings.place), reason: reason)
            }
            let box = metrics[entry.glyph]
            if firstWords[entry.glyph] < 0 {
                guard builder.hasRoom(for: box) else {
                    let reason = FontError.Reason.tooLarge(
                        what: "the size of all glyphs in columns", limit: FontLimits.words)
                    throw FontError(place: .byte(bitmaps.place), reason: reason)
                }
                let rows = try bitmaps.rows(of: entry.glyph, box: box)
                firstWords[entry.glyph] = builder.words.count
                box.appendColumns(to: &builder.words, rows: bitmaps.data, offset: rows.offset, stride: rows.stride)
            }
            builder.record(code: UInt32(entry.code), box: box, firstWord: firstWords[entry.glyph])
        }
        if encodings.entries.isEmpty { throw FontError(place: .byte(encodings.place), reason: .noGlyphs) }
    }

    /// Takes ascent and descent from the accelerators, the properties or the glyphs, in this order.
    private mutating func setLineMetrics(_ metrics: [GlyphBox]) throws(FontError) {
        var place = FontError.Place.file
        if let kind = [Kind.bdfAccelerators, .accelerators].first(where: { tables[$0] != nil }) {
            var (cursor, _) = try open(kind)
            try cursor.skip(8)
            place = .byte(cursor.offset)
            builder.font.ascent = try cursor.s32()
            builder.font.descent = try cursor.s32()
        } else {
            builder.font.ascent = ascent ?? metrics.map(\.top).max() ?? 0
            builder.font.descent = descent ?? metrics.map { $0.height - $0.top }.max() ?? 0
        }
        if builder.font.ascent &+ builder.font.descent == 0, let rows = builder.rows {
            (builder.font.ascent, builder.font.descent) = (rows.above, rows.below)
        }
        let distances = -FontLimits.distance...FontLimits.distance
        for (what, value, allowed) in [
            ("the ascent", builder.font.ascent, distances), ("the descent", builder.font.descent, distances),
            (
                "the line height (ascent + descent)", builder.font.ascent + builder.font.descent,
                1...2 * FontLimits.distance
            ),
        ] where !allowed.contains(value) {
            throw FontError(place: place, reason: .outOfRange(what: what, value: value, allowed: allowed))
        }
    }

    /// Reads the boxes of all glyphs, in their plain or their compressed form.
    private func readMetrics() throws(FontError) -> [GlyphBox] {
        var (cursor, format) = try open(.metrics)
        let isCompressed = format.isCompressed
        let size = isCompressed ? 5 : 12
        let count = isCompressed ? try cursor.u16() : try cursor.count(of: "metrics", size: size)
        try cursor.need(count * size)
        var boxes: [GlyphBox] = []
        boxes.reserveCapacity(count)
        for _ in 0..<count {
            let place = cursor.offset
            let box = try Self.box(&cursor, isCompressed: isCompressed)
            guard box.isWithinLimits else { throw Self.problem(with: box, glyph: boxes.count, at: place) }
            boxes.append(box)
        }
        return boxes
    }

    private static func box(_ cursor: inout ByteCursor, isCompressed: Bool) throws(FontError) -> GlyphBox {
        func number() throws(FontError) -> Int { isCompressed ? try cursor.u8() - 0x80 : try cursor.s16() }
        let left = try number()
        let right = try number()
        let advance = try number()
        let ascent = try number()
        let descent = try number()
        if !isCompressed { try cursor.skip(2) }
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

    /// Reads which code shows which glyph; 0xFFFF marks a code without one.
    private func readEncodings() throws(FontError) -> Encodings {
        var (cursor, _) = try open(.encodings)
        let place = cursor.offset
        let columns = try Self.range(&cursor, "second byte of codes")
        let rows = try Self.range(&cursor, "first byte of codes")
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
        return (place, defaultCharacter, entries)
    }

    private static func range(_ cursor: inout ByteCursor, _ what: String) throws(FontError) -> ClosedRange<Int> {
        let place = cursor.offset
        let low = try cursor.s16()
        let high = try cursor.s16()
        try ByteCursor.check(low, 0...255, "the lowest \(what)", at: place)
        try ByteCursor.check(high, low...255, "the highest \(what)", at: place + 2)
        return low...high
    }

    /// Reads names and lines: a count, 9 bytes for each property, padding to 4, and the texts.
    private mutating func readProperties() throws(FontError) {
        var (cursor, _) = try open(.properties)
        let place = cursor.offset
        let count = try cursor.count(of: "properties", size: 9)
        try ByteCursor.check(count, 0...FontLimits.properties, "the number of properties", at: place)
        var texts = cursor
        try texts.skip(9 * count)
        try texts.skip((4 - count & 3) & 3)
        let size = try texts.count(of: "bytes of the properties' texts", size: 1)
        let strings = texts.offset..<texts.offset + size
        for _ in 0..<count {
            let name = try Self.text(at: cursor.u32(), in: strings, &cursor)
            let isText = try cursor.u8() != 0
            let value = try cursor.s32()
            let text = isText ? try Self.text(at: value, in: strings, &cursor) : nil
            switch (name, text) {
            case ("FONT_ASCENT", nil): ascent = value
            case ("FONT_DESCENT", nil): descent = value
            case ("FONT", let text?): naming.fullName = text
            case ("FAMILY_NAME", let text?): naming.family = text
            case ("CHARSET_REGISTRY", let text?): naming.registry = text
            case ("CHARSET_ENCODING", let text?): naming.encoding = text
            default: break
            }
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
