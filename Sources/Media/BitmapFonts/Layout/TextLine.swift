/// A glyph and the column of its pen, counted from the start of its line.
public struct PositionedGlyph: Sendable {
    /// The glyph.
    public let glyph: Glyph
    /// The pen's column; the box begins at `x + glyph.left`.
    public let x: Int
    /// The number of the run that it is from; 0 in a plain text.
    public let run: Int
}

/// One line of a text, laid out from left to right as it is displayed.
public struct TextLine: Sendable {
    /// The scalars of the text that the line stands for, hanging spaces and the line end included.
    ///
    /// The ranges of a text's lines follow on each other and cover the whole text.
    public let scalars: Range<Int>
    /// The glyphs that have pixels, from left to right (marks behind their base).
    public let glyphs: [PositionedGlyph]
    /// How far the pen moves in all, in pixels; zero or more.
    public let advance: Int
    /// The columns from the first one with ink to the last one, counted from the pen's start: what has to fit into a width.
    ///
    /// White space that was typed at an end of the line counts in full; the gaps that letters have around them do not.
    public let columns: Range<Int>
    /// The columns by which the line is aligned: ``columns``, where digits of a common width at the ends count as wide as
    /// the widest of them, so that a number that changes does not move.
    public let alignedColumns: Range<Int>
    /// The rows above the base line: those of the first font, more if a glyph has ink above them.
    public let ascent: Int
    /// The rows below the base line: those of the first font, more if a glyph has ink below them.
    public let descent: Int
    /// Whether the line belongs to a paragraph that runs from right to left.
    public let isRightToLeft: Bool
    /// The columns of the runs from left to right, if the text has more than one; else empty.
    public let spans: [RunSpan]

    /// The rows of the line.
    public var height: Int { ascent + descent }

    /// The columns that have ink, counted from the pen's start; nil without ink.
    ///
    /// O(pixels of the glyphs).
    public var inkColumns: Range<Int>? {
        var ink: Range<Int>?
        for positioned in glyphs {
            guard let columns = positioned.glyph.inkColumns else { continue }
            let left = positioned.x + positioned.glyph.left
            let range = left + columns.lowerBound..<left + columns.upperBound
            ink = ink.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
        }
        return ink
    }

    /// The rows that have ink, counted downwards from the base line; nil without ink.
    ///
    /// O(pixels of the glyphs).
    package var inkRows: Range<Int>? {
        var ink: Range<Int>?
        for positioned in glyphs {
            guard let rows = positioned.glyph.inkRows else { continue }
            let range = rows.lowerBound - positioned.glyph.top..<rows.upperBound - positioned.glyph.top
            ink = ink.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
        }
        return ink
    }
}

extension Glyph {
    /// The columns with ink, counted from the pen; nil if it is blank.
    var placedInk: Range<Int>? { inkColumns.map { left + $0.lowerBound..<left + $0.upperBound } }

    /// The columns of the box from the first to the last with ink; nil if it is blank.
    var inkColumns: Range<Int>? {
        let words = wordsPerColumn
        guard let first = columns.firstIndex(where: { $0 != 0 }), let last = columns.lastIndex(where: { $0 != 0 })
        else { return nil }
        return (first - columns.startIndex) / words..<(last - columns.startIndex) / words + 1
    }

    /// The rows of the box from the first to the last with ink; nil if it is blank.
    var inkRows: Range<Int>? {
        var first = Int.max
        var last = -1
        for (offset, word) in columns.enumerated() where word != 0 {
            let row = offset % wordsPerColumn * 64
            first = min(first, row + word.trailingZeroBitCount)
            last = max(last, row + 63 - word.leadingZeroBitCount)
        }
        return last < 0 ? nil : first..<last + 1
    }
}
