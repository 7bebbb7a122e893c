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
        case .rgb: rgb.blend(first.rgb, second.rgb, share: share, placement)
        }
        guard tracksCoverage else { return }
        coverage.fill(columns: placement.columns, rows: placement.rows, lit: false)
        cover(like: first, placement)
        cover(like: second, placement)
    }

    /// Makes the current area look like another canvas's current area, coverage included if it is kept.
    ///
    /// Both top left pixels coincide; pixels that the other canvas does not have turn dark and not covered. A canvas of
    /// the other pixel format changes nothing. O(pixels); allocates nothing.
    public mutating func copy(areaOf other: Canvas) {
        guard other.format == format, let (columns, rows) = visible(bounds) else { return }
        let corner = Point(x: 0.saturatingSubtracting(other.origin.x), y: 0.saturatingSubtracting(other.origin.y))
        let placement = place(other.size, columns: 0..<other.size.width, at: corner)
        if tracksCoverage || placement?.columns != columns || placement?.rows != rows { clear() }
        guard let placement else { return }
        switch format {
        case .mono: mono.copy(other.mono, mask: nil, placement)
        case .rgb: rgb.copy(other.rgb, placement)
        }
        if tracksCoverage { cover(like: other, placement) }
    }

    private mutating func cover(like source: Canvas, _ placement: Placement) {
        if source.tracksCoverage {
            coverage.stamp(source.coverage, placement, lit: true)
        } else {
            coverage.fill(columns: placement.columns, rows: placement.rows, lit: true)
        }
    }
}

extension RGBBitmap {
    /// Mixes two pictures that lie at the same place; `share` is the part of the second, 0 to 256.
    fileprivate mutating func blend(_ first: RGBBitmap, _ second: RGBBitmap, share: UInt32, _ placement: Placement) {
        let tables = LinearLight.tables
        let stride = width
        let columns = placement.columns
        pixels.withUnsafeMutableBufferPointer { buffer in
            first.pixels.withUnsafeBufferPointer { firstBuffer in
                second.pixels.withUnsafeBufferPointer { secondBuffer in
                    tables.withPointers { tables in
                        guard let pixels = buffer.baseAddress, let a = firstBuffer.baseAddress,
                            let b = secondBuffer.baseAddress
                        else { return }
                        var mixer = RowMixer(tables: tables, share: share)
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
}
