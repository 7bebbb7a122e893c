import PixelGraphics

/// The colours of a whole GIF file, filled as frames come, and the choice of palette for each frame.
struct GIFPalette {
    /// The most colours a GIF palette has.
    static let capacity = 256
    /// The place that leaves a pixel as it was, where a palette has one.
    static let transparentPlace: UInt8 = 0

    /// The colours in the order of their first appearance, 256 at most; the first one is no colour where a place is transparent.
    private(set) var colors: [Color]
    private var places: [Color: UInt8] = [:]

    /// Creates a palette without colours.
    init(hasTransparentPlace: Bool = true) {
        colors = hasTransparentPlace ? [.black] : []
    }

    /// Whether a palette of that kind holds all colours of a rectangle of a picture.
    static func holds(_ bitmap: RGBBitmap, in rectangle: Rectangle, hasTransparentPlace: Bool) -> Bool {
        var palette = GIFPalette(hasTransparentPlace: hasTransparentPlace)
        return palette.collect(pixels(of: bitmap, in: rectangle))
    }

    /// Turns a rectangle of a picture into palette indices; new colours enter the palette if all of them fit.
    ///
    /// - Parameter last: the picture that it is painted over, of the same size; nil for none.
    mutating func frame(
        of bitmap: RGBBitmap, over last: RGBBitmap?, in rectangle: Rectangle, hundredths: Int
    ) -> GIFFrameData {
        let pixels = Self.pixels(of: bitmap, in: rectangle)
        var own = GIFPalette()
        var whole = GIFPalette(hasTransparentPlace: false)
        var palette: [Color]?
        let indices: [UInt8]
        var hasTransparentPlace = true
        if own.collect(pixels) {
            if add(own.colors.dropFirst()) {
                indices = self.indices(of: pixels)
            } else {
                palette = own.colors
                indices = own.indices(of: pixels)
            }
        } else if whole.collect(pixels) {
            palette = whole.colors
            indices = whole.indices(of: pixels)
            hasTransparentPlace = false
        } else {
            let quantized = ColorQuantizer(pixels, maximum: Self.capacity - 1)
            palette = [.black] + quantized.palette
            indices = pixels.map { quantized.place(of: $0) + 1 }
        }
        var sparse: [UInt8]?
        if let last, hasTransparentPlace {
            let old = Self.pixels(of: last, in: rectangle)
            sparse = indices.indices.map { pixels[$0] == old[$0] ? Self.transparentPlace : indices[$0] }
        }
        return GIFFrameData(
            rectangle: rectangle, indices: indices, sparseIndices: sparse, palette: palette, hundredths: hundredths)
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

    /// Takes in all colours of the pixels; false when they are too many.
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
    private mutating func add(_ candidates: ArraySlice<Color>) -> Bool {
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

/// One frame as GIF stores it: a rectangle of palette indices.
struct GIFFrameData {
    /// Where the frame lies on the picture.
    let rectangle: Rectangle
    /// The palette's places, row by row.
    let indices: [UInt8]
    /// The same with the transparent place for pixels that do not change; nil without a picture to paint over.
    var sparseIndices: [UInt8]?
    /// The frame's own palette, or nil if the file's serves.
    let palette: [Color]?
    /// How long the frame is shown; above 65535 it takes several frames.
    private(set) var hundredths: Int

    /// Shows the frame longer; the sum saturates.
    mutating func extend(by time: Int) {
        let (sum, overflow) = hundredths.addingReportingOverflow(time)
        hundredths = overflow ? .max : sum
    }

    /// The frame's top left pixel alone.
    var firstPixel: GIFFrameData {
        GIFFrameData(
            rectangle: Rectangle(x: rectangle.x, y: rectangle.y, width: 1, height: 1), indices: [indices[0]],
            palette: palette, hundredths: hundredths)
    }
}

/// Chooses up to 256 colours for pixels that have more: median cut (Heckbert 1982) over a histogram of 5 bits per channel.
///
/// Integer arithmetic and fixed orders throughout: the same pixels give the same palette on every machine.
struct ColorQuantizer {
    private(set) var palette: [Color] = []
    /// The palette's place for each of the 32768 bins.
    private var places: [UInt8]

    /// One filled bin of the histogram: how many pixels, and the sums of their channels.
    private struct Bin {
        let number: Int
        var count = 0
        var sums: (red: Int, green: Int, blue: Int) = (0, 0, 0)

        /// The bin's position on an axis: 0 red, 1 green, 2 blue; 0 to 31.
        func position(_ axis: Int) -> Int { number >> (10 - 5 * axis) & 31 }
    }

    /// A range of bins that becomes one colour, its longest axis, and how much there is to gain by cutting it.
    private typealias Box = (bins: Range<Int>, axis: Int, weight: Int)

    /// Chooses the palette of the pixels, of 1 to 256 colours; takes time in proportion to the number of pixels.
    init(_ pixels: [Color], maximum: Int) {
        places = [UInt8](repeating: 0, count: 1 << 15)
        var bins = Self.histogram(pixels)
        guard !bins.isEmpty else { return }
        var boxes = [Self.box(bins, 0..<bins.count)]
        while boxes.count < maximum {
            guard let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
                boxes[widest].weight > 0
            else { break }
            let box = boxes[widest]
            let middle = Self.cut(&bins, box)
            boxes[widest] = Self.box(bins, box.bins.lowerBound..<middle)
            boxes.append(Self.box(bins, middle..<box.bins.upperBound))
        }
        for box in boxes {
            for bin in bins[box.bins] { places[bin.number] = UInt8(palette.count) }
            palette.append(Self.mean(bins[box.bins]))
        }
    }

    /// The palette's place for a colour that was among the pixels.
    func place(of color: Color) -> UInt8 { places[Self.number(of: color)] }

    private static func number(of color: Color) -> Int {
        Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)
    }

    private static func histogram(_ pixels: [Color]) -> [Bin] {
        var bins = (0..<1 << 15).map { Bin(number: $0) }
        for color in pixels {
            let number = number(of: color)
            bins[number].count += 1
            bins[number].sums.red += Int(color.red)
            bins[number].sums.green += Int(color.green)
            bins[number].sums.blue += Int(color.blue)
        }
        return bins.filter { $0.count > 0 }
    }

    /// Describes a range of bins: its longest axis, and that length times the number of pixels.
    private static func box(_ bins: [Bin], _ range: Range<Int>) -> Box {
        var best: Box = (range, 0, 0)
        let pixels = bins[range].reduce(0) { $0 + $1.count }
        for axis in 0..<3 {
            let positions = bins[range].map { $0.position(axis) }
            let length = (positions.max() ?? 0) - (positions.min() ?? 0)
            if length * pixels > best.weight { best = (range, axis, length * pixels) }
        }
        return best
    }

    /// Sorts a box along its axis and returns where half of its pixels lie on either side; neither side is empty.
    private static func cut(_ bins: inout [Bin], _ box: Box) -> Int {
        bins[box.bins].sort { left, right in
            (left.position(box.axis), left.number) < (right.position(box.axis), right.number)
        }
        let half = bins[box.bins].reduce(0) { $0 + $1.count } / 2
        var seen = 0
        for index in box.bins.dropLast() {
            seen += bins[index].count
            if seen >= half { return index + 1 }
        }
        return box.bins.upperBound - 1
    }

    private static func mean(_ bins: ArraySlice<Bin>) -> Color {
        let count = bins.reduce(0) { $0 + $1.count }
        func mean(_ sum: Int) -> UInt8 { UInt8((sum + count / 2) / count) }
        return Color(
            red: mean(bins.reduce(0) { $0 + $1.sums.red }), green: mean(bins.reduce(0) { $0 + $1.sums.green }),
            blue: mean(bins.reduce(0) { $0 + $1.sums.blue }))
    }
}
