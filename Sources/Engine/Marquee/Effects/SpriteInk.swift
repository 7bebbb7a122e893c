import PixelGraphics

/// The colours of the letters that sprites are drawn in.
enum SpriteInk {
    static let all: [(letter: Character, ink: Ink)] = [
        ("r", Ink(Color(rawValue: 0xE02020))), ("w", .white), ("o", Ink(Color(rawValue: 0xFF8000))),
        ("y", Ink(Color(rawValue: 0xFFD000))), ("n", Ink(Color(rawValue: 0xA06030))),
        ("g", Ink(Color(rawValue: 0x20C040))), ("s", Ink(Color(rawValue: 0x909090))),
        // Windows and eyes are dark on mono panels.
        ("b", Ink(Color(rawValue: 0x2060FF), isLit: false)), ("k", .dark),
    ]
}

extension Sprite {
    /// The image as a strip; every call makes another one, in O(pixels).
    public var strip: ColoredStrip {
        let rows = drawing
        let size = Size(width: rows[0].count, height: rows.count)
        let strips = SpriteInk.all.map { color in
            var mask = MonoBitmap(size: size)
            for (y, row) in rows.enumerated() {
                for (x, letter) in row.enumerated() where letter == color.letter { mask[x, y] = true }
            }
            return (strip: ColoredStrip(mask: mask, ink: color.ink), at: Point.zero)
        }
        return ColoredStrip(size: size, strips: strips)
    }
}

extension ColoredStrip {
    /// The default image of the effect `sprite`.
    static let rocket = Sprite.rocket.strip
}
