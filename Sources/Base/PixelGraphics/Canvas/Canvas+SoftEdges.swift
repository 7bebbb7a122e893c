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
        case .rgb where onBlack.size == mask.size:
            rgb.stamp(onBlack, shares: shares, placement, color: ink.color)
        case .rgb: rgb.stamp(mask, shares: shares, placement, color: ink.color)
        }
        cover(placement, mask)
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
    /// Covers a part of it with another colour, in linear light.
    ///
    /// - Parameter share: 0 to 255, which is all of it.
    @inline(__always)
    fileprivate mutating func mix(_ color: Color, share: UInt8) {
        // The 256ths of a pixel.
        let part = UInt32(share) &+ UInt32(share) >> 7
        self = share == 255 ? color : LinearLight.tables.mix(self, color, share: part)
    }
}

extension Ink {
    /// Draws a shape with soft edges on black; O(pixels), allocates.
    ///
    /// - Parameter shares: how much of each pixel is covered, row by row, 0 to 255: as many as the size has pixels.
    public func onBlack(_ shares: [UInt8], size: Size) -> RGBBitmap {
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
