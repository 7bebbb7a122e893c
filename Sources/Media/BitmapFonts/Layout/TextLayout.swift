/// Sets text in bitmap fonts: lines, pages, measures and strips.
///
/// Text is put in order by the Unicode Bidirectional Algorithm and Arabic letters are joined (both by FriBidi),
/// combining marks are drawn over their base, and lines are broken at word boundaries. Everything is a function of
/// the arguments.
public struct TextLayout: Sendable {
    /// The most scalars that one text may have.
    public static let maximumLength = 131_072

    /// The fonts that are searched for every character.
    public let fonts: FontChain
    /// The distances, the side and the direction.
    public let style: TextStyle

    /// Creates a layout for some fonts and a style.
    public init(fonts: FontChain, style: TextStyle = TextStyle()) {
        self.fonts = fonts
        self.style = style
    }

    /// Returns the lines of a text; an empty text is one empty line.
    ///
    /// A line begins after LF, CR LF, CR, U+2028 and the like. With a `width` in pixels (any number, also zero and
    /// less) lines are also broken at spaces, after hyphens, at zero width spaces and soft hyphens, and between
    /// ideographs; a word longer than the line is broken between characters, and each line has at least one. Spaces at
    /// the end of a wrapped line are not drawn. O(n).
    ///
    /// - Throws: `LayoutError.textTooLong` beyond `maximumLength` scalars.
    public func lines(of text: String, width: Int? = nil) throws(LayoutError) -> [TextLine] {
        try lines(of: [TextRun(text, fonts: fonts, letterSpacing: style.letterSpacing)], width: width)
    }

    /// Groups lines to pages that are at most `height` rows high.
    ///
    /// A line higher than the page is a page of its own. Never empty.
    public func pages(of lines: [TextLine], height: Int) -> [[TextLine]] {
        var pages: [[TextLine]] = []
        var page: [TextLine] = []
        var used = 0
        for line in lines {
            let needed = line.height + (page.isEmpty ? 0 : style.lineSpacing)
            if !page.isEmpty, used + needed > height {
                pages.append(page)
                page = []
                used = 0
            }
            used += line.height + (page.isEmpty ? 0 : style.lineSpacing)
            page.append(line)
        }
        pages.append(page)
        return pages
    }

    /// Returns the lines of a text of runs, which are laid out as one: the order of bidirectional text, the places to
    /// break at and the base lines are those of the whole.
    ///
    /// A line is as high as the highest of its runs' fonts. Tab stops are those of the layout's own fonts.
    ///
    /// - Throws: `LayoutError.textTooLong` beyond `maximumLength` scalars in all.
    public func lines(of runs: [TextRun], width: Int? = nil) throws(LayoutError) -> [TextLine] {
        guard !runs.isEmpty else { return try lines(of: "", width: width) }
        let runs = try RunMap(runs)
        let text = runs.scalars[...]
        let composer = composer(width: width, runs: runs)
        var lines: [TextLine] = []
        for paragraph in Self.paragraphs(of: text) {
            let shaped = ParagraphShaper.shape(
                text[paragraph.content], fonts: fonts, direction: style.direction, runs: runs)
            let spans = composer.spans(of: shaped)
            for (number, span) in spans.enumerated() {
                let trailing = number == spans.count - 1 ? paragraph.lineEnd : 0
                lines.append(
                    composer.line(
                        span, of: shaped, offset: paragraph.content.lowerBound, trailing: trailing))
            }
        }
        return lines
    }

    /// Returns the direction in which a text runs: that of the style, else that of its first paragraph with a strong
    /// character; automatic if it has none.
    package func direction(of text: String) -> TextDirection {
        guard style.direction == .automatic else { return style.direction }
        let scalars = Array(text.unicodeScalars)
        return Self.paragraphs(of: scalars[...]).lazy
            .map { BidiParagraph.direction(of: scalars[$0.content]) }.first { $0 != .automatic } ?? .automatic
    }

    /// Returns the scalars of a text, or throws as soon as there are too many.
    static func scalars(of text: String) throws(LayoutError) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(min(text.utf8.count, maximumLength))
        for scalar in text.unicodeScalars {
            guard scalars.count < maximumLength else { throw .textTooLong(limit: maximumLength) }
            scalars.append(scalar)
        }
        return scalars
    }

    /// Cuts a text at its line ends into paragraphs, each with the number of scalars of its line end: 0 for the last, 2 for
    /// CR LF, else 1.
    ///
    /// A text that ends in a line end has an empty last paragraph.
    static func paragraphs(of text: ArraySlice<Unicode.Scalar>) -> [(content: Range<Int>, lineEnd: Int)] {
        var paragraphs: [(content: Range<Int>, lineEnd: Int)] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            guard text[index].endsLine else {
                index += 1
                continue
            }
            let isPair = text[index] == "\r" && index + 1 < text.endIndex && text[index + 1] == "\n"
            paragraphs.append((start..<index, isPair ? 2 : 1))
            index += isPair ? 2 : 1
            start = index
        }
        paragraphs.append((start..<text.endIndex, 0))
        return paragraphs
    }

    private func composer(width: Int?, runs: RunMap) -> LineComposer {
        let space = fonts.glyph(for: 0x20)?.advance ?? fonts.replacement.advance
        let measures = runs.runs.map { RunMeasure($0.fonts, letterSpacing: TextStyle.clamp($0.letterSpacing)) }
        return LineComposer(
            width: width, measures: measures,
            tabStop: max(1, 8 * max(0, space + style.letterSpacing)))
    }
}

/// Why a text cannot be laid out: it is larger than any sign needs and than memory should be spent on.
public enum LayoutError: Error, Equatable, Sendable {
    /// The text has more scalars than `limit`.
    case textTooLong(limit: Int)
    /// The strip would have more column words (64 rows of one column each) than `limit`.
    case stripTooLarge(columns: Int, rows: Int, limit: Int)
}

extension LayoutError: CustomStringConvertible {
    /// What was given, what is possible, and the fix.
    public var description: String {
        switch self {
        case .textTooLong(let limit):
            return "the text has more than \(limit) characters; split it into several texts"
        case .stripTooLarge(let columns, let rows, let limit):
            return "the text would be \(columns) x \(rows) pixels, more than \(limit) columns of up to 64 rows; "
                + "split it into several texts, or use a smaller font or spacing"
        }
    }
}

/// A glyph and the column of its pen, counted from the start of its line.
public struct PositionedGlyph: Sendable {
    /// The glyph.
    public let glyph: Glyph
    /// The pen's column; the box begins at `x + glyph.left`.
    public internal(set) var x: Int
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
    package var inkColumns: Range<Int>? {
        glyphs.reduce(nil) { ink, positioned in
            guard let columns = positioned.glyph.placedInk else { return ink }
            return columns.shifted(by: positioned.x).union(ink)
        }
    }

    /// The rows that have ink, counted downwards from the base line; nil without ink.
    ///
    /// O(pixels of the glyphs).
    package var inkRows: Range<Int>? {
        glyphs.reduce(nil) { ink, positioned in
            guard let rows = positioned.glyph.inkRows else { return ink }
            return rows.shifted(by: -positioned.glyph.top).union(ink)
        }
    }
}

extension Glyph {
    /// The columns with ink, counted from the pen; nil if it is blank.
    var placedInk: Range<Int>? { inkColumns?.shifted(by: left) }

    /// The columns of the box from the first to the last with ink; nil if it is blank.
    var inkColumns: Range<Int>? {
        let (columns, words) = (columns, wordsPerColumn)
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

extension Range<Int> {
    /// The range moved by a distance.
    package func shifted(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }

    /// The smallest range that holds both; without another one the range itself.
    package func union(_ other: Range?) -> Range {
        guard let other else { return self }
        return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
