import PixelGraphics

/// One character of a bitmap font: where its box lies against the pen and the base line, and the box's pixels.
///
/// With the pen in column `x` and the base line above row `b` (y grows downwards), the box covers the columns
/// `x + left ..< x + left + width` and the rows `b - top ..< b - top + height`; the pen then moves to `x + advance`.
/// Ink may lie left of the pen (`left < 0`) and beyond the advance. Copying a glyph shares the font's storage.
public struct Glyph: Sendable {
    /// The character's code: a Unicode scalar if the font is a Unicode font, else a code of the font's charset.
    public let code: UInt32
    /// How far the pen moves to the right, in pixels; zero for combining marks, negative in right-to-left oddities.
    public let advance: Int
    /// The columns from the pen to the left edge of the box (the left bearing, `xoff` in BDF); may be negative.
    public let left: Int
    /// The rows from the base line up to the top edge of the box (`yoff + height` in BDF); may be negative.
    public let top: Int
    /// The number of columns of the box, 0 to 1024.
    public let width: Int
    /// The number of rows of the box, 0 to 1024.
    public let height: Int
    /// The box's pixels, column by column from the left, `wordsPerColumn` words each.
    ///
    /// Bit 0 of a column's first word is the top row of the box, and bits below the last row are zero. Holds
    /// `width * wordsPerColumn` words and does not start at index 0: it is a part of the font's storage.
    public let columns: ArraySlice<UInt64>

    @usableFromInline
    init(code: UInt32, advance: Int, left: Int, top: Int, width: Int, height: Int, columns: ArraySlice<UInt64>) {
        self.code = code
        self.advance = advance
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.columns = columns
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
        return columns[columns.startIndex &+ column &* wordsPerColumn &+ word]
    }

    /// Returns whether a pixel of the box is lit, counted from its top left corner; dark outside.
    @inlinable
    public subscript(x: Int, y: Int) -> Bool {
        guard y >= 0, y < height else { return false }
        return word(column: x, word: y >> 6) >> UInt64(y & 63) & 1 == 1
    }

    /// A copy of the box as a picture of its own.
    public var bitmap: MonoBitmap {
        var bitmap = MonoBitmap(width: width, height: height)
        for x in 0..<width {
            for y in 0..<height where self[x, y] { bitmap[x, y] = true }
        }
        return bitmap
    }
}
