/// Turns the scalars of one paragraph into clusters of glyphs.
struct ParagraphShaper {
    /// That a font of the chain draws the scalar at an index of the paragraph, or that none has it.
    typealias GlyphUse = (scalar: Unicode.Scalar, font: Int?, index: Int)

    private var fonts: FontChain
    private let scalars: ArraySlice<Unicode.Scalar>
    private var result = ShapedParagraph()
    private let onUse: ((GlyphUse) -> Void)?
    /// The runs of the text, nil for a plain one.
    private let runs: RunMap?
    /// The run that is under way, the index of the paragraph at which it ends, and the picture in place of its text.
    private var run = 0
    private var runEnd = Int.max
    private var picture: Glyph?

    /// The most marks that are drawn over one base; more are left out.
    private static let markLimit = 16

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
        if let runs { enter(runs.number(at: scalars.startIndex), of: runs) }
        result.clusters.reserveCapacity(scalars.count)
        result.glyphs.reserveCapacity(scalars.count)
    }

    /// The scalar at an index of the paragraph.
    private func scalar(_ index: Int) -> Unicode.Scalar { scalars[scalars.startIndex + index] }

    private mutating func shapeAll() {
        let count = scalars.count
        var index = 0
        while index < count {
            let base = scalar(index)
            if index >= runEnd { enterRun(of: index) }
            var end = index + 1
            let ligature = ligature(at: index)
            if ligature != nil { end += 1 }
            let marks = end
            while end < count, scalar(end).extendsCluster { end += 1 }
            let firstGlyph = result.glyphs.count
            var cluster = GlyphCluster(
                scalars: index..<end, glyphs: firstGlyph..<firstGlyph, advance: 0, ink: nil,
                breaks: BreakClass(base.value), isTab: base == "\t",
                isTight: result.bidi?.joinsNext[end - 1] ?? false, run: run)
            if let ligature {
                place(ligature, of: base, in: &cluster)
                onUse?((scalar(index + 1), ligature.font, index + 1))
                placeMarks(
                    Array(scalars[(scalars.startIndex + marks)..<(scalars.startIndex + end)]), marks, ligature, &cluster
                )
            } else if end == marks {
                placeSingle(base, index, &cluster)
            } else {
                placeMarked(base, index, end, &cluster)
            }
            cluster.glyphs = firstGlyph..<result.glyphs.count
            result.clusters.append(cluster)
            index = end
        }
    }

    /// Takes the fonts of the run that a scalar belongs to; marks stay with those of their base.
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
        picture = runs.runs[number].picture
    }

    /// Returns the ligature of this scalar and the next, if the text has one and a font draws it.
    ///
    /// It is mutating, like the other searches, only because the shaper would be copied for it otherwise.
    private mutating func ligature(at index: Int) -> FontChain.Found? {
        guard let bidi = result.bidi, index + 1 < scalars.count,
            bidi.shaped[index] == BidiParagraph.ligatureFiller, scalar(index).value != BidiParagraph.ligatureFiller
        else { return nil }
        return fonts.find(bidi.shaped[index + 1])
    }

    /// Returns the glyph of a scalar in its joined or mirrored form, else in its plain form.
    private mutating func find(_ scalar: Unicode.Scalar, _ index: Int) -> FontChain.Found? {
        if let bidi = result.bidi, bidi.unligated[index] != scalar.value, scalar == self.scalar(index),
            let form = fonts.find(bidi.unligated[index])
        {
            return form
        }
        return fonts.findEquivalent(scalar.value)
    }

    /// Returns what is drawn for a character without marks: the replacement if no font has it; nil for what is not drawn,
    /// and for a picture.
    private mutating func drawn(_ base: Unicode.Scalar, _ index: Int) -> FontChain.Found? {
        if base == "\t" || base.isIgnorable || (base == TextRun.pictureScalar && picture != nil) { return nil }
        if let found = find(base, index) { return found }
        return base.isControl ? nil : .replacement
    }

    /// Adds a character without marks.
    private mutating func placeSingle(_ base: Unicode.Scalar, _ index: Int, _ cluster: inout GlyphCluster) {
        if let found = drawn(base, index) {
            place(found, of: base, in: &cluster)
        } else if base == TextRun.pictureScalar, let picture {
            append(picture, dx: 0, &cluster)
            // All of its box counts: the next picture of an animation may have pixels where the first has none.
            cluster.ink = 0..<picture.width
            cluster.advance = picture.advance
        } else if !cluster.isTab {
            cluster.isTight = true
        }
    }

    /// Adds a character with marks: as one precomposed letter if its font has it, else as a base with marks over it.
    private mutating func placeMarked(_ base: Unicode.Scalar, _ index: Int, _ end: Int, _ cluster: inout GlyphCluster) {
        var first = base
        var marks = (index + 1..<end).map { scalar($0) }
        if result.bidi.map({ $0.unligated[index] == base.value }) ?? true {
            compose(&first, &marks)
        }
        placeSingle(first, index, &cluster)
        guard !marks.isEmpty else { return }
        placeMarks(marks, end - marks.count, drawn(first, index), &cluster)
    }

    /// Replaces the base and the marks that it takes in by a precomposed letter that a font has.
    private func compose(_ base: inout Unicode.Scalar, _ marks: inout [Unicode.Scalar]) {
        let own = fonts.find(base.value)?.font
        for count in stride(from: min(marks.count, Self.composedMarkLimit), to: 0, by: -1) {
            guard let letter = Self.precomposed([base] + marks.prefix(count)),
                let found = fonts.find(letter.value)
            else { continue }
            let marksAreThere = marks.prefix(count).allSatisfy { fonts.find($0.value) != nil }
            guard found.font == own || own == nil || !marksAreThere else { continue }
            base = letter
            marks.removeFirst(count)
            return
        }
    }

    /// Draws marks over the glyph that was placed last.
    private mutating func placeMarks(
        _ marks: [Unicode.Scalar], _ firstIndex: Int, _ base: FontChain.Found?, _ cluster: inout GlyphCluster
    ) {
        let under = base.map { fonts.glyph(of: $0) } ?? .nothing
        for (offset, mark) in marks.prefix(Self.markLimit).enumerated() where !mark.isIgnorable {
            let index = firstIndex + offset
            let found = find(mark, index)
            onUse?((mark, found?.font, index))
            guard let found else { continue }
            let glyph = fonts.glyph(of: found)
            if mark.isMark {
                append(glyph, dx: Self.shift(glyph, over: under, isOfItsFont: found.font == base?.font), &cluster)
            } else {
                append(glyph, dx: cluster.advance, &cluster)
                cluster.advance += glyph.advance
            }
        }
    }

    /// Returns where the pen stands for a mark.
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

    private mutating func place(_ found: FontChain.Found, of base: Unicode.Scalar, in cluster: inout GlyphCluster) {
        onUse?((base, found.font, cluster.scalars.lowerBound))
        let glyph = fonts.glyph(of: found)
        cluster.advance = glyph.advance
        append(glyph, dx: 0, &cluster)
    }

    private mutating func append(_ glyph: consuming Glyph, dx: Int, _ cluster: inout GlyphCluster) {
        guard glyph.width > 0, glyph.height > 0 else { return }
        if let ink = glyph.placedInk { cluster.ink = ink.shifted(by: dx).union(cluster.ink) }
        result.glyphs.append(PositionedGlyph(glyph: glyph, x: dx, run: cluster.run))
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
