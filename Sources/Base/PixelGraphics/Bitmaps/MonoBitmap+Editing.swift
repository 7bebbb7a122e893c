extension MonoBitmap {
    /// Creates a picture that is lit or dark throughout.
    public init(width: Int, height: Int, fill isLit: Bool) {
        self.init(width: width, height: height)
        if isLit, !size.isEmpty { fill(columns: 0..<self.width, rows: 0..<self.height, lit: true) }
    }

    /// Replaces a part of this picture by another one, dark pixels included; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign. O(columns * words).
    public mutating func blit(_ other: MonoBitmap, at point: Point) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        copy(other, mask: nil, placement)
    }

    /// Lights the pixels that are lit in another picture; what hangs over is dropped.
    ///
    /// - Parameter point: where the other picture's top left pixel lies here; any sign. O(columns * words).
    public mutating func formUnion(_ other: MonoBitmap, at point: Point = .zero) {
        guard let placement = Placement(of: other.size, on: size, at: point) else { return }
        stamp(other, placement, lit: true)
    }

    /// Returns the part of the picture that lies in the rectangle; never larger than either.
    public func cropped(to rectangle: Rectangle) -> MonoBitmap {
        let part = rectangle.intersection(Rectangle(size))
        var result = MonoBitmap(size: part.size)
        result.formUnion(self, at: Point(x: 0 - part.x, y: 0 - part.y))
        return result
    }
}

extension Placement {
    /// Where a picture lands on another one, or nil when they do not meet.
    init?(of source: Size, on target: Size, at point: Point) {
        let fromX = max(0, point.x)
        let toX = min(target.width, point.x.saturatingAdding(source.width))
        let fromY = max(0, point.y)
        let toY = min(target.height, point.y.saturatingAdding(source.height))
        guard fromX < toX, fromY < toY else { return nil }
        self.init(columns: fromX..<toX, rows: fromY..<toY, left: point.x, top: point.y)
    }
}
