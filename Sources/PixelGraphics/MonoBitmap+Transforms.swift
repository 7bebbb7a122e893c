extension MonoBitmap {
    /// Returns the picture turned clockwise by quarter turns; negative numbers turn the other way.
    ///
    /// O(pixels).
    public func rotated(quarterTurns: Int) -> MonoBitmap {
        switch quarterTurns & 3 {
        case 1: return mapped(to: Size(width: height, height: width)) { x, y in (y, height - 1 - x) }
        case 2: return mapped(to: size) { x, y in (width - 1 - x, height - 1 - y) }
        case 3: return mapped(to: Size(width: height, height: width)) { x, y in (width - 1 - y, x) }
        default: return self
        }
    }

    /// Returns the picture with left and right exchanged.
    ///
    /// O(pixels).
    public func mirroredHorizontally() -> MonoBitmap {
        mapped(to: size) { x, y in (width - 1 - x, y) }
    }

    /// Returns the picture with top and bottom exchanged.
    ///
    /// O(pixels).
    public func mirroredVertically() -> MonoBitmap {
        mapped(to: size) { x, y in (x, height - 1 - y) }
    }

    /// Returns the picture with every pixel drawn as a square.
    ///
    /// O(pixels of the result).
    ///
    /// - Parameter factor: the side of the squares, 1 to 64; other numbers are clamped.
    public func scaled(by factor: Int) -> MonoBitmap {
        let factor = min(max(factor, 1), 64)
        return mapped(to: Size(width: width * factor, height: height * factor)) { x, y in (x / factor, y / factor) }
    }

    /// Makes a picture whose pixel (x, y) is the one that `source(x, y)` names here.
    private func mapped(to size: Size, _ source: (Int, Int) -> (Int, Int)) -> MonoBitmap {
        var result = MonoBitmap(size: size)
        for x in 0..<size.width {
            for y in 0..<size.height {
                let (fromX, fromY) = source(x, y)
                if self[fromX, fromY] { result[x, y] = true }
            }
        }
        return result
    }
}
