/// Reads GNU Unifont's .hex format: lines `CODE:DIGITS`, 16 rows high, 8, 16, 24 or 32 columns wide.
///
/// The format gives no metrics: the ascent is 14 and the descent 2, as Unifont is drawn, and the advance is the width.
/// Marks that Unicode draws over the letter before them (categories Mn and Me) advance by 0 and lie `width` to the
/// left of the pen, over that letter. The charset is Unicode.
struct HexReader {
    private static let height = 16
    private static let descent = 2

    private var lines: TextLines
    private var builder = BitmapFontBuilder()
    private var rows: [UInt8] = []

    /// Returns whether the first line that is neither blank nor a comment begins with a code and a colon.
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        var lines = TextLines(bytes)
        while let line = lines.next() {
            if bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
            let code = bytes[line].prefix { hexadecimalValue($0) != nil }
            return (1...8).contains(code.count) && code.endIndex < line.upperBound
                && bytes[code.endIndex] == UInt8(ascii: ":")
        }
        return false
    }

    /// Reads a whole file.
    static func read(_ bytes: [UInt8], source: String) throws(FontError) -> BitmapFont {
        var reader = HexReader(lines: TextLines(bytes))
        while let line = reader.lines.next() {
            if bytes[line.lowerBound] != UInt8(ascii: "#") { reader.readGlyph(line) }
        }
        try reader.lines.throwProblems()
        FontNaming(registry: "ISO10646", encoding: "1").apply(to: &reader.builder.font, source: source)
        reader.builder.font.ascent = height - descent
        reader.builder.font.descent = descent
        return reader.builder.finished()
    }

    private mutating func readGlyph(_ line: Range<Int>) {
        guard let colon = lines.bytes[line].firstIndex(of: UInt8(ascii: ":")),
            let code = number(line.lowerBound..<colon)
        else {
            lines.report(
                .malformed(what: "a line", expected: "a hexadecimal code, a colon and digits", found: text(line)))
            return
        }
        guard code <= Int(FontLimits.code) else {
            lines.report(.outOfRange(what: "the code", value: code, allowed: 0...Int(FontLimits.code)))
            return
        }
        let digits = colon + 1..<line.upperBound
        guard [32, 64, 96, 128].contains(digits.count), readRows(digits) else {
            lines.report(
                .malformed(what: "the picture", expected: "32, 64, 96 or 128 hexadecimal digits", found: text(digits)))
            return
        }
        let stride = digits.count / (2 * Self.height)
        let width = stride * 8
        let isMark = Unicode.Scalar(UInt32(code))?.isMark ?? false
        let box = GlyphBox(
            advance: isMark ? 0 : width, left: isMark ? -width : 0, top: Self.height - Self.descent, width: width,
            height: Self.height)
        if !builder.add(code: UInt32(code), box: box, rows: rows, stride: stride) {
            lines.report(.tooLarge(what: "the size of all glyphs in columns", limit: FontLimits.words))
        }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: lines.bytes[range], as: UTF8.self)
    }

    /// The value of one to eight hexadecimal digits.
    private func number(_ digits: Range<Int>) -> Int? {
        guard (1...8).contains(digits.count) else { return nil }
        var value = 0
        for index in digits {
            guard let digit = hexadecimalValue(lines.bytes[index]) else { return nil }
            value = value << 4 | Int(digit)
        }
        return value
    }

    /// Reads an even number of digits into `rows`.
    private mutating func readRows(_ digits: Range<Int>) -> Bool {
        rows.removeAll(keepingCapacity: true)
        for index in stride(from: digits.lowerBound, to: digits.upperBound, by: 2) {
            guard let high = hexadecimalValue(lines.bytes[index]), let low = hexadecimalValue(lines.bytes[index + 1])
            else { return false }
            rows.append(high << 4 | low)
        }
        return true
    }
}
