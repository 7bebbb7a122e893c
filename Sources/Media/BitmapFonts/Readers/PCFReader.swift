import LinuxSystem

/// Reads PCF, the compiled form of BDF that X11 uses, in every byte and bit order.
///
/// Forgiven: absent accelerators (FONT_ASCENT and FONT_DESCENT of the properties, else the highest glyph, serve) and
/// properties; an ascent and a descent that add up to nothing (the highest and the lowest glyph serve); the type of the table list that repeats or is unknown; table sizes beyond the end of the file; sizes of
/// the bitmap data that are wrong; bits right of the width; a default character that has no glyph. The BDF
/// accelerators are preferred.
///
/// Errors: absent metrics, bitmaps or encodings; anything that ends early or points outside its table; boxes of
/// negative extent; numbers beyond `FontLimits`; fewer bitmaps than metrics; codes of glyphs that do not exist.
struct PCFReader {
    private let bytes: [UInt8]
    private let tables: [PCFTable.Kind: PCFTable]
    private var builder = BitmapFontBuilder()

    /// Returns whether content begins like a file of this format.
    static func recognizes(_ bytes: [UInt8]) -> Bool { FileFormat(of: bytes) == .pcf }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8], source: String) throws(FontError) -> BitmapFont {
        var reader = PCFReader(bytes: bytes, tables: try PCFTable.directory(bytes))
        let properties = try reader.readProperties()
        properties.naming.apply(to: &reader.builder, source: source)
        let metrics = try PCFMetrics.read(reader.open(.metrics))
        let bitmaps = try PCFBitmaps.read(reader.open(.bitmaps))
        let encodings = try PCFEncodings.read(reader.open(.encodings))
        guard bitmaps.offsets.count >= metrics.count else {
            let reason = FontError.Reason.missing("\(metrics.count - bitmaps.offsets.count) of the bitmaps")
            throw FontError(place: .byte(bitmaps.place), reason: reason)
        }
        try reader.addGlyphs(metrics: metrics, bitmaps: bitmaps, encodings: encodings)
        try reader.setLineMetrics(properties, metrics: metrics)
        reader.builder.defaultCharacter = UInt32(exactly: encodings.defaultCharacter)
        return reader.builder.font()
    }

    private init(bytes: [UInt8], tables: [PCFTable.Kind: PCFTable]) {
        self.bytes = bytes
        self.tables = tables
    }

    private func open(_ kind: PCFTable.Kind) throws(FontError) -> (cursor: ByteCursor, format: PCFTable.Format) {
        guard let table = tables[kind] else { throw FontError(place: .file, reason: .missing(kind.name)) }
        return try table.open(bytes)
    }

    private func readProperties() throws(FontError) -> PCFProperties {
        tables[.properties] == nil ? PCFProperties() : try PCFProperties.read(open(.properties))
    }

    /// Adds every glyph that has a code; glyphs of several codes share their pixels.
    private mutating func addGlyphs(
        metrics: [GlyphBox], bitmaps: PCFBitmaps, encodings: PCFEncodings
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
                builder.appendColumns(of: box, rows: bitmaps.data, offset: rows.offset, stride: rows.stride)
            }
            builder.record(code: UInt32(entry.code), box: box, firstWord: firstWords[entry.glyph])
        }
        if encodings.entries.isEmpty { throw FontError(place: .byte(encodings.place), reason: .noGlyphs) }
    }

    /// Takes ascent and descent from the accelerators, the properties or the glyphs, in this order.
    private mutating func setLineMetrics(_ properties: PCFProperties, metrics: [GlyphBox]) throws(FontError) {
        var place = FontError.Place.file
        if let table = tables[.bdfAccelerators] ?? tables[.accelerators] {
            var (cursor, _) = try table.open(bytes)
            try cursor.skip(8)
            place = .byte(cursor.offset)
            builder.ascent = try cursor.s32()
            builder.descent = try cursor.s32()
        } else {
            builder.ascent = properties.ascent ?? metrics.map(\.top).max() ?? 0
            builder.descent = properties.descent ?? metrics.map { $0.height - $0.top }.max() ?? 0
        }
        if builder.ascent &+ builder.descent == 0, let rows = builder.rows {
            (builder.ascent, builder.descent) = (rows.above, rows.below)
        }
        let distances = -FontLimits.distance...FontLimits.distance
        for (what, value, allowed) in [
            ("the ascent", builder.ascent, distances), ("the descent", builder.descent, distances),
            ("the line height (ascent + descent)", builder.ascent + builder.descent, 1...2 * FontLimits.distance),
        ] where !allowed.contains(value) {
            throw FontError(place: place, reason: .outOfRange(what: what, value: value, allowed: allowed))
        }
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
    static func read(_ table: (cursor: ByteCursor, format: PCFTable.Format)) throws(FontError) -> PCFEncodings {
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

    private static func range(_ cursor: inout ByteCursor, _ what: String) throws(FontError) -> ClosedRange<Int> {
        let place = cursor.offset
        let low = try cursor.s16()
        let high = try cursor.s16()
        try ByteCursor.check(low, 0...255, "the lowest \(what)", at: place)
        try ByteCursor.check(high, low...255, "the highest \(what)", at: place + 2)
        return low...high
    }
}

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
