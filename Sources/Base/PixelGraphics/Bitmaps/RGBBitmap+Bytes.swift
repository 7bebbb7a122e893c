/// Pixels that come as bytes, or from a picture of the same size, into storage that is there already.
extension RGBBitmap {
    /// Takes pixels from three bytes each, red first, row by row from the top.
    ///
    /// What the bytes lack stays as it was; bytes beyond the last pixel do not count. Allocates nothing.
    ///
    /// - Parameter start: the first pixel, as in `pixels`; one that is not there takes nothing.
    public mutating func store(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard start >= 0, start < pixels.count else { return }
            let count = min(bytes.count / 3, pixels.count - start)
            for index in 0..<count {
                let place = 3 &* index
                pixels[start &+ index] = Color(
                    red: bytes[place], green: bytes[place &+ 1], blue: bytes[place &+ 2])
            }
        }
    }

    /// Takes the pixels of a picture of the same size; another one changes nothing.
    ///
    /// Unlike an assignment it shares no storage with it, and allocates nothing.
    public mutating func copyPixels(of other: RGBBitmap) {
        guard other.size == size else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            other.pixels.withUnsafeBufferPointer { others in
                guard let to = pixels.baseAddress, let from = others.baseAddress else { return }
                to.update(from: from, count: pixels.count)
            }
        }
    }
}
