/// A picture of at most 256 colours, transparent included, in one byte for each pixel: a quarter of the memory of an ``RGBBitmap``.
public struct IndexedBitmap: Hashable, Sendable {
    /// The extent in pixels.
    public let size: Size
    /// The place of each pixel's colour, row by row from the top.
    public let places: [UInt8]
    /// The colours: 0xFFRRGGBB for opaque ones, and 0 for transparent.
    public let palette: [UInt32]

    private static let opaque: UInt32 = 0xFF00_0000

    /// Creates a picture from the places of its pixels' colours; nil if one of them, or a pixel, is missing.
    ///
    /// - Parameter palette: 0xFFRRGGBB for opaque colours, and others for transparent ones.
    public init?(size: Size, places: [UInt8], palette: [UInt32]) {
        guard places.count == size.width * size.height, palette.count <= 256,
            places.allSatisfy({ Int($0) < palette.count })
        else { return nil }
        (self.size, self.places) = (size, places)
        self.palette = palette.map { $0 >= Self.opaque ? $0 : 0 }
    }

    /// Takes a picture of at most 256 colours; nil for one of more.
    ///
    /// O(pixels).
    ///
    /// - Parameter mask: the pixels that are not transparent; nil for all.
    public init?(_ picture: RGBBitmap, mask: MonoBitmap?) {
        size = picture.size
        var colors = PaletteTable()
        var places: [UInt8] = []
        places.reserveCapacity(picture.pixels.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isOpaque = mask?[x, y] ?? true
                let color = isOpaque ? picture.pixels[y &* size.width &+ x].rawValue | Self.opaque : 0
                guard let place = colors.place(of: color) else { return nil }
                places.append(place)
            }
        }
        (self.places, palette) = (places, colors.colors)
    }

    /// The bytes that it takes.
    public var byteCount: Int { places.count + 4 * palette.count }

    /// The same with four bytes for each pixel, and the pixels that are not transparent.
    public var expanded: (picture: RGBBitmap, mask: MonoBitmap) {
        var mask = MonoBitmap(size: size)
        for (index, place) in places.enumerated() where palette[Int(place)] != 0 {
            mask[index % max(size.width, 1), index / max(size.width, 1)] = true
        }
        return (RGBBitmap(size: size, pixels: places.map { Color(rawValue: palette[Int($0)]) }), mask)
    }
}

/// The colours of a picture while it is read, found again by a table with open addresses.
private struct PaletteTable {
    private(set) var colors: [UInt32] = []
    private var slots = [Int16](repeating: -1, count: 1_024)
    private var last: (color: UInt32, place: UInt8)?

    /// The place of a colour, which is a new one where the colour is; nil where there is no room for it.
    mutating func place(of color: UInt32) -> UInt8? {
        if let last, last.color == color { return last.place }
        var slot = Int((color &* 0x9E37_79B1) >> 22)
        while slots[slot] >= 0 {
            if colors[Int(slots[slot])] == color { return remember(color, UInt8(slots[slot])) }
            slot = (slot &+ 1) & 1_023
        }
        guard colors.count < 256 else { return nil }
        slots[slot] = Int16(colors.count)
        colors.append(color)
        return remember(color, UInt8(colors.count - 1))
    }

    private mutating func remember(_ color: UInt32, _ place: UInt8) -> UInt8 {
        last = (color, place)
        return place
    }
}

extension Canvas {
    /// Draws the opaque pixels of a picture's columns; a mono canvas shows those lit whose luma is at least 128.
    ///
    /// Some six instructions a pixel; allocates nothing.
    ///
    /// - Parameters:
    ///   - columns: the columns of the picture that are drawn; those that it does not have are transparent.
    ///   - point: where the first of the columns, and the top row, lie in the current area; any sign.
    public mutating func draw(_ image: IndexedBitmap, columns: Range<Int>, at point: Point) {
        guard let placement = place(image.size, columns: columns, at: point) else { return }
        if format == .rgb { rgb.copy(image, placement) }
        guard format == .mono || tracksCoverage else { return }
        for row in placement.rows {
            let first = (row &- placement.top) &* image.size.width &- placement.left
            for column in placement.columns {
                let color = image.palette[Int(image.places[first &+ column])]
                guard color != 0 else { continue }
                if format == .mono { mono[column, row] = Color(rawValue: color).luma >= 128 }
                if tracksCoverage { coverage[column, row] = true }
            }
        }
    }
}

extension RGBBitmap {
    /// Copies the opaque pixels of a picture, which the placement lies within.
    fileprivate mutating func copy(_ source: IndexedBitmap, _ placement: Placement) {
        let (stride, sourceStride) = (width, source.size.width)
        pixels.withUnsafeMutableBufferPointer { pixels in
            source.places.withUnsafeBufferPointer { places in
                source.palette.withUnsafeBufferPointer { palette in
                    for row in placement.rows {
                        let from = (row &- placement.top) &* sourceStride &- placement.left
                        for column in placement.columns {
                            let color = palette[Int(places[from &+ column])]
                            if color != 0 { pixels[row &* stride &+ column] = Color(rawValue: color) }
                        }
                    }
                }
            }
        }
    }
}
