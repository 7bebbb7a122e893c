import BitmapFonts
import ImageFiles
import PixelGraphics

extension BitmapFont {
    /// Draws a picture of its characters, 16 or 32 a row: light ones on dark cells, each cell as large as the largest box.
    ///
    /// - Returns: the picture, and how many characters it shows; fonts of all scripts have more than a picture of a reasonable height.
    /// - Throws: if the picture would be larger than images may be.
    func sheet() throws -> (picture: RGBBitmap, count: Int) {
        let scale = 3
        let glyphs = characters(maximum: 2048)
        let left = glyphs.map(\.left).min() ?? 0
        let right = glyphs.map { max($0.advance, $0.left + $0.width) }.max() ?? 0
        let top = max(ascent, glyphs.map(\.top).max() ?? 0)
        let bottom = max(descent, glyphs.map { $0.height - $0.top }.max() ?? 0)
        let cell = Size(width: right - left + 1, height: top + bottom + 1)
        let columns = max(8, min(32, 640 / max(cell.width, 1)))
        let rows = (glyphs.count + columns - 1) / columns
        let size = Size(width: columns * cell.width + 1, height: rows * cell.height + 1)
        let (maximum, pixels) = (ImageLimits.standard.maximumSide, ImageLimits.standard.maximumPixels)
        guard max(size.width, size.height) * scale <= maximum, size.width * size.height * scale * scale <= pixels else {
            throw CommandError(
                "a sheet of the \(glyphs.count) characters would have \(size.width * scale) x \(size.height * scale) "
                    + "pixels, more than an image may have; --text shows those of a text")
        }
        var canvas = Canvas(size: size, format: .rgb)
        canvas.fill(Ink(Color(rawValue: 0x303038)))
        for (number, glyph) in glyphs.enumerated() {
            let corner = Point(x: number % columns * cell.width + 1, y: number / columns * cell.height + 1)
            canvas.fill(
                Rectangle(x: corner.x, y: corner.y, width: cell.width - 1, height: cell.height - 1), with: .dark)
            let box = Point(x: corner.x - left + glyph.left, y: corner.y + top - glyph.top)
            for x in 0..<glyph.width {
                for y in 0..<glyph.height where glyph.word(column: x, word: y >> 6) >> UInt64(y & 63) & 1 == 1 {
                    canvas.set(Point(x: box.x + x, y: box.y + y), to: .white)
                }
            }
        }
        let picture = canvas.rgb
        var large = RGBBitmap(size: Size(width: size.width * scale, height: size.height * scale))
        for y in 0..<large.height {
            for x in 0..<large.width { large[x, y] = picture[x / scale, y / scale] }
        }
        return (large, glyphs.count)
    }
}
