/// A colour picture stored row by row.
public struct RGBBitmap: Hashable, Sendable {
    /// The extent in pixels.
    public let size: Size
    /// The rows from the top, each from left to right: pixel (x, y) is element `y * width + x`.
    public internal(set) var pixels: [Color]

    /// Creates a picture of one colour.
    public init(size: Size, color: Color = .black) {
        self.size = size
        pixels = [Color](repeating: color, count: size.width * size.height)
    }

    /// The number of columns.
    @inlinable
    public var width: Int { size.width }
    /// The number of rows.
    @inlinable
    public var height: Int { size.height }

    /// The colour of a pixel; pixels outside read as black, and writes outside are dropped.
    public subscript(x: Int, y: Int) -> Color {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return .black }
            return pixels[y &* width &+ x]
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            pixels[y &* width &+ x] = newValue
        }
    }
}

extension RGBBitmap {
    /// Creates a picture from its pixels: the rows from the top, each from left to right.
    ///
    /// Missing pixels are black, pixels too many are dropped.
    public init(size: Size, pixels: [Color]) {
        self.size = size
        let missing = size.width * size.height - pixels.count
        self.pixels = missing < 0 ? Array(pixels.dropLast(-missing)) : pixels
        if missing > 0 { self.pixels += repeatElement(.black, count: missing) }
    }

    /// Returns the part of the picture that lies in the rectangle; never larger than either.
    public func cropped(to rectangle: Rectangle) -> RGBBitmap {
        let part = rectangle.intersection(Rectangle(size))
        var result = RGBBitmap(size: part.size)
        result.blit(self, at: Point(x: 0 - part.x, y: 0 - part.y))
        return result
    }

    /// Replaces a part of this picture by another one; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign.
    public mutating func blit(_ other: RGBBitmap, at point: Point) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        copy(other, placement)
    }
}

/// Pixels that come as bytes, or from a picture of the same size, into storage that is there already.
extension RGBBitmap {
    /// Takes pixels from three bytes each, red first, row by row from the top.
    ///
    /// What the bytes lack stays as it was; bytes beyond the last pixel do not count. Allocates nothing.
    ///
    /// - Parameter start: the first pixel, as in `pixels`; one that is not there takes nothing.
    public mutating func store(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard start >= 0, start < pixels.count else { return }
            let count = min(bytes.count / 3, pixels.count - start)
            for index in 0..<count {
                let place = 3 &* index
                pixels[start &+ index] = Color(
                    red: bytes[place], green: bytes[place &+ 1], blue: bytes[place &+ 2])
            }
        }
    }

    /// Takes the pixels of a picture of the same size; another one changes nothing.
    ///
    /// Unlike an assignment it shares no storage with it, and allocates nothing.
    public mutating func copyPixels(of other: RGBBitmap) {
        guard other.size == size else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            other.pixels.withUnsafeBufferPointer { others in
                guard let to = pixels.baseAddress, let from = others.baseAddress else { return }
                to.update(from: from, count: pixels.count)
            }
        }
    }
}

/// The operations that canvases are made of: ranges come already clipped, so no loop checks bounds.
extension RGBBitmap {
    /// Colours a rectangle that lies within this picture and is not empty.
    mutating func fill(columns: Range<Int>, rows: Range<Int>, color: Color) {
        let stride = width
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let pixels = buffer.baseAddress else { return }
            let start = pixels + (rows.lowerBound &* stride &+ columns.lowerBound)
            // Whole rows follow each other without a gap: one run.
            guard columns.count < stride else {
                Self.fill(start, color: color, count: rows.count &* stride)
                return
            }
            var row = start
            for _ in 0..<rows.count {
                Self.fill(row, color: color, count: columns.count)
                row += stride
            }
        }
    }

    /// Stores the colour `count` times: 32 pixels a step, since fills are a good part of every frame.
    @inline(__always)
    private static func fill(_ start: UnsafeMutablePointer<Color>, color: Color, count: Int) {
        let many = SIMD32<UInt32>(repeating: color.rawValue)
        let bytes = UnsafeMutableRawPointer(start)
        let wide = count & ~31
        var index = 0
        while index < wide {
            bytes.storeBytes(of: many, toByteOffset: index &* 4, as: SIMD32<UInt32>.self)
            index &+= 32
        }
        while index < count {
            start[index] = color
            index &+= 1
        }
    }

    /// Colours the pixels that are lit in `mask`.
    mutating func stamp(_ mask: MonoBitmap, _ placement: Placement, color: Color) {
        let stride = width
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let pixels = buffer.baseAddress else { return }
            Self.forEachLit(mask, placement, stride: stride) { index, _ in pixels[index] = color }
        }
    }

    /// Copies the pixels of `source`, row by row.
    mutating func copy(_ source: RGBBitmap, _ placement: Placement) {
        let stride = width
        pixels.withUnsafeMutableBufferPointer { buffer in
            source.pixels.withUnsafeBufferPointer { sourceBuffer in
                guard let pixels = buffer.baseAddress, let sourcePixels = sourceBuffer.baseAddress else { return }
                let columns = placement.columns
                for row in placement.rows {
                    let from = (row &- placement.top) &* source.width &+ columns.lowerBound &- placement.left
                    (pixels + (row &* stride &+ columns.lowerBound)).update(
                        from: sourcePixels + from, count: columns.count)
                }
            }
        }
    }

    /// Copies the pixels of `source` that are lit in `mask`; the placement lies within both.
    mutating func copy(_ source: RGBBitmap, mask: MonoBitmap, _ placement: Placement) {
        let stride = width
        let sourceStride = source.width
        pixels.withUnsafeMutableBufferPointer { buffer in
            source.pixels.withUnsafeBufferPointer { sourceBuffer in
                guard let pixels = buffer.baseAddress, let sourcePixels = sourceBuffer.baseAddress else { return }
                Self.forEachLit(mask, placement, stride: stride, sourceStride: sourceStride) { index, from in
                    pixels[index] = sourcePixels[from]
                }
            }
        }
    }

    /// Calls `body` for every lit pixel of the mask with its indices in the rows of this picture and of a source that lies at
    /// the same place as the mask.
    @inline(__always)
    static func forEachLit(
        _ mask: MonoBitmap, _ placement: Placement, stride: Int, sourceStride: Int = 0, _ body: (Int, Int) -> Void
    ) {
        let top = placement.top
        let rows = Range(
            uncheckedBounds: (placement.rows.lowerBound &- top, placement.rows.upperBound &- top))
        let perColumn = mask.wordsPerColumn
        mask.words.withUnsafeBufferPointer { buffer in
            guard let words = buffer.baseAddress else { return }
            var word = rows.lowerBound >> 6
            while word <= (rows.upperBound &- 1) >> 6 {
                let visible = MonoBitmap.bits(of: rows, word: word)
                let firstRow = (top &+ word &* 64) &* stride
                let firstSourceRow = word &* 64 &* sourceStride
                var column = placement.columns.lowerBound
                var from = column &- placement.left
                var index = from &* perColumn &+ word
                while column < placement.columns.upperBound {
                    var bits = words[index] & visible
                    while bits != 0 {
                        let row = bits.trailingZeroBitCount
                        body(firstRow &+ column &+ row &* stride, firstSourceRow &+ from &+ row &* sourceStride)
                        bits &= bits &- 1
                    }
                    column &+= 1
                    from &+= 1
                    index &+= perColumn
                }
                word &+= 1
            }
        }
    }
}

/// Where the pixels of a picture land on a canvas, clipped so that every loop over it needs no further checks.
struct Placement {
    /// The canvas columns that are drawn on; never empty.
    let columns: Range<Int>
    /// The canvas rows that are drawn on; never empty.
    let rows: Range<Int>
    /// The canvas column that the picture's column 0 has.
    let left: Int
    /// The canvas row that the picture's row 0 has.
    let top: Int
}
