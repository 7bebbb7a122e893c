import PixelGraphics

/// Where the lines of a block lie within it.
public struct TextBlock: Sendable {
    /// The longest advance and the rows of all lines.
    public let size: Size
    /// For each line the column of its pen and the row of its base line.
    public let origins: [Point]

    /// Creates a block of lines whose places are known; none for a picture in place of a text.
    public init(size: Size, origins: [Point]) {
        self.size = size
        self.origins = origins
    }
}

/// A part of a block's letters as one picture: those of some runs that stand side by side.
public struct TextPlate: Sendable {
    /// The layer that was asked for its runs.
    public let layer: Int
    /// The lit pixels.
    public let mask: MonoBitmap
    /// Where its top left pixel lies, from the pen's start of the longest line and the top of the first line.
    public let origin: Point
}

extension TextLayout {
    /// Returns where lines lie when stacked, each aligned within the longest.
    public func block(of lines: [TextLine]) -> TextBlock {
        let block = BlockLayout(lines, style: style)
        return TextBlock(size: Size(width: block.advance, height: block.height), origins: block.origins)
    }

    /// Returns the letters of lines as one picture per layer, line and stretch of neighbours; all of one layer are one
    /// picture, the one that `strip(of:)` makes.
    ///
    /// O(pixels of the glyphs).
    ///
    /// - Parameter layers: for every run the layer that its letters go to; nil leaves them out.
    /// - Throws: `LayoutError.stripTooLarge` where the pictures take more than `Strip.maximumWords` words together.
    public func plates(of lines: [TextLine], layers: [Int?]) throws(LayoutError) -> [TextPlate] {
        if let only = layers.first ?? 0, layers.allSatisfy({ $0 == only }) {
            let strip = try strip(of: lines)
            return [TextPlate(layer: only, mask: strip.bitmap, origin: Point(x: -strip.origin, y: 0))]
        }
        let block = BlockLayout(lines, style: style)
        var room = Strip.maximumWords
        var plates: [TextPlate] = []
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
                    plates.append(
                        TextPlate(
                            layer: layer, mask: Self.mask(of: line.glyphs[start..<end], columns: box, line: line),
                            origin: Point(x: origin.x + box.lowerBound, y: origin.y - line.ascent)))
                }
                start = end
            }
        }
        return plates
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
