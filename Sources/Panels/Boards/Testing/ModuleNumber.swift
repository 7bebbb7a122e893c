import PixelGraphics

/// Numbers of two digits that fit an 8x8 module; hundreds are dots in the bottom row.
enum ModuleNumber {
    /// Returns the picture of a number from 1 to 999.
    static func picture(_ number: Int) -> MonoBitmap {
        var bitmap = MonoBitmap(width: 8, height: 8)
        let tens = number / 10 % 10
        if number >= 10 { draw(tens, x: 0, &bitmap) }
        draw(number % 10, x: number >= 10 ? 4 : 2, &bitmap)
        for dot in 0..<number / 100 { bitmap[2 * dot, 7] = true }
        return bitmap
    }

    private static func draw(_ digit: Int, x: Int, _ bitmap: inout MonoBitmap) {
        for y in 0..<5 {
            for (column, character) in rows[y].split(separator: " ")[digit].enumerated() where character == "#" {
                bitmap[x + column, y + 1] = true
            }
        }
    }

    /// The digits 0 to 9, three columns wide.
    private static let rows = [
        ".#. .#. ##. ##. #.# ### .## ### .#. .#.",
        "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. .#. .#. ### ##. ##. .#. .#. .##",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        ".#. ### ### ##. ..# ##. .#. .#. .#. ##.",
    ]
}
