import PixelGraphics

/// Collects glyphs one after the other and makes a font of them.
public struct BitmapFontBuilder: Sendable {
    /// The family.
    public var name = ""
    /// The file's own full name of the font.
    public var fullName = ""
    /// Where the font comes from.
    public var source = ""
    /// The rows above the base line.
    public var ascent = 0
    /// The rows below the base line.
    public var descent = 0
    /// The code of the glyph for missing characters, if there is one.
    public var defaultCharacter: UInt32?
    /// The charset of the codes, such as `ISO10646-1`.
    public var charset = ""
    /// Whether the codes are Unicode scalars.
    public var isUnicode = true

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
        for x in 0..<picture.width {
            for word in 0..<picture.wordsPerColumn { words.append(picture.word(column: x, word: word)) }
        }
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
    public func font() -> BitmapFont {
        let glyphs = GlyphTable(records: records, words: words)
        return BitmapFont(
            name: name, fullName: fullName, source: source, ascent: ascent, descent: descent,
            defaultCharacter: defaultCharacter.flatMap { glyphs.glyph(for: $0)?.code }, charset: charset,
            isUnicode: isUnicode, glyphs: glyphs)
    }
}
