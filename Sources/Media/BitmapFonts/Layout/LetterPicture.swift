import PixelGraphics

/// Letters as one picture: the pixels that they cover, and how much of each where edges are smooth.
public struct LetterPicture: Sendable {
    /// The covered pixels.
    public var mask: MonoBitmap { MonoBitmap(size: size, columns: words) }
    /// How much of each pixel is covered, row by row, 0 to 255; empty where all that are covered are covered whole.
    public private(set) var shares: [UInt8]
    private let size: Size
    private var words: [UInt64]

    /// Begins without letters.
    ///
    /// - Throws: `LayoutError.stripTooLarge` for a picture with smooth edges of more than 16 MiB.
    init(size: Size, isSmooth: Bool) throws(LayoutError) {
        guard !isSmooth || size.width * size.height <= 8 * Strip.maximumWords else {
            throw .stripTooLarge(columns: size.width, rows: size.height, limit: Strip.maximumWords / 8)
        }
        self.size = size
        words = [UInt64](repeating: 0, count: size.width * ((size.height + 63) >> 6))
        shares = isSmooth ? [UInt8](repeating: 0, count: size.width * size.height) : []
    }

    /// The letters of a strip.
    init(_ strip: Strip) {
        (size, shares, words) = (strip.bitmap.size, strip.shares, strip.bitmap.withColumnWords { Array($0) })
    }

    /// Draws glyphs of a line whose pen starts at a point.
    mutating func draw(_ glyphs: ArraySlice<PositionedGlyph>, pen: Point) {
        // In place: a loop over the array would copy each glyph and count its references.
        glyphs.withUnsafeBufferPointer { glyphs in
            for index in glyphs.indices {
                glyphs[index].draw(into: &words, size: size, pen: pen)
                if !shares.isEmpty { glyphs[index].cover(&shares, size: size, pen: pen) }
            }
        }
    }
}

extension PositionedGlyph {
    /// Whether pixels of it are covered in part.
    var isSmooth: Bool { glyph.isSmooth }

    /// Enters how much it covers of the pixels of a picture, row by row; what lies outside is cut off.
    fileprivate func cover(_ shares: inout [UInt8], size: Size, pen: Point) {
        let (left, top) = (pen.x + x + glyph.left, pen.y - glyph.top)
        for column in max(0, -left)..<max(0, -left, min(glyph.width, size.width - left)) {
            for row in max(0, -top)..<max(0, -top, min(glyph.height, size.height - top)) {
                let share = isSmooth ? glyph.share(row * glyph.width + column) : glyph[column, row] ? 255 : 0
                let place = (top + row) * size.width + left + column
                shares[place] = max(shares[place], share)
            }
        }
    }

    /// Lights its pixels in the column words of a picture, when the line's pen starts at a point; what lies outside is cut
    /// off.
    fileprivate func draw(into words: inout [UInt64], size: Size, pen: Point) {
        let wordsPerColumn = (size.height + 63) >> 6
        let glyphWords = glyph.wordsPerColumn
        let (left, top) = (pen.x + x + glyph.left, pen.y - glyph.top)
        let first = max(0, -left)
        let end = max(first, min(glyph.width, size.width - left))
        words.withUnsafeMutableBufferPointer { words in
            glyph.words.withUnsafeBufferPointer { bits in
                // One word a column: it lies in one word of the picture, too.
                if wordsPerColumn == 1, glyphWords == 1, top >= 0, top < 64 {
                    for column in first..<end { words[left + column] |= bits[column] &<< UInt64(top) }
                    return
                }
                for column in first..<end {
                    let start = (left + column) * wordsPerColumn
                    for word in 0..<glyphWords {
                        let bits = bits[column * glyphWords + word]
                        let row = top + 64 * word
                        let (index, shift) = (row >> 6, UInt64(row & 63))
                        if index >= 0, index < wordsPerColumn { words[start + index] |= bits << shift }
                        if shift > 0, index + 1 >= 0, index + 1 < wordsPerColumn {
                            words[start + index + 1] |= bits >> (64 - shift)
                        }
                    }
                }
            }
        }
    }
}
