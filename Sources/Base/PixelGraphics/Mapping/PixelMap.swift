/// The compiled form of pixel mappers: for every pixel of the visible picture, the pixel of the matrix that shows it.
public struct PixelMap: Hashable, Sendable {
    /// The most pixels that a picture may have: 2^24.
    public static let maximumPixels = 1 << 24

    /// The extent of the picture that is drawn.
    public let visibleSize: Size
    /// The extent of the matrix that the driver shifts out.
    public let matrixSize: Size
    /// The matrix index (`y * matrixSize.width + x`) of every visible index (`y * visibleSize.width + x`); -1 for none.
    public let indices: [Int32]
}

extension PixelMap {
    /// Creates the map that changes nothing.
    ///
    /// - Throws: `PixelMapperError.tooLarge`.
    public init(identity size: Size) throws(PixelMapperError) {
        try Self.check(size, "identity")
        self.init(visibleSize: size, matrixSize: size, indices: (0..<Int32(size.width * size.height)).map { $0 })
    }

    /// Builds the map of one mapper.
    ///
    /// O(pixels).
    ///
    /// - Throws: `PixelMapperError` when the mapper does not fit the layout, or a picture has more than 2^24 pixels.
    public init(_ mapper: PixelMapper, layout: PanelLayout) throws(PixelMapperError) {
        try Self.check(layout.size, mapper.description)
        let visible = try mapper.visibleSize(layout)
        try Self.check(visible, mapper.description)
        let matrix = layout.size
        var indices = [Int32](repeating: -1, count: visible.width * visible.height)
        for y in 0..<visible.height {
            for x in 0..<visible.width {
                guard let point = mapper.matrixPoint(x, y, layout),
                    Rectangle(matrix).contains(point)
                else { continue }
                indices[y * visible.width + x] = Int32(point.y * matrix.width + point.x)
            }
        }
        self.init(visibleSize: visible, matrixSize: matrix, indices: indices)
    }

    /// Returns this map behind another one whose matrix is this map's visible picture.
    ///
    /// The extents are expected to be the same; pixels that do not exist here map to none.
    public func seen(through outer: PixelMap) -> PixelMap {
        let through = outer.indices.map { index in indices.indices.contains(Int(index)) ? indices[Int(index)] : -1 }
        return PixelMap(visibleSize: outer.visibleSize, matrixSize: matrixSize, indices: through)
    }

    /// Returns the matrix pixel that shows a visible one, or nil for none.
    ///
    /// O(1).
    public func matrixPoint(x: Int, y: Int) -> Point? {
        guard x >= 0, x < visibleSize.width, y >= 0, y < visibleSize.height else { return nil }
        let index = Int(indices[y * visibleSize.width + x])
        return index < 0 ? nil : Point(x: index % matrixSize.width, y: index / matrixSize.width)
    }

    private static func check(_ size: Size, _ mapper: String) throws(PixelMapperError) {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= maximumPixels, max(size.width, size.height) <= maximumPixels else {
            throw .tooLarge(mapper: mapper)
        }
    }
}

extension Canvas {
    /// Copies a visible picture into this canvas, the matrix, through a map.
    ///
    /// Matrix pixels that show nothing keep what they had. Draws nothing unless this canvas has the map's matrix size,
    /// the picture its visible size, and both the same format. Areas and coverage are ignored. O(pixels);
    /// allocates nothing.
    public mutating func draw(_ picture: Canvas, through map: PixelMap) {
        guard size == map.matrixSize, picture.size == map.visibleSize, picture.format == format else { return }
        switch format {
        case .mono: mono.copy(picture.mono, through: map)
        case .rgb: rgb.copy(picture.rgb, through: map)
        }
    }
}

extension RGBBitmap {
    fileprivate mutating func copy(_ picture: RGBBitmap, through map: PixelMap) {
        pixels.withUnsafeMutableBufferPointer { target in
            picture.pixels.withUnsafeBufferPointer { source in
                map.indices.withUnsafeBufferPointer { indices in
                    for visible in 0..<indices.count where indices[visible] >= 0 {
                        target[Int(indices[visible])] = source[visible]
                    }
                }
            }
        }
    }
}

extension MonoBitmap {
    fileprivate mutating func copy(_ picture: MonoBitmap, through map: PixelMap) {
        var visible = 0
        let stride = map.matrixSize.width
        map.indices.withUnsafeBufferPointer { indices in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let index = Int(indices[visible])
                    visible += 1
                    if index >= 0 { self[index % stride, index / stride] = picture[x, y] }
                }
            }
        }
    }
}
