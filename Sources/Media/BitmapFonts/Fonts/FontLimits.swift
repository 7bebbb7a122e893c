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
