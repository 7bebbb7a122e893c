import LinuxSystem
import PixelGraphics

/// What a font is called: a name or path, and how many times as large its pixels are shown, as in `ledsign-16-bold@2`.
package struct FontName: Hashable, Sendable, CustomStringConvertible {
    /// The largest factor.
    package static let factorLimit = 16

    /// The name or path.
    package let name: String
    /// The pixels a side that each pixel of the font takes, 1 to 16.
    package let factor: Int

    /// Creates a name; factors out of range count as the nearest in range.
    package init(name: String, factor: Int) {
        self.name = name
        self.factor = min(max(factor, 1), Self.factorLimit)
    }

    /// Reads a name; without a factor from 1 to 16 behind its last `@` all of it is the name.
    package init(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count > 1, let last = parts.last, let factor = Int(last), last.allSatisfy(\.isNumber),
            (1...Self.factorLimit).contains(factor)
        {
            self.init(name: String(text.dropLast(last.count + 1)), factor: factor)
        } else {
            self.init(name: text, factor: 1)
        }
    }

    package var description: String { factor == 1 ? name : "\(name)@\(factor)" }
}

extension FontSearch {
    /// Loads the font of a name or a path, enlarged if the name says so.
    ///
    /// - Parameter isCurrentFolderSearched: whether a name that no folder has may be a file in the current folder.
    /// - Throws: `WordedError` or `FontError`.
    package func load(_ name: String, isCurrentFolderSearched: Bool = true) throws -> BitmapFont {
        let given = FontName(name)
        let location: FontLocation
        do throws(WordedError) {
            location = try find(given.name, isCurrentFolderSearched: isCurrentFolderSearched)
        } catch {
            if let mark = given.name.lastIndex(of: "@") {
                let font = String(given.name[..<mark])
                let isKnown = (try? find(font, isCurrentFolderSearched: isCurrentFolderSearched)) != nil
                guard !isKnown else {
                    throw WordedError(
                        "the factor behind the @ of \"\(name)\" is a whole number from 1 to \(FontName.factorLimit), "
                            + "such as \(font)@2")
                }
            }
            throw error
        }
        return try FontFile.load(path: location.path).scaled(by: given.factor)
    }
}

extension BitmapFont {
    /// Returns the font with each pixel made a square of `factor` pixels a side, for panels that are taller than any font.
    ///
    /// O(pixels of all glyphs). A factor below 1 counts as 1.
    ///
    /// - Throws: `FontError` if a glyph, a distance or all glyphs together would be beyond `FontLimits`.
    public func scaled(by factor: Int) throws(FontError) -> BitmapFont {
        guard factor > 1 else { return self }
        func refusal(_ what: String, limit: Int) -> FontError {
            FontError(source: source, reason: .tooLarge(what: "\(what) at \(factor) times its size", limit: limit))
        }
        let limit = FontLimits.distance
        guard factor <= limit, max(abs(ascent), abs(descent)) <= limit / factor else {
            throw refusal("the line height", limit: limit)
        }
        var builder = BitmapFontBuilder()
        builder.font = self
        (builder.font.ascent, builder.font.descent) = (ascent * factor, descent * factor)
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
        return builder.finished()
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
