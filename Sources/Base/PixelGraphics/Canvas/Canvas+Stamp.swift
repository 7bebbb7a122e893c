extension Canvas {
    /// Draws the lit pixels of a mask's columns in one ink; what the mask has dark stays as it was.
    ///
    /// Columns that the mask does not have are transparent. Costs some eight instructions a column on a mono canvas of
    /// up to 64 rows, and some six a lit pixel on an RGB canvas; allocates nothing.
    ///
    /// - Parameters:
    ///   - mask: the shape, a rasterized text for instance.
    ///   - columns: the columns of the mask that are drawn.
    ///   - point: where the first of the columns, and the mask's top row, lie in the current area; any sign.
    ///   - ink: the look of the lit pixels.
    public mutating func stamp(_ mask: MonoBitmap, columns: Range<Int>, at point: Point, ink: Ink) {
        guard let placement = place(mask.size, columns: columns, at: point) else { return }
        switch format {
        case .mono: mono.stamp(mask, placement, lit: ink.isLit)
        case .rgb: rgb.stamp(mask, placement, color: ink.color)
        }
        if tracksCoverage { coverage.stamp(mask, placement, lit: true) }
    }
}
