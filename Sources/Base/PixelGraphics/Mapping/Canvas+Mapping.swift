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
