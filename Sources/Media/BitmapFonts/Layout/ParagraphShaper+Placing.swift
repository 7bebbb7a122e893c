/// What is not shaped: pictures, tabs, and what no font has.
extension ParagraphShaper {
    mutating func place(_ piece: Piece) {
        var cluster = cluster(piece.scalars)
        let index = piece.scalars.lowerBound
        let base = scalar(index)
        var under: Glyph?
        if isPicture(base), let picture = runs?.runs[run].picture {
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

    mutating func append(_ glyph: consuming Glyph, dx: Int, _ cluster: inout GlyphCluster) {
        guard glyph.width > 0, glyph.height > 0 else { return }
        if let ink = glyph.placedInk { cluster.ink = ink.shifted(by: dx).union(cluster.ink) }
        result.glyphs.append(PositionedGlyph(glyph: glyph, x: dx, run: cluster.run))
    }
}

/// What HarfBuzz has chosen.
extension ParagraphShaper {
    /// Adds glyphs, in reading order, that are a cluster.
    mutating func place(
        _ glyphs: ArraySlice<FontShaper.ShapedGlyph>, of scalars: Range<Int>, _ font: Int, _ isRightToLeft: Bool
    ) {
        var cluster = cluster(scalars)
        let base =
            fonts.drawsOutlines[font]
            ? placeOutlines(glyphs, font, isRightToLeft, &cluster) : placePixels(glyphs, font, isRightToLeft, &cluster)
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
