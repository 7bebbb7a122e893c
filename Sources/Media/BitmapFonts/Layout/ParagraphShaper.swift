import CHarfBuzz

/// Turns the scalars of one paragraph into clusters of glyphs.
///
/// A letter and its marks are a piece; neighbouring pieces of one font, script and direction are shaped together.
struct ParagraphShaper {
    /// That a font of the chain draws the scalar at an index of the paragraph, or that none has it.
    typealias GlyphUse = (scalar: Unicode.Scalar, font: Int?, index: Int)

    private var fonts: FontChain
    private let scalars: ArraySlice<Unicode.Scalar>
    /// The codes that are shaped: letters and marks that one letter stands for are that letter.
    private var codes: [UInt32]
    private var result = ShapedParagraph()
    private let onUse: ((GlyphUse) -> Void)?
    /// The runs of the text, nil for a plain one.
    private let runs: RunMap?

    /// The most marks that are drawn over one base; more are left out.
    private static let markLimit = 16
    /// What stands in the place of marks that a letter has taken in: COMBINING GRAPHEME JOINER, which is not drawn.
    private static let takenIn: UInt32 = 0x034F

    /// A letter with its marks, before it is shaped.
    private struct Piece {
        /// The scalars, as indices of the paragraph.
        var scalars: Range<Int>
        /// The number of its run.
        var run: Int
        /// The number of the font that has its letter; nil for what is not shaped.
        var font: Int?
        var script: hb_script_t
        var level: Int

        /// Whether it is shaped together with the one before it.
        func continues(_ other: Piece) -> Bool {
            font != nil && (font, run, level, script) == (other.font, other.run, other.level, other.script)
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
        self.onUse = onUse
        self.runs = runs
        codes = scalars.map(\.value)
        result.clusters.reserveCapacity(scalars.count)
        result.glyphs.reserveCapacity(scalars.count)
    }

    /// The scalar at an index of the paragraph.
    private func scalar(_ index: Int) -> Unicode.Scalar { scalars[scalars.startIndex + index] }

    private mutating func shapeAll() {
        let pieces = pieces()
        var first = 0
        while first < pieces.count {
            enter(pieces[first].run)
            guard let font = pieces[first].font else {
                place(pieces[first])
                first += 1
                continue
            }
            var end = first + 1
            while end < pieces.count, pieces[end].continues(pieces[end - 1]) { end += 1 }
            shape(pieces[first..<end], in: font)
            first = end
        }
    }

    /// Takes the fonts of a run.
    private mutating func enter(_ run: Int) {
        if let runs { fonts = runs.runs[run].fonts }
    }

    /// Cuts the paragraph into letters with their marks, and finds the font of each.
    private mutating func pieces() -> [Piece] {
        var pieces: [Piece] = []
        pieces.reserveCapacity(scalars.count)
        var run = runs.map { $0.number(at: scalars.startIndex) } ?? 0
        enter(run)
        var script = HB_SCRIPT_COMMON
        var index = 0
        while index < scalars.count {
            var end = index + 1
            while end < scalars.count, scalar(end).extendsCluster { end += 1 }
            // Marks stay with the run of their base.
            if let runs {
                let before = run
                while run + 1 < runs.runs.count, scalars.startIndex + index >= runs.ends[run] { run += 1 }
                if run != before { enter(run) }
            }
            let own = FontShaper.script(of: scalar(index))
            if !FontShaper.isShared(own) {
                // What stands before the first letter is of its script.
                if script == HB_SCRIPT_COMMON { for place in pieces.indices { pieces[place].script = own } }
                script = own
            }
            let font = font(of: index..<end, run: run)
            pieces.append(
                Piece(
                    scalars: index..<end, run: run, font: font, script: script,
                    level: Int(result.bidi?.levels[index] ?? 0)))
            index = end
        }
        return pieces
    }

    /// The number of the font for a letter and its marks; nil if no font has the letter, or nothing of it is shaped.
    private mutating func font(of piece: Range<Int>, run: Int) -> Int? {
        let base = scalar(piece.lowerBound)
        if base == "\t" || base.isIgnorable || isPicture(base, run) { return nil }
        for index in piece.dropFirst() where scalar(index).isSkinTone { codes[index] = Self.takenIn }
        if piece.count > 1 { compose(piece) }
        return fonts.font(for: codes[piece.lowerBound])
    }

    private func isPicture(_ base: Unicode.Scalar, _ run: Int) -> Bool {
        base == TextRun.pictureScalar && runs?.runs[run].picture != nil
    }

    /// Replaces a base and the marks that it takes in by a precomposed letter that a font has.
    private mutating func compose(_ piece: Range<Int>) {
        let base = scalar(piece.lowerBound)
        let marks = (piece.lowerBound + 1..<piece.upperBound).map { scalar($0) }
        let own = fonts.find(base.value)?.font
        for count in stride(from: min(marks.count, Self.composedMarkLimit), to: 0, by: -1) {
            guard let letter = Self.precomposed([base] + marks.prefix(count)), let found = fonts.find(letter.value)
            else { continue }
            let marksAreThere = marks.prefix(count).allSatisfy { fonts.find($0.value) != nil }
            guard found.font == own || own == nil || !marksAreThere else { continue }
            codes[piece.lowerBound] = letter.value
            for index in piece.lowerBound + 1...piece.lowerBound + count { codes[index] = Self.takenIn }
            return
        }
    }

    /// Begins a cluster of scalars.
    private func cluster(_ scalars: Range<Int>, run: Int) -> GlyphCluster {
        let base = scalar(scalars.lowerBound)
        return GlyphCluster(
            scalars: scalars, glyphs: result.glyphs.count..<result.glyphs.count, advance: 0, ink: nil,
            breaks: BreakClass(base.value), isTab: base == "\t",
            isTight: result.bidi?.joinsNext[scalars.upperBound - 1] ?? false, run: run)
    }

    private mutating func finish(_ cluster: consuming GlyphCluster) {
        cluster.glyphs = cluster.glyphs.lowerBound..<result.glyphs.count
        result.clusters.append(cluster)
    }
}

/// What is not shaped: pictures, tabs, and what no font has.
extension ParagraphShaper {
    private mutating func place(_ piece: Piece) {
        var cluster = cluster(piece.scalars, run: piece.run)
        let index = piece.scalars.lowerBound
        let base = scalar(index)
        var under: Glyph?
        if isPicture(base, piece.run), let picture = runs?.runs[piece.run].picture {
            append(picture, dx: 0, &cluster)
            // All of its box counts: the next picture of an animation may have pixels where the first has none.
            cluster.ink = 0..<picture.width
            cluster.advance = picture.advance
        } else if base.isIgnorable || base.isControl {
            cluster.isTight = cluster.isTight || !cluster.isTab
        } else {
            onUse?((base, nil, index))
            under = fonts.replacement
            cluster.advance = fonts.replacement.advance
            append(fonts.replacement, dx: 0, &cluster)
        }
        placeMarks(index + 1..<piece.scalars.upperBound, over: under ?? .nothing, at: 0, of: nil, &cluster)
        finish(cluster)
    }

    /// Draws marks that the font of their base lacks over the glyph that was placed last.
    private mutating func placeMarks(
        _ marks: Range<Int>, over base: Glyph, at pen: Int, of own: Int?, _ cluster: inout GlyphCluster
    ) {
        for index in marks.prefix(Self.markLimit) where codes[index] != Self.takenIn && !scalar(index).isIgnorable {
            if let own, fonts.has(codes[index], in: own) {
                onUse?((scalar(index), own, index))
                continue
            }
            let found = fonts.findEquivalent(codes[index])
            onUse?((scalar(index), found?.font, index))
            guard let found else { continue }
            let glyph = fonts.glyph(of: found)
            if scalar(index).isMark {
                append(glyph, dx: pen + Self.shift(glyph, over: base, isOfItsFont: false), &cluster)
            } else {
                append(glyph, dx: cluster.advance, &cluster)
                cluster.advance += glyph.advance
            }
        }
    }

    /// Returns where the pen stands for a mark, counted from that of its base.
    ///
    /// A mark of the base's font that takes no space and reaches back over its base is drawn as the font says, behind
    /// the base; any other is centred over it.
    private static func shift(_ mark: Glyph, over base: Glyph, isOfItsFont: Bool) -> Int {
        if isOfItsFont, mark.advance == 0, mark.left < 0 { return base.advance }
        let isBlank = base.width == 0
        let left = isBlank ? 0 : base.left
        let width = isBlank ? base.advance : base.width
        return left + ((width - mark.width) >> 1) - mark.left
    }

    private mutating func append(_ glyph: consuming Glyph, dx: Int, _ cluster: inout GlyphCluster) {
        guard glyph.width > 0, glyph.height > 0 else { return }
        if let ink = glyph.placedInk { cluster.ink = ink.shifted(by: dx).union(cluster.ink) }
        result.glyphs.append(PositionedGlyph(glyph: glyph, x: dx, run: cluster.run))
    }
}

/// What is shaped by HarfBuzz.
extension ParagraphShaper {
    /// Shapes neighbouring pieces of one font, script and direction.
    private mutating func shape(_ pieces: ArraySlice<Piece>, in font: Int) {
        guard let first = pieces.first, let last = pieces.last else { return }
        let part = first.scalars.lowerBound..<last.scalars.upperBound
        let isRightToLeft = first.level & 1 == 1
        var glyphs = fonts.shapers[font].shape(
            codes, part, script: first.script, isRightToLeft: isRightToLeft,
            hasLigatures: runs.map { $0.runs[first.run].letterSpacing == 0 } ?? true)
        if isRightToLeft { glyphs.reverse() }
        guard !glyphs.isEmpty else { return finish(cluster(part, run: first.run)) }
        var index = 0
        while index < glyphs.count {
            var next = index + 1
            while next < glyphs.count, glyphs[next].cluster == glyphs[index].cluster { next += 1 }
            // Characters of which nothing is left belong to those before them, at the start to those behind them.
            let start = index == 0 ? part.lowerBound : glyphs[index].cluster
            let end = next < glyphs.count ? glyphs[next].cluster : part.upperBound
            place(glyphs[index..<next], of: start..<max(start + 1, end), font, first.run, isRightToLeft)
            index = next
        }
    }

    /// Adds glyphs, in reading order, that are a cluster.
    private mutating func place(
        _ glyphs: ArraySlice<FontShaper.ShapedGlyph>, of scalars: Range<Int>, _ font: Int, _ run: Int,
        _ isRightToLeft: Bool
    ) {
        var cluster = cluster(scalars, run: run)
        let base =
            fonts.fonts[font].outlines == nil
            ? placePixels(glyphs, font, isRightToLeft, &cluster) : placeOutlines(glyphs, font, isRightToLeft, &cluster)
        if let letter = Unicode.Scalar(codes[scalars.lowerBound]) { onUse?((letter, font, scalars.lowerBound)) }
        let isWhole = glyphs.allSatisfy { $0.position != nil }
        let others = scalars.lowerBound + 1..<scalars.upperBound
        if isWhole {
            for index in others where codes[index] != Self.takenIn && !scalar(index).isIgnorable {
                onUse?((scalar(index), font, index))
            }
        } else {
            placeMarks(others, over: base.glyph, at: base.pen, of: font, &cluster)
        }
        finish(cluster)
    }

    /// Places glyphs as HarfBuzz says; returns the last one, and where its pen stands.
    private mutating func placeOutlines(
        _ glyphs: ArraySlice<FontShaper.ShapedGlyph>, _ font: Int, _ isRightToLeft: Bool, _ cluster: inout GlyphCluster
    ) -> (glyph: Glyph, pen: Int) {
        let code = cluster.scalars.count == 1 ? codes[cluster.scalars.lowerBound] : 0
        let total = glyphs.reduce(0) { $0 + $1.advance }
        var base: (glyph: Glyph, pen: Int) = (.nothing, 0)
        // Counted from the right where that is the start.
        var pen = isRightToLeft ? total : 0
        for shaped in glyphs {
            if isRightToLeft { pen -= shaped.advance }
            if let position = shaped.position {
                let glyph = fonts.fonts[font].glyph(at: position, code: code)
                append(glyph.moved(up: shaped.y), dx: pen + shaped.x, &cluster)
                if shaped.advance != 0 || base.glyph.width == 0 { base = (glyph, pen) }
            }
            if !isRightToLeft { pen += shaped.advance }
        }
        cluster.advance = total
        return base
    }

    /// Places the glyphs of a font of pixels: letters one behind the other, marks over them; returns the last letter, and where
    /// its pen stands.
    private mutating func placePixels(
        _ glyphs: ArraySlice<FontShaper.ShapedGlyph>, _ font: Int, _ isRightToLeft: Bool, _ cluster: inout GlyphCluster
    ) -> (glyph: Glyph, pen: Int) {
        var found = glyphs.compactMap { shaped in
            shaped.position.map { fonts.fonts[font].glyph(at: $0, code: 0) }
        }
        if found.isEmpty, let whole = fonts.findEquivalent(codes[cluster.scalars.lowerBound]) {
            // A character that takes no part in shaping.
            found = [fonts.glyph(of: whole)]
        }
        func isMark(_ index: Int) -> Bool { index > 0 && Unicode.Scalar(found[index].code)?.isMark ?? false }
        let total = found.indices.reduce(0) { isMark($1) ? $0 : $0 + found[$1].advance }
        var base: (glyph: Glyph, pen: Int) = (.nothing, 0)
        var pen = isRightToLeft ? total : 0
        var marks = 0
        for (index, glyph) in found.enumerated() {
            if isMark(index) {
                marks += 1
                guard marks <= Self.markLimit else { continue }
                append(glyph, dx: base.pen + Self.shift(glyph, over: base.glyph, isOfItsFont: true), &cluster)
            } else {
                if isRightToLeft { pen -= glyph.advance }
                base = (glyph, pen)
                append(glyph, dx: pen, &cluster)
                if !isRightToLeft { pen += glyph.advance }
            }
        }
        cluster.advance = total
        return base
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
    /// What it means for breaking lines.
    var breaks: BreakClass
    var isTab: Bool
    /// Whether nothing goes between it and the next cluster: it is joined to it, or takes no space of its own.
    var isTight: Bool
    /// The number of the run that it is from.
    var run = 0

    /// Whether it is left out at the end of a wrapped line: white space, and what is not seen and takes no space.
    var hangs: Bool { breaks.contains(.space) || (glyphs.isEmpty && advance == 0 && !isTab) }
}

/// A paragraph turned into clusters in reading order.
struct ShapedParagraph {
    /// The clusters in reading order.
    var clusters: [GlyphCluster] = []
    /// The glyphs of all clusters, each counted from the pen of its cluster.
    var glyphs: [PositionedGlyph] = []
    /// The directions, or nil for a plain left-to-right paragraph.
    var bidi: BidiParagraph?
}

/// Precomposed letters found by what they are canonically equivalent to.
///
/// Swift compares and hashes strings by canonical equivalence, so a table from each precomposed letter's string to
/// the letter finds it for its decomposed spelling as well, marks in any canonical order.
extension ParagraphShaper {
    /// The most marks on one base that are looked up together; Unicode's longest canonical decomposition has three.
    private static let composedMarkLimit = 3

    /// Returns the one scalar that is canonically equivalent to these scalars, if there is one.
    private static func precomposed(_ scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard scalars.count > 1, scalars.count <= 1 + composedMarkLimit else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return precomposedLetters[String(view)]
    }

    /// The blocks that hold letters with a canonical decomposition: Latin, Greek, Cyrillic, Hebrew and Arabic letters,
    /// Indic vowels, Latin and Greek extended, arrows and operators, kana.
    private static let composedBlocks: [ClosedRange<UInt32>] = [
        0x00C0...0x024F, 0x0370...0x052F, 0x0600...0x06FF, 0x0900...0x0DFF, 0x0F40...0x0FBC, 0x1000...0x1030,
        0x1B00...0x1B4F, 0x1E00...0x1FFF, 0x2190...0x22FF, 0x3040...0x30FF, 0xFB1D...0xFB4F,
    ]

    private static let precomposedLetters: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [:]
        for block in composedBlocks {
            for code in block {
                guard let scalar = Unicode.Scalar(code), table[String(scalar)] == nil else { continue }
                table[String(scalar)] = scalar
            }
        }
        return table
    }()
}
