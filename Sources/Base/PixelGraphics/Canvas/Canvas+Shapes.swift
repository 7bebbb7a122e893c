/// How much of a shape is drawn.
public enum ShapeStyle: Hashable, Sendable {
    /// All pixels of the shape.
    case filled
    /// The pixels of the filled shape that have a direct neighbour (left, right, above or below) outside of it.
    case outlined
}

extension Canvas {
    /// Draws a rectangle: all of its pixels, or its frame of one pixel.
    ///
    /// Allocates nothing.
    public mutating func rectangle(_ rectangle: Rectangle, ink: Ink, style: ShapeStyle = .filled) {
        draw(RoundedRectangle(rectangle, diameter: 1), ink: ink, style: style)
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

    /// Draws a line of single pixels between two points, both included.
    ///
    /// The line has one pixel in every column (in every row, if it is steeper than 45 degrees): the one whose centre
    /// is nearest to the ideal line between the centres of its ends, the lower (the right-hand) one of two equally
    /// near. Hence both directions draw the same pixels. Coordinates beyond 2^59 are clamped to it. Costs a few dozen
    /// instructions for every visible column (row), however long the line is; allocates nothing.
    public mutating func line(from start: Point, to end: Point, ink: Ink) {
        let start = start.clampedForShapes
        let end = end.clampedForShapes
        if abs(end.x - start.x) >= abs(end.y - start.y) {
            let (first, last) = start.x <= end.x ? (start, end) : (end, start)
            steps(from: first.x, through: last.x, from: first.y, to: last.y, isSteep: false, ink: ink)
        } else {
            let (first, last) = start.y <= end.y ? (start, end) : (end, start)
            steps(from: first.y, through: last.y, from: first.x, to: last.x, isSteep: true, ink: ink)
        }
    }

    /// Draws the pixel of every visible step along the longer axis at the nearest coordinate along the shorter one.
    private mutating func steps(
        from start: Int, through end: Int, from first: Int, to last: Int, isSteep: Bool, ink: Ink
    ) {
        let (edge, extent, zero) = isSteep ? (clip.y, clip.height, origin.y) : (clip.x, clip.width, origin.x)
        let begin = max(start, edge.saturatingSubtracting(zero))
        let stop = min(end.saturatingAdding(1), (edge + extent).saturatingSubtracting(zero))
        guard begin < stop else { return }
        // The shorter coordinate after i of `length` steps is floor(first + i * rise / length + 1/2).
        let length = max(end - start, 1)
        let rise = last - first
        // The product has up to 121 bits, the quotient no more than `rise`.
        var product = (begin - start).multipliedFullWidth(by: 2 * rise)
        let (low, carry) = product.low.addingReportingOverflow(UInt(length))
        product = (product.high + (carry ? 1 : 0), low)
        var (quotient, error) = (2 * length).dividingFullWidth(product)
        if error < 0 {
            quotient -= 1
            error += 2 * length
        }
        var other = first + quotient
        for step in begin..<stop {
            set(isSteep ? Point(x: other, y: step) : Point(x: step, y: other), to: ink)
            error += 2 * rise
            if error >= 2 * length {
                error -= 2 * length
                other += 1
            } else if error < 0 {
                error += 2 * length
                other -= 1
            }
        }
    }
}

extension Point {
    /// The point with coordinates that leave room for the arithmetic of shapes: at most 2^59 from zero.
    var clampedForShapes: Point {
        let maximum = 1 << 59
        return Point(x: min(max(x, -maximum), maximum), y: min(max(y, -maximum), maximum))
    }
}

/// A rectangle whose corners are quarters of a circle: what rectangles, circles and capsules have in common.
struct RoundedRectangle {
    let box: Rectangle
    /// The diameter of the corners' circle, 1 to 2^30; 1 and 2 leave the corners square.
    let diameter: Int

    init(_ box: Rectangle, diameter: Int) {
        self.box = box
        self.diameter = min(max(diameter, 1), 1 << 30)
    }

    /// The rows, relative to the box, that reach from side to side.
    var straightRows: Range<Int> { diameter / 2..<box.height - diameter / 2 }

    /// The number of pixels that are missing at either end of a row, `row` being 0 to height - 1.
    func inset(row: Int) -> Int {
        let row = min(row, box.height - 1 - row)
        guard row < diameter / 2 else { return 0 }
        // In half pixels: the row's centre lies `rise` above the circle's, and the row ends within `half` of it.
        let rise = diameter - 1 - 2 * row
        // A diameter of 3 loses the corners, whose centres lie just inside: a plus rather than a square.
        let half = Self.squareRoot(diameter * diameter - (diameter == 3 ? 2 : 0) - rise * rise)
        return (diameter - half) / 2
    }

    /// The column after the left part of the outline in a row, relative to the box; the right part mirrors it.
    func outlineEnd(row: Int) -> Int {
        let inset = inset(row: row)
        guard row > 0, row < box.height - 1 else { return box.width - inset }
        let end = max(inset + 1, self.inset(row: row - 1), self.inset(row: row + 1))
        return min(end, box.width - inset)
    }

    /// The largest integer whose square is at most `number`, which is 1 to 2^60; in integers, bit by bit.
    private static func squareRoot(_ number: Int) -> Int {
        var root = 0
        var bit = 1 << ((number.bitWidth - 1 - number.leadingZeroBitCount) / 2)
        while bit > 0 {
            if (root + bit) * (root + bit) <= number { root += bit }
            bit >>= 1
        }
        return root
    }
}
