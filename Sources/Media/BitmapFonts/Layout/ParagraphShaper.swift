import CHarfBuzz

/// Turns the scalars of one paragraph into clusters of glyphs.
///
/// A letter and its marks are a piece; neighbouring pieces of one font, script and direction are shaped together.
struct ParagraphShaper {
    /// That a font of the chain draws the scalar at an index of the paragraph, or that none has it.
    typealias GlyphUse = (scalar: Unicode.Scalar, font: Int?, index: Int)

    var fonts: FontChain
    private let scalars: ArraySlice<Unicode.Scalar>
    /// The codes that are shaped: letters and marks that one letter stands for are that letter.
    var codes: [UInt32]
    var result: ShapedParagraph
    let onUse: ((GlyphUse) -> Void)?
    /// The runs of the text, nil for a plain one.
    let runs: RunMap?
    /// The run that is under way, and the index of the paragraph at which it ends.
    var run = 0
    private var runEnd = Int.max

    /// The most marks that are drawn over one base; more are left out.
    static let markLimit = 16
    /// What stands in the place of marks that a letter has taken in: COMBINING GRAPHEME JOINER, which is not drawn.
    static let takenIn: UInt32 = 0x034F

    /// A letter with its marks, before it is shaped.
    struct Piece {
        /// The scalars, as indices of the paragraph.
        var scalars: Range<Int>
        /// The number of the font that has its letter; nil for what is not shaped.
        var font: Int?
        var script: hb_script_t
        var level: Int

        /// Whether it is shaped together with the one before it.
        func continues(_ other: Piece) -> Bool {
            font != nil && (font, level, script) == (other.font, other.level, other.script)
        }
    }

    /// Shapes a paragraph, which holds no line ends, in O(n); `onUse` receives which font draws which scalar.
    ///
    /// - Parameter runs: the runs whose scalars these are a slice of, each with its fonts; nil for a plain text.
    static func shape(
        _ scalars: ArraySlice<Unicode.Scalar>, fonts: FontChain, direction: TextDirection, runs: RunMap? = nil,
        onUse: ((GlyphUse) -> Void)? = nil
    ) -> ShapedParagraph {
        var shaper = ParagraphShaper(fonts: fonts, scalars: scalars, runs: runs, onUse: onUse)
        if direction == .rightToLeft || !BidiParagraph.isPlain(scalars) {
            shaper.result.bidi = BidiParagraph(scalars, direction: direction)
        }
        shaper.shapeAll()
        return shaper.result
    }

    private init(
        fonts: FontChain, scalars: ArraySlice<Unicode.Scalar>, runs: RunMap?, onUse: ((GlyphUse) -> Void)?
    ) {
        self.fonts = fonts
        self.scalars = scalars
        result = ShapedParagraph(scalars: scalars)
        self.onUse = onUse
        self.runs = runs
        codes = scalars.map(\.value)
        if let runs { enter(runs.number(at: scalars.startIndex), of: runs) }
        result.clusters.reserveCapacity(scalars.count)
        result.glyphs.reserveCapacity(scalars.count)
    }

    /// The scalar at an index of the paragraph.
    func scalar(_ index: Int) -> Unicode.Scalar { scalars[scalars.startIndex + index] }

    private mutating func shapeAll() {
        var pending: [Piece] = []
        var script = HB_SCRIPT_COMMON
        var index = 0
        while index < scalars.count {
            if index >= runEnd {
                shape(&pending)
                enterRun(of: index)
            }
            // Marks stay with the run of their base.
            var end = index + 1
            while end < scalars.count, scalar(end).extendsCluster { end += 1 }
            if end == index + 1, let found = plainGlyph(at: index) {
                shape(&pending)
                place(found, at: index)
            } else {
                let own = FontShaper.script(of: scalar(index))
                if !FontShaper.isShared(own) {
                    // What stands before the first letter is of its script.
                    if script == HB_SCRIPT_COMMON { for place in pending.indices { pending[place].script = own } }
                    script = own
                }
                let level = Int(result.bidi?.levels[index] ?? 0)
                let piece = Piece(scalars: index..<end, font: font(of: index..<end), script: script, level: level)
                if let last = pending.last, !piece.continues(last) { shape(&pending) }
                if piece.font == nil { place(piece) } else { pending.append(piece) }
            }
            index = end
        }
        shape(&pending)
    }

    /// Takes the fonts of the run that a scalar belongs to.
    private mutating func enterRun(of index: Int) {
        guard let runs else { return }
        var number = run
        while number + 1 < runs.runs.count, scalars.startIndex + index >= runs.ends[number] { number += 1 }
        enter(number, of: runs)
    }

    private mutating func enter(_ number: Int, of runs: RunMap) {
        run = number
        runEnd = number + 1 < runs.runs.count ? runs.ends[number] - scalars.startIndex : .max
        fonts = runs.runs[number].fonts
    }

    /// Returns the glyph of a character that needs no shaping in a font of pixels; nil for any other.
    private mutating func plainGlyph(at index: Int) -> FontChain.Found? {
        let code = scalar(index).value
        guard FontShaper.isPlain(code), (result.bidi?.levels[index] ?? 0) & 1 == 0,
            index + 1 == scalars.count || !FontShaper.isJamo(scalar(index + 1).value),
            let found = fonts.findEquivalent(code), let font = found.font, !fonts.drawsOutlines[font]
        else { return nil }
        return found
    }

    /// Adds a character that needs no shaping.
    private mutating func place(_ found: FontChain.Found, at index: Int) {
        var cluster = cluster(index..<index + 1)
        onUse?((scalar(index), found.font, index))
        let glyph = fonts.glyph(of: found)
        cluster.advance = glyph.advance
        append(glyph, dx: 0, &cluster)
        finish(cluster)
    }

    /// The number of the font for a letter and its marks; nil if no font has the letter, or nothing of it is shaped.
    private mutating func font(of piece: Range<Int>) -> Int? {
        let base = scalar(piece.lowerBound)
        if base == "\t" || base.isIgnorable || isPicture(base) { return nil }
        for index in piece.dropFirst() where scalar(index).isSkinTone { codes[index] = Self.takenIn }
        if piece.count > 1 { compose(piece) }
        return fonts.font(for: codes[piece.lowerBound])
    }

    func isPicture(_ base: Unicode.Scalar) -> Bool {
        base == TextRun.pictureScalar && runs?.runs[run].picture != nil
    }

    /// Replaces a base and the marks that it takes in by a precomposed letter that a font has.
    private mutating func compose(_ piece: Range<Int>) {
        let base = scalar(piece.lowerBound)
        let marks = (piece.lowerBound + 1..<piece.upperBound).map { scalar($0) }
        let own = fonts.find(base.value)?.font
        for count in stride(from: min(marks.count, PrecomposedLetters.markLimit), to: 0, by: -1) {
            guard let letter = PrecomposedLetters.letter([base] + marks.prefix(count)),
                let found = fonts.find(letter.value)
            else { continue }
            let marksAreThere = marks.prefix(count).allSatisfy { fonts.find($0.value) != nil }
            guard found.font == own || own == nil || !marksAreThere else { continue }
            codes[piece.lowerBound] = letter.value
            for index in piece.lowerBound + 1...piece.lowerBound + count { codes[index] = Self.takenIn }
            return
        }
    }

    /// Begins a cluster of scalars.
    func cluster(_ scalars: Range<Int>) -> GlyphCluster {
        let base = scalar(scalars.lowerBound)
        return GlyphCluster(
            scalars: scalars, glyphs: result.glyphs.count..<result.glyphs.count, advance: 0, ink: nil,
            isSpace: base.isBreakingSpace, isSoftHyphen: base == "\u{AD}", isTab: base == "\t",
            isTight: result.bidi?.joinsNext[scalars.upperBound - 1] ?? false, run: run)
    }

    mutating func finish(_ cluster: consuming GlyphCluster) {
        cluster.glyphs = cluster.glyphs.lowerBound..<result.glyphs.count
        result.clusters.append(cluster)
    }
}

/// What is shaped by HarfBuzz.
extension ParagraphShaper {
    /// Shapes neighbouring pieces of one font, script and direction, of which none are left then.
    private mutating func shape(_ pieces: inout [Piece]) {
        guard let first = pieces.first, let last = pieces.last, let font = first.font else { return }
        pieces.removeAll(keepingCapacity: true)
        let part = first.scalars.lowerBound..<last.scalars.upperBound
        let isRightToLeft = first.level & 1 == 1
        var glyphs = fonts.shapers[font].shape(
            codes, part, script: first.script, isRightToLeft: isRightToLeft,
            hasLigatures: runs.map { $0.runs[run].letterSpacing == 0 } ?? true)
        if isRightToLeft { glyphs.reverse() }
        guard !glyphs.isEmpty else { return finish(cluster(part)) }
        var index = 0
        while index < glyphs.count {
            var next = index + 1
            while next < glyphs.count, glyphs[next].cluster == glyphs[index].cluster { next += 1 }
            // Characters of which nothing is left belong to those before them, at the start to those behind them.
            let start = index == 0 ? part.lowerBound : glyphs[index].cluster
            let end = next < glyphs.count ? glyphs[next].cluster : part.upperBound
            place(glyphs[index..<next], of: start..<max(start + 1, end), font, isRightToLeft)
            index = next
        }
    }
}

/// A base character with its marks: the smallest part of a text that lines are made of.
struct GlyphCluster {
    /// The scalars, as indices of the paragraph.
    var scalars: Range<Int>
    /// The glyphs, as indices of the paragraph's list; empty for what is not drawn.
    var glyphs: Range<Int>
    /// How far the pen moves; for a tab it is decided by the line.
    var advance: Int
    /// The columns that have ink, counted from the cluster's pen; nil without ink.
    var ink: Range<Int>?
    /// Whether it is white space at which a line may break.
    var isSpace: Bool
    /// Whether it is drawn where a line breaks behind it.
    var isSoftHyphen: Bool
    var isTab: Bool
    /// Whether nothing goes between it and the next cluster: it is joined to it, or takes no space of its own.
    var isTight: Bool
    /// The number of the run that it is from.
    var run = 0

    /// Whether it is left out at the end of a wrapped line: white space, and what is not seen and takes no space.
    var hangs: Bool { isSpace || (glyphs.isEmpty && advance == 0 && !isTab) }
}

/// A paragraph turned into clusters in reading order.
struct ShapedParagraph {
    /// The text.
    let scalars: ArraySlice<Unicode.Scalar>
    /// The clusters in reading order.
    var clusters: [GlyphCluster] = []
    /// The glyphs of all clusters, each counted from the pen of its cluster.
    var glyphs: [PositionedGlyph] = []
    /// The directions, or nil for a plain left-to-right paragraph.
    var bidi: BidiParagraph?
}
