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
        case (.mono, _): mono.draw(image, mask: mask, placement)
        case (.rgb, nil): rgb.copy(image, placement)
        case (.rgb, let mask?): rgb.copy(image, mask: mask, placement)
        }
        cover(placement, mask)
    }

    /// Draws the covered pixels of another canvas over this one, all pixels of one that keeps no coverage; with a mask those that
    /// it has lit, whether the other canvas covers them or not.
    ///
    /// A layer of the other pixel format, and a mask of another size than the layer, draw nothing. The layer's own area is ignored.
    /// Costs O(lit pixels) on an RGB canvas and O(words) on a mono one; allocates nothing.
    ///
    /// - Parameter point: where the layer's top left pixel lies in the current area; any sign.
    public mutating func composite(_ layer: Canvas, in mask: MonoBitmap? = nil, at point: Point) {
        guard layer.format == format, mask?.size ?? layer.size == layer.size,
            let placement = place(layer.size, columns: 0..<layer.size.width, at: point)
        else { return }
        let mask = mask ?? layer.drawnMask
        switch (format, mask) {
        case (.mono, _): mono.copy(layer.mono, mask: mask, placement)
        case (.rgb, let mask?) where layer.hasSoftEdges: lay(layer.rgb, mask, placement)
        case (.rgb, nil): rgb.copy(layer.rgb, placement)
        case (.rgb, let mask?): rgb.copy(layer.rgb, mask: mask, placement)
        }
        cover(placement, mask)
    }
}

extension MonoBitmap {
    /// Lights the pixels whose luma is at least 128 and darkens the others; with a mask only those that it has lit.
    fileprivate mutating func draw(_ image: RGBBitmap, mask: MonoBitmap?, _ placement: Placement) {
        for column in placement.columns {
            let x = column &- placement.left
            for row in placement.rows where mask?[x, row &- placement.top] ?? true {
                self[column, row] = image[x, row &- placement.top].luma >= 128
            }
        }
    }
}

extension Canvas {
    /// Mixes the covered pixels of another RGB canvas with what is here, channel by channel: channels are perceptual.
    ///
    /// A layer that keeps no coverage, or is not RGB, and a canvas that is not RGB change nothing. Some twenty instructions a
    /// covered pixel; allocates nothing.
    ///
    /// - Parameters:
    ///   - share: how much of the layer is seen, 0 to 256; other numbers are clamped. Results are rounded to the nearest.
    ///   - point: where the layer's top left pixel lies in the current area; any sign.
    public mutating func mix(_ layer: Canvas, share: Int, at point: Point) {
        guard format == .rgb, layer.format == .rgb, layer.tracksCoverage,
            let placement = place(layer.size, columns: 0..<layer.size.width, at: point)
        else { return }
        let share = UInt32(min(max(share, 0), 256))
        rgb.mix(layer.rgb, mask: layer.coverage, share: share, isSoft: layer.hasSoftEdges, placement)
        if tracksCoverage { coverage.stamp(layer.coverage, placement, lit: true) }
    }
}

extension Color {
    /// Mixes two colours, all channels at once: none of them overflows its place.
    ///
    /// - Parameter share: the part of this one, 0 to 256.
    @inline(__always)
    fileprivate func mixed(over below: Color, share: UInt32) -> Color {
        let rest = 256 &- share
        let (odd, even): (UInt32, UInt32) = (0xFF00FF, 0x00FF00)
        let outer = (rawValue & odd) &* share &+ (below.rawValue & odd) &* rest &+ 0x800080
        let inner = (rawValue & even) &* share &+ (below.rawValue & even) &* rest &+ 0x008000
        return Color(rawValue: (outer >> 8) & odd | (inner >> 8) & even)
    }
}

extension RGBBitmap {
    /// Mixes the pixels of `source` that are lit in `mask` with those here; the placement lies within both.
    fileprivate mutating func mix(
        _ source: RGBBitmap, mask: MonoBitmap, share: UInt32, isSoft: Bool, _ placement: Placement
    ) {
        let stride = width
        let sourceStride = source.width
        pixels.withUnsafeMutableBufferPointer { buffer in
            source.pixels.withUnsafeBufferPointer { sourceBuffer in
                guard let pixels = buffer.baseAddress, let sourcePixels = sourceBuffer.baseAddress else { return }
                Self.forEachLit(mask, placement, stride: stride, sourceStride: sourceStride) { index, from in
                    let pixel = sourcePixels[from]
                    let part = isSoft ? (share &* pixel.coveredPart &+ 128) >> 8 : share
                    pixels[index] = pixel.mixed(over: pixels[index], share: part)
                }
            }
        }
    }
}

extension MonoBitmap {
    /// Lights what is lit in both of two pictures of this one's size, and darkens the rest; with others all becomes dark.
    ///
    /// Allocates nothing.
    public mutating func takeIntersection(_ first: MonoBitmap, _ second: MonoBitmap) {
        take(first, second, inverting: 0)
    }

    /// Lights what is lit in the first but not in the second of two pictures of this one's size, and darkens the rest; with
    /// others all becomes dark.
    ///
    /// Allocates nothing.
    public mutating func takeDifference(_ first: MonoBitmap, _ second: MonoBitmap) {
        take(first, second, inverting: .max)
    }

    private mutating func take(_ first: MonoBitmap, _ second: MonoBitmap, inverting: UInt64) {
        let isFitting = first.size == size && second.size == size
        words.withUnsafeMutableBufferPointer { buffer in
            first.words.withUnsafeBufferPointer { first in
                second.words.withUnsafeBufferPointer { second in
                    for index in buffer.indices {
                        buffer[index] = isFitting ? first[index] & (second[index] ^ inverting) : 0
                    }
                }
            }
        }
    }
}

extension Canvas {
    /// Replaces the current area by a mix of two pictures in linear light.
    ///
    /// Each channel is `first * (256 - fraction) + second * fraction` of the light that it stands for (CIE 1931), back
    /// in the nearest channel value: 0 gives exactly `first`, 256 exactly `second`. A mono canvas takes the nearer one,
    /// `second` from 128 on. Where coverage is kept, what either of the two has covered is covered (all of a canvas
    /// that keeps none). Sources of the other pixel format draw nothing; pixels that one of the two does not have
    /// turn dark and not covered. Some fifty instructions a pixel that differs; allocates nothing after the first call.
    ///
    /// - Parameters:
    ///   - first: the picture at fraction 0, as large as the current area.
    ///   - second: the picture at fraction 256, as large as the current area.
    ///   - fraction: 0 to 256; other numbers are clamped.
    public mutating func blend(_ first: Canvas, _ second: Canvas, fraction: Int) {
        guard first.format == format, second.format == format, let (columns, rows) = visible(bounds) else { return }
        let common = Size(
            width: min(first.size.width, second.size.width), height: min(first.size.height, second.size.height))
        let placement = place(common, columns: 0..<common.width, at: .zero)
        if placement?.columns != columns || placement?.rows != rows { clear() }
        guard let placement else { return }
        let share = UInt32(min(max(fraction, 0), 256))
        switch format {
        case .mono: mono.copy(share < 128 ? first.mono : second.mono, mask: nil, placement)
        case .rgb where first.hasSoftEdges || second.hasSoftEdges: blendSoftly(first, second, share: share, placement)
        case .rgb: rgb.blend(first.rgb, second.rgb, share: share, placement)
        }
        guard tracksCoverage else { return }
        coverage.fill(columns: placement.columns, rows: placement.rows, lit: false)
        cover(placement, first.drawnMask)
        cover(placement, second.drawnMask)
    }

    /// Makes the current area look like another canvas's current area, coverage included if it is kept.
    ///
    /// Both top left pixels coincide; pixels that the other canvas does not have turn dark and not covered. A canvas of
    /// the other pixel format changes nothing. O(pixels); allocates nothing.
    public mutating func copy(areaOf other: Canvas) {
        guard other.format == format, let (columns, rows) = visible(bounds) else { return }
        let corner = Point(x: 0.saturatingSubtracting(other.origin.x), y: 0.saturatingSubtracting(other.origin.y))
        let placement = place(other.size, columns: 0..<other.size.width, at: corner)
        let isWhole = placement?.columns == columns && placement?.rows == rows
        if tracksCoverage || other.hasSoftEdges || !isWhole { clear() }
        guard let placement else { return }
        switch format {
        case .mono: mono.copy(other.mono, mask: nil, placement)
        case .rgb where other.hasSoftEdges: lay(other.rgb, other.coverage, placement)
        case .rgb: rgb.copy(other.rgb, placement)
        }
        cover(placement, other.drawnMask)
    }

    /// Which of its pixels were drawn; nil for all, if it keeps no coverage.
    private var drawnMask: MonoBitmap? { tracksCoverage ? coverage : nil }

    /// Covers what a mask has lit, or all of a placement without one, if coverage is kept.
    mutating func cover(_ placement: Placement, _ mask: MonoBitmap?) {
        guard tracksCoverage else { return }
        if let mask {
            coverage.stamp(mask, placement, lit: true)
        } else {
            coverage.fill(columns: placement.columns, rows: placement.rows, lit: true)
        }
    }
}

extension RGBBitmap {
    /// Mixes two pictures that lie at the same place; `share` is the part of the second, 0 to 256.
    fileprivate mutating func blend(_ first: RGBBitmap, _ second: RGBBitmap, share: UInt32, _ placement: Placement) {
        let stride = width
        let columns = placement.columns
        pixels.withUnsafeMutableBufferPointer { buffer in
            first.pixels.withUnsafeBufferPointer { firstBuffer in
                second.pixels.withUnsafeBufferPointer { secondBuffer in
                    guard let pixels = buffer.baseAddress, let a = firstBuffer.baseAddress,
                        let b = secondBuffer.baseAddress
                    else { return }
                    var mixer = RowMixer(share: share)
                    for row in placement.rows {
                        let target = pixels + (row &* stride &+ columns.lowerBound)
                        let x = columns.lowerBound &- placement.left
                        let rowA = a + ((row &- placement.top) &* first.width &+ x)
                        let rowB = b + ((row &- placement.top) &* second.width &+ x)
                        mixer.mix(rowA, rowB, into: target, count: columns.count)
                    }
                }
            }
        }
    }
}
