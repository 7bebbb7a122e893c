import PixelGraphics

/// One character of a bitmap font: where its box lies against the pen and the base line, and the box's pixels.
///
/// With the pen in column `x` and the base line above row `b` (y grows downwards), the box covers the columns
/// `x + left ..< x + left + width` and the rows `b - top ..< b - top + height`; the pen then moves to `x + advance`.
/// Ink may lie left of the pen (`left < 0`) and beyond the advance. Copying a glyph shares the font's storage.
public struct Glyph: Sendable {
    /// The character's code: a Unicode scalar if the font is a Unicode font, else a code of the font's charset.
    public internal(set) var code: UInt32
    /// How far the pen moves to the right, in pixels; zero for combining marks, negative in right-to-left oddities.
    public let advance: Int
    /// The columns from the pen to the left edge of the box (the left bearing, `xoff` in BDF); may be negative.
    public let left: Int
    /// The rows from the base line up to the top edge of the box (`yoff + height` in BDF); may be negative.
    public internal(set) var top: Int
    /// The number of columns of the box, 0 to 1024.
    public let width: Int
    /// The number of rows of the box, 0 to 1024.
    public let height: Int
    /// The pixels of the columns, and behind them, where edges are smooth, the share of each pixel, eight a word.
    ///
    /// Together, so that a glyph is copied with one reference. It does not start at index 0: it is a part of the font's storage.
    @usableFromInline let words: ArraySlice<UInt64>

    /// The box's pixels, column by column from the left, `wordsPerColumn` words each.
    ///
    /// Bit 0 of a column's first word is the top row of the box, and bits below the last row are zero. Holds
    /// `width * wordsPerColumn` words and does not start at index 0: it is a part of the font's storage.
    @inlinable
    public var columns: ArraySlice<UInt64> {
        let count = width &* wordsPerColumn
        return words.count == count ? words : words[words.startIndex..<words.startIndex &+ count]
    }

    /// Whether edges are smooth: then the lit pixels are those that are covered at all.
    @inlinable
    var isSmooth: Bool { words.count != width &* wordsPerColumn }

    /// How much of each pixel of the box is covered, row by row, 0 to 255, where edges are smooth; else empty.
    public var shares: [UInt8] { isSmooth ? (0..<width * height).map(share) : [] }

    /// How much of a pixel is covered, where edges are smooth, by its number in the rows.
    func share(_ pixel: Int) -> UInt8 {
        let word = words[words.startIndex + width * wordsPerColumn + pixel >> 3]
        return UInt8(truncatingIfNeeded: word >> UInt64(8 * (pixel & 7)))
    }

    @usableFromInline
    init(code: UInt32, advance: Int, left: Int, top: Int, width: Int, height: Int, columns: ArraySlice<UInt64>) {
        (self.code, self.advance, self.left, self.top) = (code, advance, left, top)
        (self.width, self.height, words) = (width, height, columns)
    }

    /// A glyph with smooth edges, from the shares of its pixels row by row.
    init(advance: Int, left: Int, top: Int, width: Int, height: Int, shares: [UInt8]) {
        let perColumn = (height + 63) >> 6
        let first = width * perColumn
        var words = [UInt64](repeating: 0, count: first + (shares.count + 7) >> 3)
        for (pixel, share) in shares.enumerated() where share > 0 {
            let (row, column) = (pixel / width, pixel % width)
            words[column * perColumn + row >> 6] |= 1 << UInt64(row & 63)
            words[first + pixel >> 3] |= UInt64(share) << UInt64(8 * (pixel & 7))
        }
        self.init(code: 0, advance: advance, left: left, top: top, width: width, height: height, columns: words[...])
    }

    /// Creates a character from a picture whose top row lies `top` rows above the base line; without a font it has code 0.
    ///
    /// Pictures, advances and tops beyond `FontLimits` are cut off there.
    public init(picture: MonoBitmap, advance: Int, top: Int) {
        let size = Size(
            width: min(picture.width, FontLimits.boxExtent), height: min(picture.height, FontLimits.boxExtent))
        let cut = size == picture.size ? picture : picture.cropped(to: Rectangle(size))
        let words = cut.withColumnWords { Array($0) }
        self.init(
            code: 0, advance: min(max(advance, 0), FontLimits.distance), left: 0,
            top: min(max(top, -FontLimits.distance), FontLimits.distance), width: size.width, height: size.height,
            columns: words[...])
    }

    /// The number of 64-bit words that hold one column: `(height + 63) / 64`.
    @inlinable
    public var wordsPerColumn: Int { (height &+ 63) >> 6 }

    /// Returns one word of a column: the rows `64 * word` to `64 * word + 63` of the box, the upper row in the lower
    /// bit; zero outside the box.
    @inlinable
    public func word(column: Int, word: Int = 0) -> UInt64 {
        guard column >= 0, column < width, word >= 0, word < wordsPerColumn else { return 0 }
        return words[words.startIndex &+ column &* wordsPerColumn &+ word]
    }

    /// Returns whether a pixel of the box is lit, counted from its top left corner; dark outside.
    @inlinable
    public subscript(x: Int, y: Int) -> Bool {
        guard y >= 0, y < height else { return false }
        return word(column: x, word: y >> 6) >> UInt64(y & 63) & 1 == 1
    }

    /// The glyph some rows higher.
    func moved(up rows: Int) -> Glyph {
        var glyph = self
        glyph.top += rows
        return glyph
    }

    /// A copy of the box as a picture of its own.
    public var bitmap: MonoBitmap {
        MonoBitmap(size: Size(width: width, height: height), columns: Array(columns))
    }
}

/// The characters of a font in the order of their codes, found by code in O(1).
///
/// Codes are looked up in pages of 256, so that fonts with few characters stay small and Unifont stays quick.
public struct GlyphTable: RandomAccessCollection, Sendable {
    /// Where a glyph lies and where its pixels begin; 24 bytes.
    @usableFromInline
    struct Record: Sendable {
        @usableFromInline var code: UInt32
        @usableFromInline var firstWord: UInt32
        @usableFromInline var advance: Int16
        @usableFromInline var left: Int16
        @usableFromInline var top: Int16
        @usableFromInline var width: Int16
        @usableFromInline var height: Int16
    }

    /// The glyphs, sorted by code, each code once.
    @usableFromInline let records: [Record]
    /// The pixels of all glyphs, see `Glyph.columns`.
    @usableFromInline let words: [UInt64]
    /// For each 256 codes the number of their page in `slots`, or `UInt16.max`.
    @usableFromInline let pages: [UInt16]
    /// For each code of the pages that exist its place in `records`, or `UInt32.max`.
    @usableFromInline let slots: [UInt32]

    /// Creates the table from glyphs in the order of a file; of glyphs with the same code the last one wins.
    ///
    /// O(n) if the file is sorted by code, else O(n log n). Codes are at most 0x10FFFF.
    init(records unsorted: [Record], words: [UInt64]) {
        var records = unsorted
        let inOrder = zip(records, records.dropFirst()).allSatisfy { $0.code < $1.code }
        if !inOrder {
            let last = Dictionary(records.map { ($0.code, $0) }) { _, later in later }
            records = last.values.sorted { $0.code < $1.code }
        }
        var pages = [UInt16](repeating: .max, count: records.last.map { Int($0.code >> 8) + 1 } ?? 0)
        var slots: [UInt32] = []
        for (index, record) in records.enumerated() {
            let page = Int(record.code >> 8)
            if pages[page] == .max {
                pages[page] = UInt16(slots.count >> 8)
                slots.append(contentsOf: repeatElement(.max, count: 256))
            }
            slots[Int(pages[page]) << 8 | Int(record.code & 0xFF)] = UInt32(index)
        }
        self.records = records
        self.words = words
        self.pages = pages
        self.slots = slots
    }

    /// The position of the first glyph.
    public var startIndex: Int { 0 }
    /// The position after the last glyph.
    public var endIndex: Int { records.count }

    /// The glyph at a position in the order of the codes.
    @inlinable
    public subscript(position: Int) -> Glyph {
        let record = records[position]
        let first = Int(record.firstWord)
        let count = Int(record.width) &* ((Int(record.height) &+ 63) >> 6)
        return Glyph(
            code: record.code, advance: Int(record.advance), left: Int(record.left), top: Int(record.top),
            width: Int(record.width), height: Int(record.height), columns: words[first..<first &+ count])
    }

    /// Returns the glyph of a code, or nil if there is none.
    ///
    /// O(1), without allocation.
    @inlinable
    public func glyph(for code: UInt32) -> Glyph? { position(of: code).map { self[$0] } }

    /// Returns the position of the glyph of a code, or nil if there is none; O(1).
    @inlinable
    func position(of code: UInt32) -> Int? {
        let page = Int(code >> 8)
        guard page < pages.count, pages[page] != .max else { return nil }
        let slot = slots[Int(pages[page]) << 8 | Int(code & 0xFF)]
        return slot == .max ? nil : Int(slot)
    }
}
