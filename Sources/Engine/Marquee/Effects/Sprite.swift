import PixelGraphics

/// The small images for the effect `sprite` that are drawn here; all of them run to the right.
public enum Sprite: String, Hashable, Sendable, CaseIterable {
    /// A rocket, 11x7 pixels: the default image of the effect.
    case rocket
    /// A broom that sweeps, 9x8 pixels.
    case broom
    /// A bus, 14x8 pixels.
    case bus
    /// A car, 12x6 pixels.
    case car
    /// A steam engine, 13x8 pixels.
    case train
    /// A plane, 13x7 pixels.
    case plane
    /// A chick, 9x7 pixels.
    case bird
    /// A fish, 11x7 pixels.
    case fish
    /// A snail, for long durations, 12x7 pixels.
    case snail

    /// Its rows of letters, of which each but the dot is a pixel of its colour.
    var drawing: [String] {
        switch self {
        case .rocket:
            [
                ".rr........",
                "..rww......",
                "o.wwwwwww..",
                "yowwwwbwwrr",
                "o.wwwwwww..",
                "..rww......",
                ".rr........",
            ]
        case .broom:
            [
                "n........",
                ".n.......",
                "..n......",
                "...n.....",
                "....rrr..",
                "...yyyyy.",
                "..yyyyyyy",
                "..y.y.y.y",
            ]
        case .bus:
            [
                "oooooooooooooo",
                "oooooooooooooo",
                "obbobbobbobboo",
                "obbobbobbobbob",
                "oooooooooooooo",
                "oooooooooooooy",
                "oossoooooossoo",
                "..ss......ss..",
            ]
        case .car:
            [
                "...rrrrr....",
                "..rbbrbbr...",
                "rrrbbrbbrrr.",
                "rrrrrrrrrrry",
                "rrssrrrrssrr",
                "..ss....ss..",
            ]
        case .train:
            [
                "..........w..",
                "rrrrr....ww..",
                "rbbbr....s...",
                "rbbbr..y.s...",
                "rrrrggggggggg",
                "rrrrggggggggy",
                "rrrrggggggggg",
                ".ss..ss..ss..",
            ]
        case .plane:
            [
                "w............",
                "ww...ww......",
                "www...ww.....",
                "wwwwwwwwwwww.",
                ".wwbwbwbwbwww",
                "......ww.....",
                ".....ww......",
            ]
        case .bird:
            [
                "....yyy..",
                "....ykyoo",
                "y...yyyy.",
                "yyyyyyyy.",
                ".yyyyyyy.",
                "..yyyyy..",
                "...o.o...",
            ]
        case .fish:
            [
                "o...oooo...",
                "oo.oooooo..",
                ".ooooooowko",
                "..ooooooooo",
                ".oooooooooo",
                "oo.oooooo..",
                "o...oooo...",
            ]
        case .snail:
            [
                "....nnn..y.y",
                "...nooon.y.y",
                "..noonoon.yy",
                "..nonoonn.yy",
                "..noooonnyyy",
                ".ynnnnnnyyyy",
                "yyyyyyyyyyy.",
            ]
        }
    }

    /// The colours of the letters that sprites are drawn in.
    static let inks: [(letter: Character, ink: Ink)] = [
        ("r", Ink(Color(rawValue: 0xE02020))), ("w", .white), ("o", Ink(Color(rawValue: 0xFF8000))),
        ("y", Ink(Color(rawValue: 0xFFD000))), ("n", Ink(Color(rawValue: 0xA06030))),
        ("g", Ink(Color(rawValue: 0x20C040))), ("s", Ink(Color(rawValue: 0x909090))),
        // Windows and eyes are dark on mono panels.
        ("b", Ink(Color(rawValue: 0x2060FF), isLit: false)), ("k", .dark),
    ]

    /// The image as a strip; every call makes another one, in O(pixels).
    public var strip: ColoredStrip {
        let rows = drawing
        let size = Size(width: rows[0].count, height: rows.count)
        let strips = Self.inks.map { color in
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
