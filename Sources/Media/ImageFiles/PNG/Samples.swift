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

    /// The picture of rows of red, green, blue and alpha; `samples` holds four bytes for each pixel of `size`.
    static func masked(_ samples: [UInt8], size: Size) -> MaskedBitmap {
        var picture = MaskedBitmap(size: size)
        var index = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                if samples[index + 3] >= 128 {
                    picture.bitmap[x, y] = Color(
                        red: samples[index], green: samples[index + 1], blue: samples[index + 2])
                    picture.mask[x, y] = true
                }
                index += 4
            }
        }
        return picture
    }
}
