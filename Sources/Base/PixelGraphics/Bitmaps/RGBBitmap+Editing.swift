extension RGBBitmap {
    /// Creates a picture from its pixels: the rows from the top, each from left to right.
    ///
    /// Missing pixels are black, pixels too many are dropped.
    public init(size: Size, pixels: [Color]) {
        let count = size.width * size.height
        self.init(size: size, exactly: pixels.count == count ? pixels : Array(pixels.prefix(count)))
        if pixels.count < count {
            self.pixels += repeatElement(.black, count: count - pixels.count)
        }
    }

    private init(size: Size, exactly pixels: [Color]) {
        self.size = size
        self.pixels = pixels
    }

    /// Returns the part of the picture that lies in the rectangle; never larger than either.
    public func cropped(to rectangle: Rectangle) -> RGBBitmap {
        let part = rectangle.intersection(Rectangle(size))
        var result = RGBBitmap(size: part.size)
        result.blit(self, at: Point(x: 0 - part.x, y: 0 - part.y))
        return result
    }

    /// Replaces a part of this picture by another one; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign.
    public mutating func blit(_ other: RGBBitmap, at point: Point) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        copy(other, placement)
    }
}
