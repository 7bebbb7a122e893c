import PixelGraphics

/// A whole message as one picture, rasterized once and then only shifted.
///
/// The picture holds every lit pixel, also those left of the pen's start (negative bearings) and those beyond the
/// advance (overhang). Where it stands, `columns` are what has to fit and is aligned. In a loop, `advance` is the content's
/// width, so that copies without spacing follow each other like letters, and the overhangs lie over the neighbouring copies.
public struct Strip: Hashable, Sendable {
    /// The most column words (64 rows of one column each) of one strip: 16 MiB.
    public static let maximumWords = 2_097_152

    /// The pixels; column `origin` is where the pen starts.
    public let bitmap: MonoBitmap
    /// The column of `bitmap` in which the pen starts: the number of columns that ink reaches out to the left.
    public let origin: Int
    /// How far the pen moves, in pixels; of several lines from the left-most start to the right-most end.
    public let advance: Int
    /// The columns from the first one with ink to the last one, typed white space at the ends included.
    ///
    /// Counted from the pen's start, left of which ink may lie.
    public let columns: Range<Int>
    /// The row below the first line's base line, counted from the top: its ascent.
    public let baseline: Int

    /// Creates a strip from a picture and its measures.
    ///
    /// Negative `origin` and `advance` count as zero; without `columns` all of the picture has to fit.
    public init(
        bitmap: MonoBitmap, origin: Int = 0, advance: Int, columns: Range<Int>? = nil, baseline: Int
    ) {
        self.columns = columns ?? -max(0, origin)..<bitmap.width - max(0, origin)
        self.bitmap = bitmap
        self.origin = max(0, origin)
        self.advance = max(0, advance)
        self.baseline = baseline
    }

    /// Whether a picture of that size takes no more than `maximumWords`.
    static func isWithinLimits(columns: Int, rows: Int) -> Bool {
        let wordsPerColumn = (rows + 63) >> 6
        return columns <= maximumWords && wordsPerColumn <= maximumWords && columns * wordsPerColumn <= maximumWords
    }

    /// The number of rows.
    public var height: Int { bitmap.height }
    /// Whether it takes no space and shows nothing.
    public var isEmpty: Bool { advance == 0 && bitmap.width == 0 }
}

/// How large a text is, without drawing it.
public struct TextExtent: Hashable, Sendable {
    /// How far the pen moves; of several lines from the left-most start to the right-most end.
    public let advance: Int
    /// The columns that the text needs where it stands: from the first one with ink to the last one, typed white space at
    /// the ends included.
    public let columns: Int
    /// The rows of all lines and what lies between them.
    public let height: Int
    /// The smallest rectangle around all lit pixels; empty without ink.
    ///
    /// x is counted from the pen's start and may be negative, y from the top of the first line.
    public let ink: Rectangle
}

/// Where the lines of a block lie within it.
public struct TextBlock: Sendable {
    /// How far the pen moves, and the rows of all lines.
    public let size: Size
    /// The columns that are aligned and have to fit: from the first one with ink to the last one.
    public let columns: Range<Int>
    /// For each line the column of its pen and the row of its base line.
    public let origins: [Point]

    /// Creates a block of lines whose places are known; none for a picture in place of a text.
    ///
    /// Without `columns` the whole width has to fit.
    public init(size: Size, columns: Range<Int>? = nil, origins: [Point]) {
        self.size = size
        self.columns = columns ?? 0..<size.width
        self.origins = origins
    }
}

/// A part of a block's letters as one picture: those of some runs that stand side by side.
public struct StripPart: Sendable {
    /// The layer that was asked for its runs.
    public let layer: Int
    /// The lit pixels.
    public let mask: MonoBitmap
    /// Where its top left pixel lies in the block.
    public let origin: Point
}

extension TextLayout {
    /// Returns where lines lie when stacked, each aligned within the widest by its ink.
    ///
    /// Column 0 is where the left-most pen starts.
    ///
    /// - Parameter width: the columns there are, if that is known: a line that is too wide by the room for other digits
    ///   at its ends alone does without it.
    public func block(of lines: [TextLine], width: Int? = nil) -> TextBlock {
        let block = BlockLayout(lines, style: style, width: width)
        return TextBlock(
            size: Size(width: block.advance, height: block.height), columns: block.columns, origins: block.origins)
    }

    /// Returns the letters of lines as one picture per layer, line and stretch of neighbours; all of one layer are one
    /// picture, the one that `strip(of:)` makes.
    ///
    /// O(pixels of the glyphs).
    ///
    /// - Parameters:
    ///   - layers: for every run the layer that its letters go to; nil leaves them out.
    ///   - width: the columns there are, as for `block(of:width:)`.
    /// - Throws: `LayoutError.stripTooLarge` if the pictures take more than `Strip.maximumWords` words together.
    public func parts(
        of lines: [TextLine], layers: [Int?], width: Int? = nil
    ) throws(LayoutError) -> [StripPart] {
        let block = BlockLayout(lines, style: style, width: width)
        if let only = layers.first ?? 0, layers.allSatisfy({ $0 == only }) {
            let strip = try strip(of: lines, block)
            return [StripPart(layer: only, mask: strip.bitmap, origin: Point(x: -strip.origin, y: 0))]
        }
        var room = Strip.maximumWords
        var parts: [StripPart] = []
        for (line, origin) in zip(lines, block.origins) {
            var start = 0
            while start < line.glyphs.count {
                let layer = layers[line.glyphs[start].run]
                var end = start + 1
                while end < line.glyphs.count, layers[line.glyphs[end].run] == layer { end += 1 }
                if let layer {
                    let box = Self.box(of: line.glyphs[start..<end])
                    let rows = line.height
                    guard Strip.isWithinLimits(columns: box.count, rows: rows), box.count * ((rows + 63) >> 6) <= room
                    else {
                        throw .stripTooLarge(columns: block.advance, rows: block.height, limit: Strip.maximumWords)
                    }
                    room -= box.count * ((rows + 63) >> 6)
                    parts.append(
                        StripPart(
                            layer: layer, mask: Self.mask(of: line.glyphs[start..<end], columns: box, line: line),
                            origin: Point(x: origin.x + box.lowerBound, y: origin.y - line.ascent)))
                }
                start = end
            }
        }
        return parts
    }

    /// The columns of some glyphs' boxes; never empty of glyphs.
    private static func box(of glyphs: ArraySlice<PositionedGlyph>) -> Range<Int> {
        var left = Int.max
        var right = Int.min
        for positioned in glyphs {
            let first = positioned.x + positioned.glyph.left
            left = min(left, first)
            right = max(right, first + positioned.glyph.width)
        }
        return left..<max(left, right)
    }

    private static func mask(of glyphs: ArraySlice<PositionedGlyph>, columns: Range<Int>, line: TextLine) -> MonoBitmap
    {
        let wordsPerColumn = (line.height + 63) >> 6
        var words = [UInt64](repeating: 0, count: columns.count * wordsPerColumn)
        words.withUnsafeMutableBufferPointer { words in
            let raster = ColumnRaster(words: words, columns: columns.count, wordsPerColumn: wordsPerColumn)
            for positioned in glyphs {
                raster.draw(
                    positioned.glyph, x: positioned.x + positioned.glyph.left - columns.lowerBound,
                    y: line.ascent - positioned.glyph.top)
            }
        }
        return MonoBitmap(size: Size(width: columns.count, height: line.height), columns: words)
    }
}
