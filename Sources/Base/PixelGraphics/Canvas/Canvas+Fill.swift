extension Canvas {
    /// Makes the whole current area dark and, if coverage is kept, not covered.
    public mutating func clear() {
        guard let (columns, rows) = visible(bounds) else { return }
        switch format {
        case .mono: mono.fill(columns: columns, rows: rows, lit: false)
        case .rgb: rgb.fill(columns: columns, rows: rows, color: .black)
        }
        if tracksCoverage { coverage.fill(columns: columns, rows: rows, lit: false) }
    }

    /// Draws the whole current area in one ink.
    public mutating func fill(_ ink: Ink) {
        fill(bounds, with: ink)
    }

    /// Draws a rectangle of the current area in one ink; what lies outside is dropped.
    public mutating func fill(_ rectangle: Rectangle, with ink: Ink) {
        guard let (columns, rows) = visible(rectangle) else { return }
        switch format {
        case .mono: mono.fill(columns: columns, rows: rows, lit: ink.isLit)
        case .rgb: rgb.fill(columns: columns, rows: rows, color: ink.color)
        }
        if tracksCoverage { coverage.fill(columns: columns, rows: rows, lit: true) }
    }

    /// Draws one pixel of the current area; dropped when it lies outside.
    public mutating func set(_ point: Point, to ink: Ink) {
        guard let pixel = visible(point) else { return }
        switch format {
        case .mono: mono[pixel.x, pixel.y] = ink.isLit
        case .rgb: rgb[pixel.x, pixel.y] = ink.color
        }
        if tracksCoverage { coverage[pixel.x, pixel.y] = true }
    }

    /// Returns whether a pixel of the current area is lit (on an RGB canvas, whether it is not black).
    ///
    /// False outside.
    public func isLit(x: Int, y: Int) -> Bool {
        guard let pixel = visible(Point(x: x, y: y)) else { return false }
        switch format {
        case .mono: return mono[pixel.x, pixel.y]
        case .rgb: return rgb[pixel.x, pixel.y] != .black
        }
    }

    /// Returns the colour of a pixel of the current area (on a mono canvas white or black).
    ///
    /// Black outside.
    public func color(x: Int, y: Int) -> Color {
        guard let pixel = visible(Point(x: x, y: y)) else { return .black }
        switch format {
        case .mono: return mono[pixel.x, pixel.y] ? .white : .black
        case .rgb: return rgb[pixel.x, pixel.y]
        }
    }
}
