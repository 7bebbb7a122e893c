extension Canvas {
    /// Replaces the current area by a mix of two pictures in linear light.
    ///
    /// Each channel is `first * (256 - fraction) + second * fraction` of the light that it stands for (CIE 1931), back
    /// in the nearest channel value: 0 gives exactly `first`, 256 exactly `second`. A mono canvas takes the nearer one,
    /// `second` from 128 on. Where coverage is kept, what either of the two has covered is covered (all of a canvas
    /// that keeps none). Sources of the other pixel format draw nothing. Pixels that a source does not have count as
    /// dark and not covered. Allocates nothing after the first call.
    ///
    /// - Parameters:
    ///   - first: the picture at fraction 0, as large as the current area.
    ///   - second: the picture at fraction 256, as large as the current area.
    ///   - fraction: 0 to 256; other numbers are clamped.
    public mutating func blend(_ first: borrowing Canvas, _ second: borrowing Canvas, fraction: Int) {
        guard first.format == format, second.format == format, let (columns, rows) = visible(bounds) else { return }
        let fraction = min(max(fraction, 0), 256)
        switch format {
        case .mono:
            mono.fill(columns: columns, rows: rows, lit: false)
            if fraction < 128 { copyPixels(of: first.mono) } else { copyPixels(of: second.mono) }
        case .rgb:
            rgb.blend(
                first.rgb, second.rgb, fraction: fraction, columns: columns, rows: rows, left: origin.x, top: origin.y)
        }
        guard tracksCoverage else { return }
        coverage.fill(columns: columns, rows: rows, lit: false)
        cover(like: first)
        cover(like: second)
    }

    private mutating func copyPixels(of source: MonoBitmap) {
        guard let placement = place(source.size, columns: 0..<source.width, at: .zero) else { return }
        mono.stamp(source, placement, lit: true)
    }

    private mutating func cover(like source: borrowing Canvas) {
        guard let placement = place(source.size, columns: 0..<source.size.width, at: .zero) else { return }
        if source.tracksCoverage {
            coverage.stamp(source.coverage, placement, lit: true)
        } else {
            coverage.fill(columns: placement.columns, rows: placement.rows, lit: true)
        }
    }
}

extension RGBBitmap {
    /// Mixes two pictures whose top left pixels lie at (left, top) of this one.
    fileprivate mutating func blend(
        _ first: RGBBitmap, _ second: RGBBitmap, fraction: Int, columns: Range<Int>, rows: Range<Int>, left: Int,
        top: Int
    ) {
        let tables = LinearLight.tables
        let share = UInt32(fraction)
        for row in rows {
            for column in columns {
                let a = first[column &- left, row &- top]
                let b = second[column &- left, row &- top]
                self[column, row] = a == b ? a : tables.mix(a, b, share: share)
            }
        }
    }
}

extension LinearLight {
    /// Mixes two colours; `share` is the part of the second, 0 to 256.
    @inline(__always)
    func mix(_ first: Color, _ second: Color, share: UInt32) -> Color {
        Color(
            red: mix(first.red, second.red, share: share), green: mix(first.green, second.green, share: share),
            blue: mix(first.blue, second.blue, share: share))
    }

    @inline(__always)
    private func mix(_ first: UInt8, _ second: UInt8, share: UInt32) -> UInt8 {
        let sum = UInt32(light[Int(first)]) * (256 - share) + UInt32(light[Int(second)]) * share
        return value(of: UInt16((sum + 128) >> 8))
    }
}
