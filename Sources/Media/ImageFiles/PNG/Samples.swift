import PixelGraphics

/// Pictures as the rows of bytes that libpng takes and gives.
enum Samples {
    /// Red, green and blue of each pixel, rows from the top without padding.
    static func rgb(_ bitmap: RGBBitmap) -> [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(bitmap.pixels.count * 3)
        for color in bitmap.pixels {
            samples.append(color.red)
            samples.append(color.green)
            samples.append(color.blue)
        }
        return samples
    }
}
