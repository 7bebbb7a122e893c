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
            Self.forEachLit(mask, placement, stride: stride) { index in pixels[index] = color }
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
                Self.forEachLit(mask, placement) { column, row in
                    let from = (row &- placement.top) &* sourceStride &+ column &- placement.left
                    pixels[row &* stride &+ column] = sourcePixels[from]
                }
            }
        }
    }

    /// Calls `body` with the index, in rows of `stride` pixels, of every lit pixel of the mask.
    @inline(__always)
    private static func forEachLit(
        _ mask: MonoBitmap, _ placement: Placement, stride: Int, _ body: (Int) -> Void
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
                var column = placement.columns.lowerBound
                var index = (column &- placement.left) &* perColumn &+ word
                while column < placement.columns.upperBound {
                    var bits = words[index] & visible
                    let first = firstRow &+ column
                    while bits != 0 {
                        body(first &+ bits.trailingZeroBitCount &* stride)
                        bits &= bits &- 1
                    }
                    column &+= 1
                    index &+= perColumn
                }
                word &+= 1
            }
        }
    }

    /// Calls `body` with the canvas column and row of every lit pixel of the mask.
    @inline(__always)
    static func forEachLit(_ mask: MonoBitmap, _ placement: Placement, _ body: (Int, Int) -> Void) {
        let window = ColumnWindow(mask, top: placement.top)
        mask.words.withUnsafeBufferPointer { buffer in
            guard let words = buffer.baseAddress else { return }
            for word in placement.rows.lowerBound >> 6...(placement.rows.upperBound &- 1) >> 6 {
                let visible = MonoBitmap.bits(of: placement.rows, word: word)
                for column in placement.columns {
                    var bits = window.bits(words, column: column &- placement.left, word: word) & visible
                    while bits != 0 {
                        body(column, word &* 64 &+ bits.trailingZeroBitCount)
                        bits &= bits &- 1
                    }
                }
            }
        }
    }
}
