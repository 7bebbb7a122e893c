import PixelGraphics

/// A whole message as one picture, rasterized once and then only shifted.
///
/// The picture holds every lit pixel, also those left of the pen's start (negative bearings) and those beyond the
/// advance (overhang). Where it stands, `columns` are what has to fit and is aligned.
public struct Strip: Hashable, Sendable {
    /// The most column words (64 rows of one column each) of one strip: 16 MiB.
    public static let maximumWords = 2_097_152

    /// The pixels; column `origin` is where the pen starts.
    public let bitmap: MonoBitmap
    /// How much of each pixel is covered, row by row, 0 to 255, where edges are smooth; else empty.
    public let shares: [UInt8]
    /// The column of `bitmap` in which the pen starts: the number of columns that ink reaches out to the left.
    public let origin: Int
    /// How far the pen moves, in pixels; of several lines from the left-most start to the right-most end.
    public let advance: Int
    /// The columns from the first one with ink to the last one, typed white space at the ends included.
    ///
    /// Counted from the pen's start, left of which ink may lie.
    public let columns: Range<Int>

    /// Whether a picture of that size takes no more than `maximumWords`.
    static func isWithinLimits(columns: Int, rows: Int) -> Bool {
        let wordsPerColumn = (rows + 63) >> 6
        return columns <= maximumWords && wordsPerColumn <= maximumWords && columns * wordsPerColumn <= maximumWords
    }
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

extension TextLayout {
    /// Returns where lines lie when stacked, each aligned within the widest by its ink.
    ///
    /// Column 0 is where the left-most pen starts. O(lines).
    ///
    /// - Parameter width: the columns there are, if that is known: a line that is too wide by the room for other digits
    ///   at its ends alone does without it.
    public func block(of lines: [TextLine], width: Int? = nil) -> TextBlock {
        let extents = lines.map { line in
            width.map { line.alignedColumns.count > $0 } ?? false ? line.columns : line.alignedColumns
        }
        let widest = extents.reduce(0) { max($0, $1.count) }
        let pens = extents.map { style.alignment.start(free: widest - $0.count) - $0.lowerBound }
        let first = pens.min() ?? 0
        let end = zip(pens, lines).reduce(first) { max($0, $1.0 + $1.1.advance) }
        var origins: [Point] = []
        var (top, bottom) = (0, 0)
        for (pen, line) in zip(pens, lines) {
            origins.append(Point(x: pen - first, y: top + line.ascent))
            bottom = max(bottom, top + line.height)
            top = max(0, top + line.height + style.lineSpacing)
        }
        return TextBlock(
            size: Size(width: end - first, height: bottom), columns: 0 - first..<widest - first, origins: origins)
    }

    /// Returns the columns that a text takes: from the first one with ink to the last one, typed white space at the ends
    /// included.
    ///
    /// - Throws: `LayoutError.textTooLong` beyond `maximumLength` scalars.
    package func columns(of text: String) throws(LayoutError) -> Int { block(of: try lines(of: text)).columns.count }

    /// Returns the whole text as one picture; several lines are stacked.
    ///
    /// - Throws: `LayoutError` if the text or the picture is too large.
    public func strip(_ text: String, width: Int? = nil) throws(LayoutError) -> Strip {
        try strip(of: lines(of: text, width: width), width: width)
    }

    /// Returns lines as one picture: one below the other, aligned within the longest.
    ///
    /// O(pixels of the glyphs).
    ///
    /// - Parameter width: the columns there are, as for `block(of:width:)`.
    /// - Throws: `LayoutError.stripTooLarge` if it takes more than `Strip.maximumWords` words.
    public func strip(of lines: [TextLine], width: Int? = nil) throws(LayoutError) -> Strip {
        let block = block(of: lines, width: width)
        let left = min(0, block.columns.lowerBound)
        let size = Size(width: max(block.size.width, block.columns.upperBound) - left, height: block.size.height)
        guard Strip.isWithinLimits(columns: size.width, rows: size.height) else {
            throw .stripTooLarge(columns: size.width, rows: size.height, limit: Strip.maximumWords)
        }
        var picture = try LetterPicture(size: size, isSmooth: lines.contains { Self.isSmooth($0.glyphs[...]) })
        for (line, origin) in zip(lines, block.origins) {
            picture.draw(line.glyphs[...], pen: Point(x: origin.x - left, y: origin.y))
        }
        return Strip(
            bitmap: picture.mask, shares: picture.shares, origin: -left, advance: block.size.width,
            columns: block.columns)
    }

    /// Returns the letters of lines as one picture per layer, line and stretch of neighbours, each with the place of its top
    /// left pixel in the block; all of one layer are one picture, the one that `strip(of:)` makes.
    ///
    /// O(pixels of the glyphs).
    ///
    /// - Parameters:
    ///   - layers: for every run the layer that its letters go to; nil leaves them out.
    ///   - width: the columns there are, as for `block(of:width:)`.
    /// - Throws: `LayoutError.stripTooLarge` if the pictures take more than `Strip.maximumWords` words together.
    public func parts(
        of lines: [TextLine], layers: [Int?], width: Int? = nil
    ) throws(LayoutError) -> [(layer: Int, picture: LetterPicture, origin: Point)] {
        if let only = layers.first ?? 0, layers.allSatisfy({ $0 == only }) {
            let strip = try strip(of: lines, width: width)
            return [(only, LetterPicture(strip), Point(x: -strip.origin, y: 0))]
        }
        let block = block(of: lines, width: width)
        var room = Strip.maximumWords
        var parts: [(layer: Int, picture: LetterPicture, origin: Point)] = []
        for (line, origin) in zip(lines, block.origins) {
            var start = 0
            while start < line.glyphs.count {
                let layer = layers[line.glyphs[start].run]
                var end = start + 1
                while end < line.glyphs.count, layers[line.glyphs[end].run] == layer { end += 1 }
                if let layer {
                    let (columns, rows) = (Self.box(of: line.glyphs[start..<end]), line.height)
                    let count = columns.count * ((rows + 63) >> 6)
                    guard Strip.isWithinLimits(columns: columns.count, rows: rows), count <= room else {
                        throw .stripTooLarge(
                            columns: block.size.width, rows: block.size.height, limit: Strip.maximumWords)
                    }
                    room -= count
                    let size = Size(width: columns.count, height: rows)
                    let glyphs = line.glyphs[start..<end]
                    var picture = try LetterPicture(size: size, isSmooth: Self.isSmooth(glyphs))
                    picture.draw(glyphs, pen: Point(x: -columns.lowerBound, y: line.ascent))
                    let corner = Point(x: origin.x + columns.lowerBound, y: origin.y - line.ascent)
                    parts.append((layer, picture, corner))
                }
                start = end
            }
        }
        return parts
    }

    /// Whether any of some glyphs has smooth edges.
    private static func isSmooth(_ glyphs: ArraySlice<PositionedGlyph>) -> Bool {
        // In place, as for drawing.
        glyphs.withUnsafeBufferPointer { glyphs in glyphs.indices.contains { glyphs[$0].glyph.isSmooth } }
    }

    /// The columns of some glyphs' boxes; never empty of glyphs.
    private static func box(of glyphs: ArraySlice<PositionedGlyph>) -> Range<Int> {
        glyphs.reduce(nil) { box, placed in
            let left = placed.x + placed.glyph.left
            return (left..<left + placed.glyph.width).union(box)
        } ?? 0..<0
    }
}
