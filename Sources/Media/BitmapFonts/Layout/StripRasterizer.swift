import PixelGraphics

/// Where the lines of a block lie: their columns by alignment, their rows one below the other.
///
/// Column 0 is where the left-most pen starts.
struct BlockLayout {
    /// How far the pen moves; of several lines from the left-most start to the right-most end.
    let advance: Int
    /// The columns that are aligned and have to fit: from the first one with ink to the last one.
    let columns: Range<Int>
    /// The rows of all lines.
    let height: Int
    /// For each line the column of its pen and the row of its base line.
    let origins: [Point]

    /// Stacks lines; O(lines).
    ///
    /// - Parameter width: the columns there are, if that is known: a line that is too wide by the room for other digits
    ///   at its ends alone does without it.
    init(_ lines: [TextLine], style: TextStyle, width: Int? = nil) {
        let extents = lines.map { line in
            width.map { line.alignedColumns.count > $0 } ?? false ? line.columns : line.alignedColumns
        }
        let widest = extents.reduce(0) { max($0, $1.count) }
        var pens: [Int] = []
        pens.reserveCapacity(lines.count)
        for extent in extents {
            pens.append(style.alignment.start(free: widest - extent.count) - extent.lowerBound)
        }
        let first = pens.min() ?? 0
        let end = zip(pens, lines).reduce(first) { max($0, $1.0 + $1.1.advance) }
        var origins: [Point] = []
        origins.reserveCapacity(lines.count)
        var top = 0
        var bottom = 0
        for (pen, line) in zip(pens, lines) {
            origins.append(Point(x: pen - first, y: top + line.ascent))
            bottom = max(bottom, top + line.height)
            top = max(0, top + line.height + style.lineSpacing)
        }
        advance = end - first
        columns = 0 - first..<widest - first
        self.origins = origins
        height = bottom
    }
}

extension TextLayout {
    /// Returns the whole text as one picture; several lines are stacked.
    ///
    /// - Throws: `LayoutError` if the text or the picture is too large.
    public func strip(_ text: String, width: Int? = nil) throws(LayoutError) -> Strip {
        try strip(of: lines(of: text, width: width), width: width)
    }

    /// Returns lines as one picture: one below the other, aligned within the longest.
    ///
    /// O(pixels of the glyphs); allocates the picture once.
    ///
    /// - Parameter width: the columns there are, as for `block(of:width:)`.
    /// - Throws: `LayoutError.stripTooLarge` if it takes more than `Strip.maximumWords` words.
    public func strip(of lines: [TextLine], width: Int? = nil) throws(LayoutError) -> Strip {
        try strip(of: lines, BlockLayout(lines, style: style, width: width))
    }

    /// Returns the lines of a block as one picture.
    func strip(of lines: [TextLine], _ block: BlockLayout) throws(LayoutError) -> Strip {
        let left = min(0, block.columns.lowerBound)
        let columns = max(block.advance, block.columns.upperBound) - left
        let wordsPerColumn = (block.height + 63) >> 6
        guard Strip.isWithinLimits(columns: columns, rows: block.height) else {
            throw .stripTooLarge(columns: columns, rows: block.height, limit: Strip.maximumWords)
        }
        var words = [UInt64](repeating: 0, count: columns * wordsPerColumn)
        words.withUnsafeMutableBufferPointer { words in
            let raster = ColumnRaster(words: words, columns: columns, wordsPerColumn: wordsPerColumn)
            for (line, origin) in zip(lines, block.origins) {
                for positioned in line.glyphs {
                    raster.draw(
                        positioned.glyph, x: origin.x - left + positioned.x + positioned.glyph.left,
                        y: origin.y - positioned.glyph.top)
                }
            }
        }
        let size = Size(width: columns, height: block.height)
        return Strip(
            bitmap: MonoBitmap(size: size, columns: words), origin: -left, advance: block.advance,
            columns: block.columns, baseline: block.origins.first?.y ?? 0)
    }

    /// Returns how large a text is, without drawing it.
    ///
    /// - Throws: `LayoutError.textTooLong` beyond `maximumLength` scalars.
    public func measure(_ text: String, width: Int? = nil) throws(LayoutError) -> TextExtent {
        measure(try lines(of: text, width: width), width: width)
    }

    /// Returns how large lines are when stacked.
    ///
    /// O(pixels of the glyphs).
    public func measure(_ lines: [TextLine], width: Int? = nil) -> TextExtent {
        let block = BlockLayout(lines, style: style, width: width)
        var ink: (left: Int, top: Int, right: Int, bottom: Int)?
        for (line, origin) in zip(lines, block.origins) {
            for positioned in line.glyphs {
                let glyph = positioned.glyph
                guard let columns = glyph.inkColumns, let rows = glyph.inkRows else { continue }
                let x = origin.x + positioned.x + glyph.left
                let y = origin.y - glyph.top
                let box = (x + columns.lowerBound, y + rows.lowerBound, x + columns.upperBound, y + rows.upperBound)
                let old = ink ?? box
                ink = (min(old.0, box.0), min(old.1, box.1), max(old.2, box.2), max(old.3, box.3))
            }
        }
        let rectangle = ink.map {
            Rectangle(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
        }
        return TextExtent(
            advance: block.advance, columns: block.columns.count, height: block.height,
            ink: rectangle ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
    }
}

/// Draws glyphs into column words by shifting and OR-ing whole columns.
struct ColumnRaster {
    let words: UnsafeMutableBufferPointer<UInt64>
    let columns: Int
    let wordsPerColumn: Int

    /// Draws a glyph's box with its top left pixel at (x, y); what lies outside is cut off.
    func draw(_ glyph: Glyph, x: Int, y: Int) {
        let first = max(0, -x)
        let end = min(glyph.width, columns - x)
        guard first < end else { return }
        glyph.columns.withUnsafeBufferPointer { source in
            if wordsPerColumn == 1, y >= 0, y < 64, glyph.height <= 64 {
                for column in first..<end { words[x &+ column] |= source[column] << UInt64(y) }
                return
            }
            let sourceWords = glyph.wordsPerColumn
            for column in first..<end {
                for word in 0..<sourceWords {
                    merge(source[column * sourceWords + word], column: x + column, row: y + 64 * word)
                }
            }
        }
    }

    /// Merges 64 rows of one column that begin at `row`, which may lie outside.
    private func merge(_ bits: UInt64, column: Int, row: Int) {
        guard bits != 0 else { return }
        let index = row >> 6
        let shift = UInt64(row & 63)
        if index >= 0, index < wordsPerColumn { words[column * wordsPerColumn + index] |= bits << shift }
        if shift > 0, index + 1 >= 0, index + 1 < wordsPerColumn {
            words[column * wordsPerColumn + index + 1] |= bits >> (64 - shift)
        }
    }
}
