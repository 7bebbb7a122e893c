extension Canvas {
    /// Draws a rectangle: all of its pixels, or its frame of one pixel.
    ///
    /// Allocates nothing.
    public mutating func rectangle(_ rectangle: Rectangle, ink: Ink, style: ShapeStyle = .filled) {
        draw(RoundedRectangle(rectangle, diameter: 1), ink: ink, style: style)
    }

    /// Draws a circle of `2 * radius + 1` columns and rows around a pixel; see `circle(in:ink:style:)`.
    ///
    /// - Parameter radius: 0 draws one pixel; negative numbers draw nothing. Beyond 2^29 only the corners are round.
    public mutating func circle(center: Point, radius: Int, ink: Ink, style: ShapeStyle = .filled) {
        guard radius >= 0 else { return }
        let center = center.clampedForShapes
        let radius = min(radius, 1 << 59)
        let box = Rectangle(
            x: center.x - radius, y: center.y - radius, width: 2 * radius + 1, height: 2 * radius + 1)
        draw(RoundedRectangle(box, diameter: box.width), ink: ink, style: style)
    }

    /// Draws the largest circle that fits into a square from the top left of the rectangle.
    ///
    /// A circle of diameter d consists of the pixels whose centre is at most d / 2 away from the circle's centre; only of
    /// a diameter of 3 the corners, which lie just inside, are left out. It is symmetric in both axes and both
    /// diagonals. Diameters 1 and 2 are squares. Allocates nothing.
    public mutating func circle(in box: Rectangle, ink: Ink, style: ShapeStyle = .filled) {
        let diameter = min(box.width, box.height)
        let square = Rectangle(x: box.x, y: box.y, width: diameter, height: diameter)
        draw(RoundedRectangle(square, diameter: diameter), ink: ink, style: style)
    }

    /// Draws a rectangle whose shorter sides are half circles.
    ///
    /// Its corners are the quarters of the circle whose diameter is the shorter side, by the rule of
    /// `circle(in:ink:style:)`; a square box gives that circle. Diameters beyond 2^30 are taken as 2^30. Costs a few
    /// dozen instructions for every visible row of the round parts; allocates nothing.
    public mutating func capsule(in box: Rectangle, ink: Ink, style: ShapeStyle = .filled) {
        draw(RoundedRectangle(box, diameter: min(box.width, box.height)), ink: ink, style: style)
    }

    /// Draws a rectangle whose corners are quarters of a circle of a radius in pixels.
    ///
    /// The radius is at most half of the shorter side, which gives a capsule; 0 and 1 leave the corners square.
    public mutating func roundedRectangle(_ box: Rectangle, radius: Int, ink: Ink, style: ShapeStyle = .filled) {
        let radius = min(max(radius, 0), 1 << 29)
        draw(RoundedRectangle(box, diameter: min(2 * radius, box.width, box.height)), ink: ink, style: style)
    }

    private mutating func draw(_ shape: RoundedRectangle, ink: Ink, style: ShapeStyle) {
        guard !shape.box.isEmpty, visible(shape.box) != nil else { return }
        switch style {
        case .filled: fillRounded(shape, ink)
        case .outlined: outlineRounded(shape, ink)
        }
    }

    private mutating func fillRounded(_ shape: RoundedRectangle, _ ink: Ink) {
        let box = shape.box
        fillPart(of: box, columns: 0..<box.width, rows: shape.straightRows, ink)
        forEachVisibleRow(of: box, outside: shape.straightRows) { canvas, row in
            let inset = shape.inset(row: row)
            canvas.fillPart(of: box, columns: inset..<box.width - inset, rows: row..<row + 1, ink)
        }
    }

    private mutating func outlineRounded(_ shape: RoundedRectangle, _ ink: Ink) {
        let box = shape.box
        // The sides of the straight part are one pixel wide, but for its ends, where the curve may begin.
        let straight = shape.straightRows
        let sides = straight.count > 2 ? straight.lowerBound + 1..<straight.upperBound - 1 : 0..<0
        fillPart(of: box, columns: 0..<1, rows: sides, ink)
        fillPart(of: box, columns: box.width - 1..<box.width, rows: sides, ink)
        forEachVisibleRow(of: box, outside: sides) { canvas, row in
            let inset = shape.inset(row: row)
            let end = shape.outlineEnd(row: row)
            let rows = row..<row + 1
            canvas.fillPart(of: box, columns: inset..<end, rows: rows, ink)
            canvas.fillPart(of: box, columns: box.width - end..<box.width - inset, rows: rows, ink)
        }
    }

    /// Fills a part of a box that is given relative to it; nothing if it is empty.
    private mutating func fillPart(of box: Rectangle, columns: Range<Int>, rows: Range<Int>, _ ink: Ink) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let part = Rectangle(
            x: box.x.saturatingAdding(columns.lowerBound), y: box.y.saturatingAdding(rows.lowerBound),
            width: columns.count, height: rows.count)
        fill(part, with: ink)
    }

    /// Calls `body` for the rows of a box, relative to it, that can be visible and are not among `rows`.
    private mutating func forEachVisibleRow(
        of box: Rectangle, outside rows: Range<Int>, _ body: (inout Canvas, Int) -> Void
    ) {
        let top = box.y.saturatingAdding(origin.y)
        let from = max(0, clip.y.saturatingSubtracting(top))
        let to = min(box.height, (clip.y + clip.height).saturatingSubtracting(top))
        guard from < to else { return }
        let above = rows.isEmpty ? to : min(to, rows.lowerBound)
        for row in from..<max(from, above) { body(&self, row) }
        let below = rows.isEmpty ? to : max(from, rows.upperBound)
        for row in min(below, to)..<to { body(&self, row) }
    }
}
