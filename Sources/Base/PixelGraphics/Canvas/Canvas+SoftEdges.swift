extension Canvas {
    /// Draws a shape with soft edges in one ink: pixels that it covers in part are mixed with what is there, in linear light.
    ///
    /// A mono canvas shows a pixel that is covered by half or more. Some two instructions a pixel of the shape where all is black
    /// behind it, and some eighty a pixel that is covered in part where it is not; allocates nothing after the first call.
    ///
    /// - Parameters:
    ///   - mask: the pixels that are covered at all: those whose share is more than 0.
    ///   - shares: how much of each pixel of the mask is covered, row by row, 0 to 255; of another number all are covered whole.
    ///   - columns: the columns of the mask that are drawn.
    ///   - point: where the first of the columns, and the mask's top row, lie in the current area; any sign.
    ///   - ink: the look of the covered pixels.
    ///   - onBlack: ``Ink/onBlack(_:size:)`` of the shares, which is to be kept with the shape; of another size all is mixed.
    public mutating func stamp(
        _ mask: MonoBitmap, shares: [UInt8], columns: Range<Int>, at point: Point, ink: Ink,
        onBlack: RGBBitmap = RGBBitmap(size: .zero)
    ) {
        guard shares.count == mask.width &* mask.height else {
            return stamp(mask, columns: columns, at: point, ink: ink)
        }
        guard let placement = place(mask.size, columns: columns, at: point) else { return }
        switch format {
        case .mono: mono.stamp(mask.size, shares: shares, placement, lit: ink.isLit)
        case .rgb where tracksCoverage: layEdges(shares, mask.width, placement, ink.color)
        case .rgb where onBlack.size == mask.size:
            rgb.stamp(onBlack, shares: shares, placement, color: ink.color)
        case .rgb: rgb.stamp(mask, shares: shares, placement, color: ink.color)
        }
        cover(placement, mask)
    }
}

/// Layers, in which pixels are covered in part until they are laid over what is behind them.
extension Canvas {
    /// Draws one pixel of the current area, or a part of it, in one ink; dropped when it lies outside.
    ///
    /// A mono canvas shows a pixel that is covered by half or more.
    ///
    /// - Parameter share: how much of it is covered, 0 to 255.
    package mutating func set(_ point: Point, to ink: Ink, share: UInt8) {
        guard share < 255 else { return set(point, to: ink) }
        guard let pixel = visible(point), share > 0 else { return }
        switch format {
        case .mono: if share >= 128 { mono[pixel.x, pixel.y] = ink.isLit }
        case .rgb: layPixel(at: pixel.y &* size.width &+ pixel.x, Color(ink.color, share: share))
        }
        if tracksCoverage { coverage[pixel.x, pixel.y] = true }
    }

    /// How much of a pixel that was drawn is covered, 1 to 255; 255 on a canvas that keeps no coverage.
    package func share(x: Int, y: Int) -> UInt8 { hasSoftEdges ? UInt8(255 - rgb[x, y].clearness) : 255 }

    /// Mixes what is covered in part with black, for pictures that have no parts of pixels.
    package mutating func darkenSoftEdges() {
        guard hasSoftEdges else { return }
        for index in rgb.pixels.indices { rgb.pixels[index] = Color.black.covered(by: rgb.pixels[index]) }
        hasSoftEdges = false
    }

    /// Lays a pixel of a layer over one of this canvas.
    @inline(__always)
    private mutating func layPixel(at index: Int, _ pixel: Color) {
        guard pixel.clearness > 0, tracksCoverage, !coverage[index % size.width, index / size.width] else {
            rgb.pixels[index] = rgb.pixels[index].covered(by: pixel)
            return
        }
        rgb.pixels[index] = pixel
        hasSoftEdges = true
    }

    /// Lays the pixels of a layer that a mask has lit over what is there.
    mutating func lay(_ layer: RGBBitmap, _ mask: MonoBitmap, _ placement: Placement) {
        for row in placement.rows {
            for column in placement.columns {
                let place = Point(x: column &- placement.left, y: row &- placement.top)
                guard mask[place.x, place.y] else { continue }
                layPixel(at: row &* size.width &+ column, layer.pixels[place.y &* layer.width &+ place.x])
            }
        }
    }

    /// Draws a shape with soft edges on a layer.
    private mutating func layEdges(_ shares: [UInt8], _ width: Int, _ placement: Placement, _ color: Color) {
        for row in placement.rows {
            let first = (row &- placement.top) &* width &- placement.left
            for column in placement.columns where shares[first &+ column] > 0 {
                layPixel(at: row &* size.width &+ column, Color(color, share: shares[first &+ column]))
            }
        }
    }

    /// Mixes two layers at the same place by how much each of them covers; `share` is the part of the second, 0 to 256.
    mutating func blendSoftly(_ first: Canvas, _ second: Canvas, share: UInt32, _ placement: Placement) {
        for row in placement.rows {
            for column in placement.columns {
                let place = Point(x: column &- placement.left, y: row &- placement.top)
                let (old, new) = (first.layerPixel(place), second.layerPixel(place))
                let (oldPart, newPart) = (old.covered &* (256 &- share), new.covered &* share)
                let all = oldPart &+ newPart
                let color = LinearLight.tables.mix(old.color, new.color, share: all > 0 ? newPart &* 256 / all : 0)
                let pixel = Color(color, share: UInt8((all &+ 128) >> 8))
                rgb[column, row] = tracksCoverage ? pixel : Color.black.covered(by: pixel)
            }
        }
        if tracksCoverage { hasSoftEdges = true }
    }

    /// The colour of a pixel and how much of it is covered, 0 to 255.
    private func layerPixel(_ place: Point) -> (color: Color, covered: UInt32) {
        let pixel = rgb[place.x, place.y]
        let isCovered = !tracksCoverage || coverage[place.x, place.y]
        return (Color(rawValue: pixel.rawValue), isCovered ? 255 &- pixel.clearness : 0)
    }
}

extension RGBBitmap {
    /// Colours the pixels that are lit in `mask` by their shares.
    fileprivate mutating func stamp(_ mask: MonoBitmap, shares: [UInt8], _ placement: Placement, color: Color) {
        let stride = width
        pixels.withUnsafeMutableBufferPointer { buffer in
            shares.withUnsafeBufferPointer { shareBuffer in
                guard let pixels = buffer.baseAddress, let shares = shareBuffer.baseAddress else { return }
                Self.forEachLit(mask, placement, stride: stride, sourceStride: mask.width) { index, from in
                    pixels[index].mix(color, share: shares[from])
                }
            }
        }
    }

    /// Copies a shape on black where all is black behind it, sixteen pixels at a time, and colours other pixels by their shares.
    fileprivate mutating func stamp(_ onBlack: RGBBitmap, shares: [UInt8], _ placement: Placement, color: Color) {
        let stride = width
        let columns = placement.columns
        pixels.withUnsafeMutableBufferPointer { buffer in
            onBlack.pixels.withUnsafeBufferPointer { shapeBuffer in
                shares.withUnsafeBufferPointer { shareBuffer in
                    guard let pixels = buffer.baseAddress, let shape = shapeBuffer.baseAddress,
                        let shares = shareBuffer.baseAddress
                    else { return }
                    for row in placement.rows {
                        var target = pixels + (row &* stride &+ columns.lowerBound)
                        var from = (row &- placement.top) &* onBlack.width &+ columns.lowerBound &- placement.left
                        var rest = columns.upperBound &- columns.lowerBound
                        while rest > 0 {
                            if rest >= 16, target.areSixteenBlack {
                                target.copySixteen(from: shape + from)
                            } else {
                                for x in 0..<min(rest, 16) where shares[from &+ x] != 0 {
                                    target[x].mix(color, share: shares[from &+ x])
                                }
                            }
                            (target, from, rest) = (target + 16, from &+ 16, rest &- 16)
                        }
                    }
                }
            }
        }
    }
}

extension UnsafeMutablePointer<Color> {
    /// Whether the pixel and the fifteen after it are black.
    @inline(__always)
    fileprivate var areSixteenBlack: Bool {
        let pixels = UnsafeRawPointer(self).loadUnaligned(as: SIMD8<UInt64>.self)
        let four = pixels.lowHalf | pixels.highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y == 0
    }

    /// Copies sixteen pixels here: `update` would be a call.
    @inline(__always)
    fileprivate func copySixteen(from source: UnsafePointer<Color>) {
        let pixels = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt32>.self)
        UnsafeMutableRawPointer(self).storeBytes(of: pixels, as: SIMD16<UInt32>.self)
    }
}

extension Color {
    /// A pixel of a layer that a colour covers in part.
    ///
    /// - Parameter share: 0 to 255, which is all of it.
    @inline(__always)
    fileprivate init(_ color: Color, share: UInt8) {
        self = color
        rawValue |= UInt32(255 &- share) << 24
    }

    /// How much of what is behind a pixel of a layer is seen, 0 to 255.
    @inline(__always)
    fileprivate var clearness: UInt32 { rawValue >> 24 }

    /// The 256ths of a pixel of a layer that are covered.
    @inline(__always)
    var coveredPart: UInt32 {
        let share = 255 &- clearness
        return share &+ share >> 7
    }

    /// What it looks like behind a pixel of a layer, in linear light; where it is covered in part itself, it stays so.
    @inline(__always)
    fileprivate func covered(by pixel: Color) -> Color {
        guard pixel.clearness > 0 else { return pixel }
        var mix = LinearLight.tables.mix(self, pixel, share: pixel.coveredPart)
        mix.rawValue |= (clearness &* (256 &- pixel.coveredPart) >> 8) << 24
        return mix
    }

    /// Covers a part of it with another colour, in linear light.
    ///
    /// - Parameter share: 0 to 255, which is all of it.
    @inline(__always)
    fileprivate mutating func mix(_ color: Color, share: UInt8) { self = covered(by: Color(color, share: share)) }
}

extension Ink {
    /// Draws a shape with soft edges on black; O(pixels), allocates.
    ///
    /// - Parameter shares: how much of each pixel is covered, row by row, 0 to 255: as many as the size has pixels.
    public func onBlack(_ shares: [UInt8], size: Size) -> RGBBitmap {
        // Most shapes have no soft edges.
        guard !shares.isEmpty else { return RGBBitmap(size: size) }
        let shades = (UInt8.min...UInt8.max).map { share in
            var shade = Color.black
            shade.mix(color, share: share)
            return shade
        }
        return RGBBitmap(size: size, pixels: shares.map { shades[Int($0)] })
    }
}

extension MonoBitmap {
    /// Lights or darkens the pixels of which at least half is covered.
    fileprivate mutating func stamp(_ size: Size, shares: [UInt8], _ placement: Placement, lit: Bool) {
        for row in placement.rows {
            let first = (row &- placement.top) &* size.width &- placement.left
            for column in placement.columns where shares[first &+ column] >= 128 { self[column, row] = lit }
        }
    }
}
