import PixelGraphics

/// The colours of a whole GIF file, filled as frames come, and the choice of palette for each frame.
struct GIFPalette {
    /// The most colours a GIF palette has.
    static let capacity = 256

    /// The colours in the order of their first appearance, 256 at most.
    private(set) var colors: [Color] = []
    private var places: [Color: UInt8] = [:]

    /// Turns a rectangle of a picture into palette indices; new colours enter the palette if all of them fit.
    mutating func frame(of bitmap: RGBBitmap, in rectangle: Rectangle, hundredths: Int) -> GIFFrameData {
        let pixels = Self.pixels(of: bitmap, in: rectangle)
        var own = GIFPalette()
        let isExact = own.collect(pixels)
        var palette: [Color]?
        let indices: [UInt8]
        if isExact, add(own.colors) {
            indices = self.indices(of: pixels)
        } else if isExact {
            palette = own.colors
            indices = own.indices(of: pixels)
        } else {
            let quantized = ColorQuantizer(pixels)
            palette = quantized.palette
            indices = pixels.map { quantized.place(of: $0) }
        }
        return GIFFrameData(rectangle: rectangle, indices: indices, palette: palette, hundredths: hundredths)
    }

    private static func pixels(of bitmap: RGBBitmap, in rectangle: Rectangle) -> [Color] {
        var pixels: [Color] = []
        pixels.reserveCapacity(rectangle.width * rectangle.height)
        for y in rectangle.y..<rectangle.maxY {
            let start = y * bitmap.width
            pixels.append(contentsOf: bitmap.pixels[start + rectangle.x..<start + rectangle.maxX])
        }
        return pixels
    }

    /// Takes in all colours of the pixels; false when they are more than 256.
    private mutating func collect(_ pixels: [Color]) -> Bool {
        var previous: Color?
        for color in pixels where color != previous {
            previous = color
            guard places[color] == nil else { continue }
            guard colors.count < Self.capacity else { return false }
            append(color)
        }
        return true
    }

    /// Takes in colours, all or none of them.
    private mutating func add(_ candidates: [Color]) -> Bool {
        let new = candidates.filter { places[$0] == nil }
        guard colors.count + new.count <= Self.capacity else { return false }
        for color in new { append(color) }
        return true
    }

    private mutating func append(_ color: Color) {
        places[color] = UInt8(colors.count)
        colors.append(color)
    }

    private func indices(of pixels: [Color]) -> [UInt8] {
        var previous: (color: Color, place: UInt8)?
        return pixels.map { color in
            if let previous, previous.color == color { return previous.place }
            let place = places[color] ?? 0
            previous = (color, place)
            return place
        }
    }
}
