/// Reads BDF 2.1 and 2.2 (X11 "Bitmap Distribution Format", Adobe note 5005); docs/fonts.md lists what is forgiven.
struct BDFReader {
    var lines: TextLines
    var builder = BitmapFontBuilder()
    var naming = FontNaming()
    var fontBox: GlyphBox?
    var ascent: Int?
    var descent: Int?
    var globalAdvance: Int?
    /// The bitmap of the glyph being read, row by row; reused.
    var rows: [UInt8] = []

    /// Returns whether the first line that is not blank begins with STARTFONT.
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        var lines = TextLines(bytes)
        guard let line = lines.next() else { return false }
        return bytes[line].starts(with: "STARTFONT".utf8)
    }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8], source: String) throws(FontError) -> BitmapFont {
        var reader = BDFReader(lines: TextLines(bytes))
        reader.readFont()
        try reader.lines.throwProblems()
        reader.naming.apply(to: &reader.builder.font, source: source)
        return reader.builder.finished()
    }

    private mutating func readFont() {
        var hasEnd = false
        while !hasEnd, let line = lines.next() {
            var words = LineWords(lines.bytes, line)
            hasEnd = readFontLine(keyword: keyword(of: &words), &words)
        }
        if !hasEnd { lines.report(.endsInside("the font: ENDFONT is missing")) }
        finishMetrics()
        if builder.records.isEmpty, lines.problemCount == 0 { lines.report(.noGlyphs) }
    }

    /// Reads a line outside glyphs; returns whether it ends the font.
    private mutating func readFontLine(keyword: String, _ words: inout LineWords) -> Bool {
        switch keyword {
        case "STARTCHAR": readGlyph()
        case "ENDFONT": return true
        case "FONT": naming.fullName = words.remainder
        case "SIZE": readSize(words)
        case "FONTBOUNDINGBOX": fontBox = readBox(words, keyword: keyword, limit: FontLimits.distance)
        case "DWIDTH": globalAdvance = readAdvance(words)
        case "STARTPROPERTIES": readProperties()
        case "ENCODING", "BBX", "BITMAP", "ENDCHAR", "ENDPROPERTIES":
            lines.report(.unexpected(keyword: keyword, inside: "the font, outside a glyph"))
        default: break
        }
        return false
    }

    /// The first word of a line as text.
    func keyword(of words: inout LineWords) -> String {
        words.next().map { String(decoding: lines.bytes[$0], as: UTF8.self) } ?? ""
    }

    private mutating func readSize(_ words: LineWords) {
        var words = words
        for _ in 0..<3 { _ = words.next() }
        if let bits = words.integer(), bits != 1 {
            lines.report(.outOfRange(what: "bits per pixel in SIZE", value: bits, allowed: 1...1))
        }
    }

    /// Reads the four numbers of FONTBOUNDINGBOX or BBX: width, height, left edge, lower edge.
    mutating func readBox(_ words: LineWords, keyword: String, limit: Int) -> GlyphBox? {
        var words = words
        guard let width = words.integer(), let height = words.integer(), let left = words.integer(),
            let bottom = words.integer()
        else {
            reportMalformed(keyword, expected: "four whole numbers")
            return nil
        }
        let distances = -FontLimits.distance...FontLimits.distance
        let isSane =
            isIn(0...limit, width, "the width in \(keyword)") && isIn(0...limit, height, "the height in \(keyword)")
            && isIn(distances, left, "the left edge in \(keyword)")
            && isIn(distances, bottom, "the lower edge in \(keyword)")
            && isIn(distances, bottom + height, "the upper edge in \(keyword)")
        return isSane ? GlyphBox(left: left, top: bottom + height, width: width, height: height) : nil
    }

    /// Reads the first number of DWIDTH; the second is for vertical writing.
    mutating func readAdvance(_ words: LineWords) -> Int? {
        var words = words
        guard let advance = words.integer() else {
            reportMalformed("DWIDTH", expected: "two whole numbers")
            return nil
        }
        return isIn(-FontLimits.distance...FontLimits.distance, advance, "the advance in DWIDTH") ? advance : nil
    }

    /// Returns whether the value is in the range, and records a problem of the current line if it is not.
    mutating func isIn(_ allowed: ClosedRange<Int>, _ value: Int, _ what: @autoclosure () -> String) -> Bool {
        if allowed.contains(value) { return true }
        lines.report(.outOfRange(what: what(), value: value, allowed: allowed))
        return false
    }

    /// Records that what follows the keyword of the current line is not what is expected.
    mutating func reportMalformed(_ keyword: String, expected: String) {
        var words = LineWords(lines.bytes, lines.current)
        _ = words.next()
        lines.report(.malformed(what: keyword, expected: expected, found: words.remainder))
    }

    private mutating func finishMetrics() {
        if let fontBox {
            ascent = ascent ?? fontBox.top
            descent = descent ?? fontBox.height - fontBox.top
        }
        guard let ascent, let descent else {
            // A FONTBOUNDINGBOX that is there but wrong has been reported already.
            if lines.problemCount == 0 { lines.report(.missing("FONTBOUNDINGBOX")) }
            return
        }
        var rows = (above: ascent, below: descent)
        if ascent + descent == 0, let needed = builder.rows {
            // Fonts without a line height, as FreeType and X11 open them: their letters say what they need.
            rows = needed
        }
        _ = isIn(1...2 * FontLimits.distance, rows.above + rows.below, "the line height (ascent + descent)")
        builder.font.ascent = rows.above
        builder.font.descent = rows.below
    }

    /// Reads the lines from STARTPROPERTIES to ENDPROPERTIES, any number of them.
    mutating func readProperties() {
        while let line = lines.next() {
            var words = LineWords(lines.bytes, line)
            let key = keyword(of: &words)
            switch key {
            case "ENDPROPERTIES": return
            case "STARTCHAR", "CHARS", "ENDFONT":
                lines.report(.missing("ENDPROPERTIES"))
                lines.putBack()
                return
            case "FONT_ASCENT": ascent = metric(key, words) ?? ascent
            case "FONT_DESCENT": descent = metric(key, words) ?? descent
            case "DEFAULT_CHAR":
                builder.font.defaultCharacter = number(key, words).flatMap { UInt32(exactly: $0) }
            case "FAMILY_NAME": naming.family = unquoted(words.remainder)
            case "CHARSET_REGISTRY": naming.registry = unquoted(words.remainder)
            case "CHARSET_ENCODING": naming.encoding = unquoted(words.remainder)
            default: break
            }
        }
        lines.report(.endsInside("the properties: ENDPROPERTIES is missing"))
    }

    /// A distance in pixels.
    private mutating func metric(_ key: String, _ words: LineWords) -> Int? {
        guard let value = number(key, words) else { return nil }
        return isIn(-FontLimits.distance...FontLimits.distance, value, key) ? value : nil
    }

    /// A whole number, which some files put between quotes.
    private mutating func number(_ key: String, _ words: LineWords) -> Int? {
        let digits = Array(unquoted(words.remainder).utf8)
        var parser = LineWords(digits, digits.indices)
        if let value = parser.integer() { return value }
        lines.report(.malformed(what: key, expected: "a whole number", found: words.remainder))
        return nil
    }

    /// The text between quotes, in which two quotes stand for one; text without quotes stays the same.
    private func unquoted(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        var result = ""
        var afterQuote = false
        for character in value.unicodeScalars.dropFirst().dropLast() {
            afterQuote = character == "\"" && !afterQuote
            if !afterQuote { result.unicodeScalars.append(character) }
        }
        return result
    }
}
