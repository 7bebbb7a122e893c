/// Cuts paragraphs into lines and places their glyphs.
struct LineComposer {
    /// The widest that a line may be, or nil for one line.
    let width: Int?
    /// What each run means for a line; a plain text is one run.
    let measures: [RunMeasure]
    /// The distance of tab stops in pixels; at least 1.
    let tabStop: Int

    /// Returns a line of a paragraph; `offset` is the paragraph's first scalar, `trailing` counts the line end's scalars.
    func line(_ span: LineSpan, of paragraph: ShapedParagraph, offset: Int, trailing: Int) -> TextLine {
        var builder = Builder(rows(of: span, paragraph), hasRuns: measures.count > 1)
        builder.glyphs.reserveCapacity(span.clusters.count)
        let isRightToLeft = paragraph.bidi?.isRightToLeft ?? false
        let broken = span.clusters.last.map { paragraph.clusters[$0].run } ?? 0
        let hyphen = span.isHyphenated ? measures[broken].hyphen : nil
        if isRightToLeft, let hyphen {
            builder.add(hyphen, of: broken)
            builder.pen += measures[broken].letterSpacing
        }
        place(span, paragraph, &builder)
        if !isRightToLeft, let hyphen { builder.add(hyphen, of: broken) }
        let scalars = Self.scalars(of: span, paragraph)
        return TextLine(
            scalars: offset + scalars.lowerBound..<offset + scalars.upperBound + trailing, glyphs: builder.glyphs,
            advance: max(0, builder.pen), columns: builder.columns,
            alignedColumns: builder.alignedColumns, ascent: builder.ascent,
            descent: builder.descent, isRightToLeft: isRightToLeft, spans: builder.spans)
    }

    /// The rows of a line before it is known what its glyphs need: those of its runs, or of the first one on an empty line.
    private func rows(of span: LineSpan, _ paragraph: ShapedParagraph) -> RunMeasure {
        guard measures.count > 1, let first = span.clusters.first else { return measures[0] }
        var run = paragraph.clusters[first].run
        var rows = measures[run]
        for index in span.clusters where paragraph.clusters[index].run != run {
            run = paragraph.clusters[index].run
            rows.ascent = max(rows.ascent, measures[run].ascent)
            rows.descent = max(rows.descent, measures[run].descent)
        }
        return rows
    }

    private static func scalars(of span: LineSpan, _ paragraph: ShapedParagraph) -> Range<Int> {
        guard let first = span.clusters.first, let last = span.clusters.last else { return 0..<0 }
        return paragraph.clusters[first].scalars.lowerBound..<paragraph.clusters[last].scalars.upperBound
    }

    /// Places the clusters in the order in which they are seen.
    private func place(_ span: LineSpan, _ paragraph: ShapedParagraph, _ builder: inout Builder) {
        let visible = span.clusters.lowerBound..<span.visibleEnd
        guard let bidi = paragraph.bidi, !visible.isEmpty else {
            var previous: Int?
            for index in visible { step(index, after: &previous, paragraph, tabAdvances: [:], &builder) }
            return
        }
        let tabAdvances = tabAdvances(visible, paragraph.clusters)
        var previous: Int?
        for index in Self.visualOrder(visible, paragraph.clusters, bidi) {
            step(index, after: &previous, paragraph, tabAdvances: tabAdvances, &builder)
        }
    }

    /// Moves the pen past the gap behind the cluster to the left, and places a cluster.
    private func step(
        _ index: Int, after previous: inout Int?, _ paragraph: ShapedParagraph, tabAdvances: [Int: Int],
        _ builder: inout Builder
    ) {
        let cluster = paragraph.clusters[index]
        if let left = previous {
            let first = left + 1 == index || index + 1 != left ? left : index
            builder.pen += gap(after: paragraph.clusters[first], advance: builder.lastAdvance)
        }
        for position in cluster.glyphs {
            builder.draw(paragraph.glyphs[position])
        }
        builder.lastAdvance = tabAdvances[index] ?? advance(of: cluster, at: builder.pen)
        if cluster.ink != nil || builder.lastAdvance != 0 {
            builder.addEdges(cluster.ink, figures: figures(of: cluster, paragraph))
        }
        builder.record(cluster.run, advance: builder.lastAdvance)
        builder.pen += builder.lastAdvance
        previous = index
    }

    /// The columns that any digit takes in the place of a cluster that is one.
    private func figures(of cluster: GlyphCluster, _ paragraph: ShapedParagraph) -> Range<Int>? {
        let first = cluster.glyphs.lowerBound
        guard cluster.glyphs.count == 1, RunMeasure.isDigit(paragraph.glyphs[first].glyph.code),
            let figures = measures[cluster.run].figures
        else { return nil }
        return paragraph.glyphs[first].glyph.advance == figures.advance ? figures.ink : nil
    }

    /// The widths of the tabs of a line with reordered text, where their stops are counted in reading order.
    private func tabAdvances(_ visible: Range<Int>, _ clusters: [GlyphCluster]) -> [Int: Int] {
        var advances: [Int: Int] = [:]
        var pen = 0
        for index in visible {
            let advance = advance(of: clusters[index], at: pen)
            if clusters[index].isTab { advances[index] = advance }
            pen += advance + gap(after: clusters[index], advance: advance)
        }
        return advances
    }

    /// The clusters from left to right: a cluster stands where the first of its scalars is met.
    private static func visualOrder(_ visible: Range<Int>, _ clusters: [GlyphCluster], _ bidi: BidiParagraph) -> [Int] {
        let first = clusters[visible.lowerBound].scalars.lowerBound
        let end = clusters[visible.upperBound - 1].scalars.upperBound
        var owner = [Int](repeating: 0, count: end - first)
        for index in visible {
            for scalar in clusters[index].scalars { owner[scalar - first] = index }
        }
        var seen = [Bool](repeating: false, count: visible.count)
        return bidi.visualOrder(of: first..<end).compactMap { scalar in
            let index = owner[scalar - first]
            guard !seen[index - visible.lowerBound] else { return nil }
            seen[index - visible.lowerBound] = true
            return index
        }
    }

    /// A line in the making.
    private struct Builder {
        var glyphs: [PositionedGlyph] = []
        var spans: [RunSpan] = []
        let hasRuns: Bool
        var pen = 0
        var lastAdvance = 0
        var ascent: Int
        var descent: Int
        private var ink: Range<Int>?
        /// The pen of the first cluster, if that has no ink: white space that was typed.
        private var blankStart: Int?
        /// Whether the last cluster has no ink.
        private var endsBlank = false
        /// The columns that any digit takes in the place of a digit at either end.
        private var firstFigures: Range<Int>?
        private var lastFigures: Range<Int>?
        private var isEmpty = true

        init(_ rows: RunMeasure, hasRuns: Bool) {
            ascent = rows.ascent
            descent = rows.descent
            self.hasRuns = hasRuns
        }

        mutating func add(_ glyph: Glyph, of run: Int) {
            draw(PositionedGlyph(glyph: glyph, x: 0, run: run))
            addEdges(glyph.placedInk, figures: nil)
            record(run, advance: glyph.advance)
            pen += glyph.advance
        }

        /// Adds a cluster that has ink or moves the pen; `columns` and `figures` are counted from its pen.
        mutating func addEdges(_ columns: Range<Int>?, figures: Range<Int>?) {
            let figures = figures?.shifted(by: pen)
            if isEmpty {
                blankStart = columns == nil ? pen : nil
                firstFigures = figures
            }
            isEmpty = false
            endsBlank = columns == nil
            lastFigures = figures
            if let columns { ink = columns.shifted(by: pen).union(ink) }
        }

        /// The columns from the first one with ink to the last one, white space at the ends included.
        var columns: Range<Int> {
            guard let ink else { return 0..<max(0, pen) }
            let start = min(ink.lowerBound, blankStart ?? ink.lowerBound)
            return start..<max(ink.upperBound, endsBlank ? pen : ink.upperBound)
        }

        /// The same with digits at the ends as wide as any digit.
        var alignedColumns: Range<Int> {
            let columns = columns
            let start = min(columns.lowerBound, firstFigures?.lowerBound ?? columns.lowerBound)
            return start..<max(columns.upperBound, lastFigures?.upperBound ?? columns.upperBound)
        }

        /// Records the columns that the pen passes for a run.
        mutating func record(_ run: Int, advance: Int) {
            guard hasRuns else { return }
            let columns = min(pen, pen + advance)..<max(pen, pen + advance)
            if let last = spans.last, last.run == run {
                spans[spans.count - 1].columns = columns.union(last.columns)
            } else {
                spans.append(RunSpan(run: run, columns: columns))
            }
        }

        /// Draws a glyph that is counted from the pen.
        mutating func draw(_ placed: consuming PositionedGlyph) {
            let (top, height) = (placed.glyph.top, placed.glyph.height)
            if top > ascent || height - top > descent, let rows = placed.glyph.inkRows {
                ascent = max(ascent, top - rows.lowerBound)
                descent = max(descent, rows.upperBound - top)
            }
            placed.x += pen
            glyphs.append(placed)
        }
    }
}
