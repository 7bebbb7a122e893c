/// A font whose characters are pictures of pixels, read from a BDF, PCF, PSF or Unifont file.
///
/// All pictures share one array of column words, so a font of 57,000 glyphs is a handful of allocations, and copying a
/// font or taking a glyph of it copies references only. Looking a glyph up is O(1).
public struct BitmapFont: Sendable {
    /// The family, such as `Fixed`; from the file's properties, else from its name.
    public let name: String
    /// The file's own full name of the font, an XLFD such as `-misc-fixed-medium-r-...` or free text; may be empty.
    public let fullName: String
    /// Where the font was read from: a path, or the label that the caller gave.
    public let source: String
    /// The rows above the base line.
    public let ascent: Int
    /// The rows below the base line.
    public let descent: Int
    /// The code of the glyph that the font itself wants shown for missing characters, if it names one.
    public let defaultCharacter: UInt32?
    /// The charset that the codes belong to, such as `ISO10646-1`, `ISO8859-2` or `KOI8-R`; empty if the file does not say.
    public let charset: String
    /// Whether the codes are Unicode scalars (charsets ISO10646-1 and ISO8859-1, PSF with a Unicode table, Unifont).
    ///
    /// In another font the codes are those of `charset`, of which most agree with ASCII from 0x20 to 0x7E.
    public let isUnicode: Bool
    /// The characters in the order of their codes.
    public let glyphs: GlyphTable

    /// The height of a line in pixels: `ascent + descent`.
    public var lineHeight: Int { ascent + descent }
    /// The number of characters that have a code.
    public var glyphCount: Int { glyphs.count }

    /// Returns the glyph of a character, or nil if the font has none.
    ///
    /// O(1), without allocation.
    @inlinable
    public func glyph(for scalar: UInt32) -> Glyph? { glyphs.glyph(for: scalar) }
}

/// The sizes that fonts may have, so that no file makes the reader take unbounded memory.
public enum FontLimits {
    /// The largest width or height of a glyph's box in pixels.
    public static let boxExtent = 1024
    /// The largest distance of any kind in pixels: advance, bearing, ascent, descent; also negative.
    public static let distance = 4096
    /// The largest code of a character, that of Unicode.
    public static let code: UInt32 = 0x10FFFF
    /// The most glyphs in one file.
    public static let glyphs = 0x110000
    /// The most 64-bit column words of all glyphs together, 64 MiB.
    public static let words = 8 << 20
    /// The most bytes of a file, also after decompression, 64 MiB.
    public static let fileBytes = 64 << 20
    /// The most properties of a PCF file.
    public static let properties = 10_000
    /// The most problems that one error lists; the rest is counted.
    public static let problems = 20
}
