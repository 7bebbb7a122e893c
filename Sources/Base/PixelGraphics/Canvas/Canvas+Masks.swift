/// Layers of which only a part is drawn, or only a share of their colours.
extension Canvas {
    /// Draws the pixels of another canvas that a mask has lit over this one, whether the other canvas covers them or not.
    ///
    /// A layer of the other pixel format, and a mask of another size than the layer, draw nothing. Costs O(lit pixels) on an
    /// RGB canvas and O(words) on a mono one; allocates nothing.
    ///
    /// - Parameter point: where the layer's top left pixel lies in the current area; any sign.
    public mutating func composite(_ layer: Canvas, in mask: MonoBitmap, at point: Point) {
        guard layer.format == format, mask.size == layer.size,
            let placement = place(layer.size, columns: 0..<layer.size.width, at: point)
        else { return }
        switch format {
        case .mono: mono.copy(layer.mono, mask: mask, placement)
        case .rgb: rgb.copy(layer.rgb, mask: mask, placement)
        }
        if tracksCoverage { coverage.stamp(mask, placement, lit: true) }
    }

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
        rgb.mix(layer.rgb, mask: layer.coverage, share: UInt32(min(max(share, 0), 256)), placement)
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
    fileprivate mutating func mix(_ source: RGBBitmap, mask: MonoBitmap, share: UInt32, _ placement: Placement) {
        let stride = width
        let sourceStride = source.width
        pixels.withUnsafeMutableBufferPointer { buffer in
            source.pixels.withUnsafeBufferPointer { sourceBuffer in
                guard let pixels = buffer.baseAddress, let sourcePixels = sourceBuffer.baseAddress else { return }
                Self.forEachLit(mask, placement) { column, row in
                    let from = (row &- placement.top) &* sourceStride &+ column &- placement.left
                    let index = row &* stride &+ column
                    pixels[index] = sourcePixels[from].mixed(over: pixels[index], share: share)
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
        let isFitting = first.size == size && second.size == size
        words.withUnsafeMutableBufferPointer { buffer in
            first.words.withUnsafeBufferPointer { first in
                second.words.withUnsafeBufferPointer { second in
                    for index in buffer.indices { buffer[index] = isFitting ? first[index] & second[index] : 0 }
                }
            }
        }
    }
}
