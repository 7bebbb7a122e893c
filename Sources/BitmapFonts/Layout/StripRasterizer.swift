import PixelGraphics

/// Where the lines of a block lie: their columns by alignment, their rows one below the other.
struct BlockLayout {
    /// The longest advance.
    let advance: Int
    /// The rows of all lines.
    let height: Int
    /// For each line the column of its pen and the row of its base line.
    let origins: [Point]

    /// Stacks lines; O(lines).
    init(_ lines: [TextLine], style: TextStyle) {
        let advance = lines.map(\.advance).max() ?? 0
        var origins: [Point] = []
        origins.reserveCapacity(lines.count)
        var top = 0
        var bottom = 0
        for line in lines {
            let x = style.alignment.start(free: advance - line.advance)
            origins.append(Point(x: x, y: top + line.ascent))
            bottom = max(bottom, top + line.height)
            top = max(0, top + line.height + style.lineSpacing)
        }
        self.advance = advance
        self.origins = origins
        height = bottom
    }
}

extension TextLayout {
    /// Returns the whole text as one picture; several lines are stacked.
    ///
    /// - Throws: `LayoutError` where the text or the picture is too large.
    public func strip(_ text: String, width: Int? = nil) throws(LayoutError) -> Strip {
        try strip(of: lines(of: text, width: width))
    }

    /// Returns lines as one picture: one below the other, aligned within the longest.
    ///
    /// O(pixels of the glyphs); allocates the picture once.
    ///
    /// - Throws: `LayoutError.stripTooLarge` where it takes more than `Strip.maximumWords` words.
    public func strip(of lines: [TextLine]) throws(LayoutError) -> Strip {
        let block = BlockLayout(lines, style: style)
        var left = 0
        var right = block.advance
        for (line, origin) in zip(lines, block.origins) { line.widen(&left, &right, from: origin.x) }
        let columns = right - left
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
            baseline: block.origins.first?.y ?? 0)
    }

    /// Returns how large a text is, without drawing it.
    ///
    /// - Throws: `LayoutError.textTooLong` beyond `maximumLength` scalars.
    public func measure(_ text: String, width: Int? = nil) throws(LayoutError) -> TextExtent {
        measure(try lines(of: text, width: width))
    }

    /// Returns how large lines are when stacked.
    ///
    /// O(pixels of the glyphs).
    public func measure(_ lines: [TextLine]) -> TextExtent {
        let block = BlockLayout(lines, style: style)
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
            advance: block.advance, height: block.height, ink: rectangle ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
    }
}

extension TextLine {
    /// Widens the columns `left..<right` so that all ink of the line is inside, with its pen starting in column `x`.
    ///
    /// Glyphs whose box lies inside are not looked into.
    func widen(_ left: inout Int, _ right: inout Int, from x: Int) {
        for positioned in glyphs {
            let first = x + positioned.x + positioned.glyph.left
            guard first < left || first + positioned.glyph.width > right,
                let ink = positioned.glyph.inkColumns
            else { continue }
            left = min(left, first + ink.lowerBound)
            right = max(right, first + ink.upperBound)
        }
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
