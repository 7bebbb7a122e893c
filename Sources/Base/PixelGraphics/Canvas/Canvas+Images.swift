extension Canvas {
    /// Draws the columns of a picture, or those pixels of them that `mask` has lit.
    ///
    /// A mono canvas shows a pixel lit if its luma is at least 128. Without a mask an RGB canvas copies whole rows;
    /// allocates nothing.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - mask: which pixels are drawn; pixels that the mask does not have are not. Nil draws all.
    ///   - columns: the columns of the picture that are drawn; those that it does not have are transparent.
    ///   - point: where the first of the columns, and the top row, lie in the current area; any sign.
    public mutating func draw(_ image: RGBBitmap, mask: MonoBitmap?, columns: Range<Int>, at point: Point) {
        let extent = Size(
            width: min(image.width, mask?.width ?? .max), height: min(image.height, mask?.height ?? .max))
        guard let placement = place(extent, columns: columns, at: point) else { return }
        switch (format, mask) {
        case (.mono, nil): mono.draw(image, placement)
        case (.mono, let mask?): mono.draw(image, mask: mask, placement)
        case (.rgb, nil): rgb.copy(image, placement)
        case (.rgb, let mask?): rgb.copy(image, mask: mask, placement)
        }
        guard tracksCoverage else { return }
        if let mask {
            coverage.stamp(mask, placement, lit: true)
        } else {
            coverage.fill(columns: placement.columns, rows: placement.rows, lit: true)
        }
    }

    /// Draws the covered pixels of another canvas over this one; all pixels of one that keeps no coverage.
    ///
    /// A layer of the other pixel format draws nothing. The layer's own area is ignored; allocates nothing.
    ///
    /// - Parameter point: where the layer's top left pixel lies in the current area; any sign.
    public mutating func composite(_ layer: Canvas, at point: Point) {
        guard layer.format == format,
            let placement = place(layer.size, columns: 0..<layer.size.width, at: point)
        else { return }
        let mask = layer.tracksCoverage ? layer.coverage : nil
        switch (format, mask) {
        case (.mono, _): mono.copy(layer.mono, mask: mask, placement)
        case (.rgb, nil): rgb.copy(layer.rgb, placement)
        case (.rgb, let mask?): rgb.copy(layer.rgb, mask: mask, placement)
        }
        guard tracksCoverage else { return }
        if let mask {
            coverage.stamp(mask, placement, lit: true)
        } else {
            coverage.fill(columns: placement.columns, rows: placement.rows, lit: true)
        }
    }
}

extension MonoBitmap {
    /// Lights the pixels whose luma is at least 128 and darkens the others.
    fileprivate mutating func draw(_ image: RGBBitmap, _ placement: Placement) {
        let perColumn = wordsPerColumn
        let stride = image.width
        let rows = placement.rows
        words.withUnsafeMutableBufferPointer { buffer in
            image.pixels.withUnsafeBufferPointer { imageBuffer in
                guard let words = buffer.baseAddress, let pixels = imageBuffer.baseAddress else { return }
                for column in placement.columns {
                    let x = column &- placement.left
                    for word in rows.lowerBound >> 6...(rows.upperBound &- 1) >> 6 {
                        let first = max(rows.lowerBound, word &* 64)
                        let last = min(rows.upperBound, word &* 64 &+ 64)
                        var lit: UInt64 = 0
                        for row in first..<last where pixels[(row &- placement.top) &* stride &+ x].luma >= 128 {
                            lit |= 1 &<< UInt64(truncatingIfNeeded: row)
                        }
                        let index = column &* perColumn &+ word
                        let drawn = Self.bits(of: first..<last, word: word)
                        words[index] = words[index] & ~drawn | lit
                    }
                }
            }
        }
    }
}

extension MonoBitmap {
    /// Draws only the pixels that `mask` has lit.
    fileprivate mutating func draw(_ image: RGBBitmap, mask: MonoBitmap, _ placement: Placement) {
        for column in placement.columns {
            let x = column &- placement.left
            for row in placement.rows where mask[x, row &- placement.top] {
                self[column, row] = image[x, row &- placement.top].luma >= 128
            }
        }
    }
}
