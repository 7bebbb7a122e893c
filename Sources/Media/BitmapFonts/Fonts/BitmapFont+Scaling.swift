import PixelGraphics

extension BitmapFont {
    /// Returns the font with each pixel made a square of `factor` pixels a side, for panels that are taller than any font.
    ///
    /// O(pixels of all glyphs). A factor below 1 counts as 1.
    ///
    /// - Throws: `FontError` if a glyph, a distance or all glyphs together would be beyond `FontLimits`.
    public func scaled(by factor: Int) throws(FontError) -> BitmapFont {
        guard factor > 1 else { return self }
        func refusal(_ what: String, limit: Int) -> FontError {
            let reason = FontProblem.Reason.tooLarge(what: "\(what) at \(factor) times its size", limit: limit)
            return FontError(source: source, problems: [FontProblem(place: .file, reason: reason)])
        }
        let limit = FontLimits.distance
        guard factor <= limit, max(abs(ascent), abs(descent)) <= limit / factor else {
            throw refusal("the line height", limit: limit)
        }
        var builder = BitmapFontBuilder()
        (builder.name, builder.fullName, builder.source) = (name, fullName, source)
        (builder.ascent, builder.descent) = (ascent * factor, descent * factor)
        (builder.defaultCharacter, builder.charset, builder.isUnicode) = (defaultCharacter, charset, isUnicode)
        for glyph in glyphs {
            // Before memory is taken for it.
            guard max(glyph.width, glyph.height) <= FontLimits.boxExtent / factor else {
                throw refusal("a glyph", limit: FontLimits.boxExtent)
            }
            let isAdded = builder.add(
                code: glyph.code, advance: glyph.advance * factor, left: glyph.left * factor, top: glyph.top * factor,
                picture: glyph.scaledPicture(by: factor))
            guard isAdded else { throw refusal("the font", limit: FontLimits.words) }
        }
        return builder.font()
    }
}

extension Glyph {
    /// The box's pixels, each a square of `factor` pixels a side.
    fileprivate func scaledPicture(by factor: Int) -> MonoBitmap {
        var picture = MonoBitmap(width: width * factor, height: height * factor)
        for x in 0..<picture.width {
            for y in 0..<picture.height where self[x / factor, y / factor] { picture[x, y] = true }
        }
        return picture
    }
}
