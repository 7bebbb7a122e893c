import PixelGraphics

extension Band {
    /// A rocket that flies to the right, 11x7 pixels: the usual image of the effect `sprite`.
    public static let rocket = Band(
        size: Size(width: 11, height: 7),
        drawing: [
            ".rr........",
            "..rww......",
            "o.wwwwwww..",
            "yowwwwbwwrr",
            "o.wwwwwww..",
            "..rww......",
            ".rr........",
        ])

    /// A broom that sweeps to the right, 9x8 pixels: for the effect `sprite`.
    public static let broom = Band(
        size: Size(width: 9, height: 8),
        drawing: [
            "n........",
            ".n.......",
            "..n......",
            "...n.....",
            "....rrr..",
            "...yyyyy.",
            "..yyyyyyy",
            "..y.y.y.y",
        ])

    /// Creates a band from rows of letters: each letter but the dot is a pixel of its colour.
    private init(size: Size, drawing rows: [String]) {
        let colors: [(letter: Character, ink: Ink)] = [
            ("r", Ink(Color(rawValue: 0xE02020))), ("w", .white), ("o", Ink(Color(rawValue: 0xFF8000))),
            ("y", Ink(Color(rawValue: 0xFFD000))), ("n", Ink(Color(rawValue: 0xA06030))),
            ("b", Ink(Color(rawValue: 0x2060FF), isLit: false)),
        ]
        let parts = colors.map { color in
            var mask = MonoBitmap(size: size)
            for (y, row) in rows.enumerated() {
                for (x, letter) in row.enumerated() where letter == color.letter { mask[x, y] = true }
            }
            return (band: Band(mask: mask, ink: color.ink), at: Point.zero)
        }
        self.init(size: size, parts: parts)
    }
}
