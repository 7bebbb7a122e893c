import PixelGraphics

extension PixelMap {
    /// Whether every visible pixel has a matrix pixel of its own and no matrix pixel is left over.
    public var isOneToOne: Bool {
        indices.count == matrixSize.width * matrixSize.height && !indices.contains(-1) && collision == nil
    }

    /// The first two visible pixels, in reading order, that the same matrix pixel shows; nil if there are none.
    public var collision: (first: Point, second: Point)? {
        var owner: [Int32: Int] = [:]
        for (visible, index) in indices.enumerated() where index >= 0 {
            if let first = owner.updateValue(visible, forKey: index) { return (point(first), point(visible)) }
        }
        return nil
    }

    private func point(_ visible: Int) -> Point {
        Point(x: visible % visibleSize.width, y: visible / visibleSize.width)
    }
}
