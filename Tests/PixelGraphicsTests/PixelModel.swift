import PixelGraphics

/// A canvas written down as plainly as possible: one dictionary-like array of optional colours, every pixel by itself.
struct PixelModel {
    struct Pixel: Equatable {
        var color = Color.black
        var isLit = false
        var isCovered = false
    }

    let size: Size
    var pixels: [Pixel]
    /// The areas from the outermost to the innermost, each relative to the one before.
    var areas: [Rectangle]

    init(size: Size) {
        self.size = size
        pixels = Array(repeating: Pixel(), count: size.width * size.height)
        areas = [Rectangle(size)]
    }

    /// Changes the pixel at a point of the innermost area, if it is visible.
    mutating func change(_ x: Int, _ y: Int, _ body: (inout Pixel) -> Void) {
        guard let index = index(x, y) else { return }
        body(&pixels[index])
    }

    func index(_ x: Int, _ y: Int) -> Int? {
        var x = x
        var y = y
        for area in areas.reversed() {
            guard x >= 0, y >= 0, x < area.width, y < area.height else { return nil }
            x += area.x
            y += area.y
        }
        return y * size.width + x
    }

    mutating func draw(_ x: Int, _ y: Int, _ ink: Ink) {
        change(x, y) { pixel in pixel = Pixel(color: ink.color, isLit: ink.isLit, isCovered: true) }
    }

    mutating func stamp(_ mask: MonoBitmap, columns: Range<Int>, at point: Point, ink: Ink) {
        for column in columns {
            for row in 0..<mask.height where mask[column, row] {
                draw(point.x + column - columns.lowerBound, point.y + row, ink)
            }
        }
    }

    mutating func draw(_ image: RGBBitmap, mask: MonoBitmap?, columns: Range<Int>, at point: Point) {
        for column in columns where (0..<image.width).contains(column) {
            for row in 0..<image.height where mask?[column, row] ?? true {
                let color = image[column, row]
                let luma = (Double(color.red) * 299 + Double(color.green) * 587 + Double(color.blue) * 114) / 1000
                let ink = Ink(color, isLit: luma.rounded() >= 128)
                draw(point.x + column - columns.lowerBound, point.y + row, ink)
            }
        }
    }

    mutating func fill(_ rectangle: Rectangle, _ ink: Ink) {
        for y in rectangle.y..<rectangle.maxY {
            for x in rectangle.x..<rectangle.maxX { draw(x, y, ink) }
        }
    }

    mutating func clear() {
        guard let area = areas.last else { return }
        for y in 0..<area.height {
            for x in 0..<area.width { change(x, y) { pixel in pixel = Pixel() } }
        }
    }

    mutating func composite(_ layer: PixelModel, all: Bool, at point: Point) {
        for y in 0..<layer.size.height {
            for x in 0..<layer.size.width {
                let pixel = layer.pixels[y * layer.size.width + x]
                if pixel.isCovered || all { draw(point.x + x, point.y + y, Ink(pixel.color, isLit: pixel.isLit)) }
            }
        }
    }

    /// Says what differs on a canvas, or nil.
    func difference(_ canvas: Canvas, coverage: Bool) -> String? {
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = pixels[y * size.width + x]
                switch canvas.format {
                case .mono where canvas.mono[x, y] != pixel.isLit: return "(\(x), \(y)) lit should be \(pixel.isLit)"
                case .rgb where canvas.rgb[x, y] != pixel.color:
                    return "(\(x), \(y)) is \(canvas.rgb[x, y]), should be \(pixel.color)"
                default: break
                }
                if coverage, canvas.coverage[x, y] != pixel.isCovered {
                    return "(\(x), \(y)) covered should be \(pixel.isCovered)"
                }
            }
        }
        return nil
    }
}
