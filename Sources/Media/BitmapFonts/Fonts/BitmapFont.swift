import PixelGraphics

/// A font whose characters are pictures of pixels: read from a BDF, PCF, PSF or Unifont file, or drawn from outlines in one size.
///
/// All pictures share one array of column words, so a font of 57,000 glyphs is a handful of allocations, and copying a
/// font or taking a glyph of it copies references only. Looking a glyph up is O(1).
public struct BitmapFont: Sendable {
    /// The family, such as `Fixed`; from the file's properties, else from its name.
    public var name = ""
    /// The file's own full name of the font, an XLFD such as `-misc-fixed-medium-r-...` or free text; may be empty.
    public var fullName = ""
    /// Where the font was read from: a path, or the label that the caller gave.
    public var source = ""
    /// The rows above the base line.
    public var ascent = 0
    /// The rows below the base line.
    public var descent = 0
    /// The code of the glyph that the font itself wants shown for missing characters, if it names one.
    public var defaultCharacter: UInt32?
    /// The charset that the codes belong to, such as `ISO10646-1`, `ISO8859-2` or `KOI8-R`; empty if the file does not say.
    public var charset = ""
    /// Whether the codes are Unicode scalars (charsets ISO10646-1 and ISO8859-1, PSF with a Unicode table, Unifont).
    ///
    /// In another font the codes are those of `charset`, of which most agree with ASCII from 0x20 to 0x7E.
    public var isUnicode = true
    /// The characters in the order of their codes; none of an outline font, whose glyphs are drawn when they are asked for.
    public internal(set) var glyphs = GlyphTable(records: [], words: [])
    /// What draws the glyphs of an outline font.
    var outlines: OutlineFace?

    /// The height of a line in pixels: `ascent + descent`.
    public var lineHeight: Int { ascent + descent }
    /// The number of characters that have a code; O(characters) of an outline font.
    public var glyphCount: Int { outlines.map { $0.codes(maximum: FontLimits.glyphs).count } ?? glyphs.count }
    /// The rows of the capitals of an outline font; nil for a font of pixels.
    package var capitals: Int? { outlines?.capitals }

    /// The same outline font with smooth edges, for panels with colours; nil for a font of pixels.
    ///
    /// Heights are hinted otherwise, so its letters may be a row higher or lower.
    package func smooth() -> BitmapFont? {
        guard let face = outlines?.smooth() else { return nil }
        var font = self
        (font.ascent, font.descent, font.outlines) = (face.ascent, face.descent, face)
        return font
    }

    /// Whether another font is from the same place and draws the same letters.
    package func isSame(as other: BitmapFont) -> Bool {
        source == other.source && fullName == other.fullName && lineHeight == other.lineHeight
            && outlines?.emSize == other.outlines?.emSize && outlines?.edges == other.outlines?.edges
    }

    /// Returns the glyph of a character, or nil if the font has none.
    ///
    /// O(1), without allocation; of an outline font it is drawn when it is asked for the first time.
    public func glyph(for scalar: UInt32) -> Glyph? { position(of: scalar).map { glyph(at: $0, code: scalar) } }

    /// The first characters in the order of their codes.
    package func characters(maximum: Int) -> [Glyph] {
        guard let outlines else { return Array(glyphs.prefix(maximum)) }
        return outlines.codes(maximum: maximum).compactMap(glyph(for:))
    }

    /// Returns the position of the glyph of a character, or nil if there is none.
    func position(of code: UInt32) -> Int? {
        if let outlines { outlines.position(of: code) } else { glyphs.position(of: code) }
    }

    /// The glyph at a position, which is that of the character of a code.
    func glyph(at position: Int, code: UInt32) -> Glyph {
        if let outlines { outlines.glyph(at: position, code: code) } else { glyphs[position] }
    }
}

/// The sizes that fonts may have, so that no file makes the reader take unbounded memory.
public enum FontLimits {
    /// The largest width or height of a glyph's box in pixels.
    public static let boxExtent = 1024
    /// The largest distance of any kind in pixels: advance, bearing, ascent, descent; also negative.
    public static let distance = 4096
    /// The largest code of a character, that of Unicode.
    public static let code: UInt32 = 0x10FFFF
    /// The most glyphs in one file.
    public static let glyphs = 0x110000
    /// The most 64-bit column words of all glyphs together, 64 MiB.
    public static let words = 8 << 20
    /// The most bytes of a file, also after decompression, 64 MiB.
    public static let fileBytes = 64 << 20
    /// The most properties of a PCF file.
    public static let properties = 10_000
    /// The most problems that one error lists; the rest is counted.
    public static let problems = 20
}

/// Collects glyphs one after the other and makes a font of them.
public struct BitmapFontBuilder: Sendable {
    /// The font without its glyphs.
    public var font = BitmapFont()
    private(set) var records: [GlyphTable.Record] = []
    var words: [UInt64] = []

    /// Creates a builder without glyphs.
    public init() {}

    /// Adds a glyph whose box is the picture; a later glyph of the same code replaces it.
    ///
    /// `left` and `top` place the box as in `Glyph`. Returns false, and adds nothing, when the code, the box, a
    /// distance or the sum of all boxes is beyond `FontLimits`.
    @discardableResult
    public mutating func add(code: UInt32, advance: Int, left: Int, top: Int, picture: MonoBitmap) -> Bool {
        let box = GlyphBox(advance: advance, left: left, top: top, width: picture.width, height: picture.height)
        guard code <= FontLimits.code, box.isWithinLimits, hasRoom(for: box) else { return false }
        let first = words.count
        picture.withColumnWords { words.append(contentsOf: $0) }
        record(code: code, box: box, firstWord: first)
        return true
    }

    /// Returns whether the words of one more glyph stay below the limits.
    func hasRoom(for box: GlyphBox) -> Bool {
        records.count < FontLimits.glyphs && words.count + box.wordCount <= FontLimits.words
    }

    /// Enters a glyph whose words are at `firstWord` already; code and box are within limits.
    mutating func record(code: UInt32, box: GlyphBox, firstWord: Int) {
        records.append(
            GlyphTable.Record(
                code: code, firstWord: UInt32(firstWord), advance: Int16(box.advance), left: Int16(box.left),
                top: Int16(box.top), width: Int16(box.width), height: Int16(box.height)))
    }

    /// The rows of all boxes above and below the base line; nil if no box has any.
    var rows: (above: Int, below: Int)? {
        let boxes = records.filter { $0.height > 0 }
        guard let above = boxes.map({ Int($0.top) }).max(),
            let below = boxes.map({ Int($0.height) - Int($0.top) }).max()
        else { return nil }
        return (above, below)
    }

    /// Moves the upper edge of every box to `top` rows above the base line, which is within limits.
    mutating func moveTops(to top: Int) {
        for index in records.indices { records[index].top = Int16(top) }
    }

    /// Returns the font with all glyphs added so far; a default character that has no glyph is left out.
    public func finished() -> BitmapFont {
        var font = font
        font.glyphs = GlyphTable(records: records, words: words)
        font.defaultCharacter = font.defaultCharacter.flatMap { font.glyphs.glyph(for: $0)?.code }
        return font
    }

    /// Adds a glyph whose box is stored row by row, the top row first, the left-most pixel in the highest bit.
    ///
    /// `rows` holds `box.height` rows of `stride` bytes from `offset`, of which the first `(box.width + 7) / 8` count;
    /// bits right of the width are dropped. Returns false, and adds nothing, when something is beyond `FontLimits`.
    mutating func add(code: UInt32, box: GlyphBox, rows: [UInt8], offset: Int = 0, stride: Int) -> Bool {
        guard code <= FontLimits.code, box.isWithinLimits, hasRoom(for: box) else { return false }
        let first = words.count
        box.appendColumns(to: &words, rows: rows, offset: offset, stride: stride)
        record(code: code, box: box, firstWord: first)
        return true
    }
}

/// The metrics of a glyph as read from a file, before they are known to be sane.
struct GlyphBox: Equatable {
    var advance = 0
    var left = 0
    var top = 0
    var width = 0
    var height = 0

    /// Whether every number is within `FontLimits`.
    var isWithinLimits: Bool {
        let extents = 0...FontLimits.boxExtent
        let distances = -FontLimits.distance...FontLimits.distance
        return extents.contains(width) && extents.contains(height) && distances.contains(advance)
            && distances.contains(left) && distances.contains(top)
    }

    /// The number of column words that the box takes; only for a box within limits.
    var wordCount: Int { width * ((height + 63) >> 6) }

    /// Appends the columns of the box, which is within limits, from rows of bytes; see `BitmapFontBuilder.add`.
    func appendColumns(to words: inout [UInt64], rows: [UInt8], offset: Int, stride: Int) {
        let first = words.count
        words.append(contentsOf: repeatElement(0, count: wordCount))
        guard width > 0, height > 0 else { return }
        let bytesPerRow = (width + 7) / 8
        precondition(
            offset >= 0 && stride >= bytesPerRow && offset + stride * (height - 1) + bytesPerRow <= rows.count,
            "rows of \(self) do not fit into \(rows.count) bytes from \(offset)")
        let wordsPerColumn = (height + 63) >> 6
        let lastBits = UInt8.max << UInt8(8 * bytesPerRow - width)
        for row in 0..<height {
            let start = offset + stride * row
            for byte in 0..<bytesPerRow {
                var bits = rows[start + byte] & (byte == bytesPerRow - 1 ? lastBits : .max)
                while bits != 0 {
                    let column = 8 * byte + bits.leadingZeroBitCount
                    words[first + column * wordsPerColumn + row >> 6] |= 1 << UInt64(row & 63)
                    bits &= .max >> UInt8(bits.leadingZeroBitCount + 1)
                }
            }
        }
    }
}
