import LinuxSystem
import PixelGraphics

/// What a font is called: a name or path, and how large it is: how many times as large its pixels are shown, as in
/// `ledsign-16-bold@2`, or the height of the capitals of an outline font, as in `NotoSans-Bold.ttf@12px`.
///
/// A style of a file with several stands behind a colon, as in `Inter.var.ttf:Bold@12px`.
package struct FontName: Hashable, Sendable, CustomStringConvertible {
    /// The largest factor.
    package static let factorLimit = 16

    /// The name or path.
    package let name: String
    /// The face or named style of the file; nil for the first one.
    package let style: String?
    /// The pixels a side that each pixel of the font takes, 1 to 16.
    package let factor: Int
    /// The size of an outline font, if it is given.
    package let size: OutlineSize?

    /// Creates a name; factors out of range count as the nearest in range.
    package init(name: String, style: String? = nil, factor: Int = 1, size: OutlineSize? = nil) {
        self.name = name
        self.style = style
        self.factor = min(max(factor, 1), Self.factorLimit)
        self.size = size
    }

    /// Reads a name; without a size behind its last `@` all of it is the name.
    package init(_ text: String) {
        guard let mark = text.lastIndex(of: "@") else {
            self.init(plain: text[...])
            return
        }
        let (name, last) = (text[..<mark], text[text.index(after: mark)...])
        let digits = last.prefix { $0.isASCII && $0.isNumber }
        switch (Int(digits), last[digits.endIndex...]) {
        case (.some(let factor), "") where (1...Self.factorLimit).contains(factor):
            self.init(plain: name, factor: factor)
        case (.some(let rows), "px") where OutlineSize.capitalRows.contains(rows):
            self.init(plain: name, size: .capitals(rows))
        case (.some(let rows), "rows") where (1...FontLimits.boxExtent).contains(rows):
            self.init(plain: name, size: .rows(rows))
        default:
            self.init(plain: text[...])
        }
    }

    /// Reads a name without a size; a colon in the name of a folder or in front of the name of a font file begins no style.
    private init(plain text: Substring, factor: Int = 1, size: OutlineSize? = nil) {
        let colon = text.lastIndex(of: ":")
        let style = colon.map { String(text[text.index(after: $0)...]) } ?? ""
        guard let colon, !style.isEmpty, !style.contains("/"), FontFormat.fontName(ofFile: style) == nil else {
            self.init(name: String(text), factor: factor, size: size)
            return
        }
        self.init(name: String(text[..<colon]), style: style, factor: factor, size: size)
    }

    /// The same font under another name, such as its path.
    package func renamed(_ name: String) -> FontName {
        FontName(name: name, style: style, factor: factor, size: size)
    }

    /// The same font in another size.
    package func sized(_ size: OutlineSize?) -> FontName { FontName(name: name, style: style, size: size) }

    package var description: String {
        let name = name + (style.map { ":" + $0 } ?? "")
        switch size {
        case .capitals(let rows): return "\(name)@\(rows)px"
        case .rows(let rows): return "\(name)@\(rows)rows"
        case nil: return factor == 1 ? name : "\(name)@\(factor)"
        }
    }
}

extension FontSearch {
    /// Loads the font of a name or a path, in the size that the name says.
    ///
    /// - Parameter isCurrentFolderSearched: whether a name that no folder has may be a file in the current folder.
    /// - Throws: `WordedError` or `FontError`.
    package func load(_ name: String, isCurrentFolderSearched: Bool = true) throws -> BitmapFont {
        let given = FontName(name)
        var (path, style) = ("", given.style)
        do throws(WordedError) {
            path = try find(given.name, isCurrentFolderSearched: isCurrentFolderSearched).path
        } catch {
            if let mark = given.name.lastIndex(of: "@") {
                let font = String(given.name[..<mark])
                if let found = try? find(font, isCurrentFolderSearched: isCurrentFolderSearched) {
                    throw Self.wrongSize(name, of: font, isOutline: found.isOutline)
                }
            }
            let exact = family(given.name, style: style)
            guard !given.name.contains("/"), let found = exact ?? family(given.name, style: nil) else { throw error }
            path = found.location.path
            if exact != nil { style = found.style }
        }
        let font = try FontFile.load(path: path, size: given.size, style: style).scaled(by: given.factor)
        guard font.capitals == nil else { return font }
        if let style = given.style {
            throw WordedError("\"\(given.name)\" is a font of pixels and has no style \"\(style)\"; remove it")
        }
        if case .capitals = given.size {
            throw WordedError(
                "\"\(given.name)\" is a font of pixels, which has one size; a factor enlarges it, such as \(given.name)@2"
            )
        }
        return font
    }

    /// The error for what stands behind the @ of a font that there is.
    private static func wrongSize(_ name: String, of font: String, isOutline: Bool) -> WordedError {
        let (what, range, example) =
            isOutline
            ? ("height of the capitals", OutlineSize.capitalRows, "12px") : ("factor", 1...FontName.factorLimit, "2")
        let unit = isOutline ? " of pixels" : ""
        return WordedError(
            "the \(what) behind the @ of \"\(name)\" is a whole number\(unit) from \(range.lowerBound) to \(range.upperBound), "
                + "such as \(font)@\(example)")
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
