extension Canvas {
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
            steps(
                from: first.x, through: last.x, from: first.y, to: last.y,
                visible: visibleColumns(from: first.x, through: last.x), isSteep: false, ink: ink)
        } else {
            let (first, last) = start.y <= end.y ? (start, end) : (end, start)
            steps(
                from: first.y, through: last.y, from: first.x, to: last.x,
                visible: visibleRows(from: first.y, through: last.y), isSteep: true, ink: ink)
        }
    }

    /// Draws the pixel of every visible step along the longer axis at the nearest coordinate along the shorter one.
    private mutating func steps(
        from start: Int, through end: Int, from first: Int, to last: Int, visible: Range<Int>, isSteep: Bool, ink: Ink
    ) {
        let begin = visible.lowerBound
        guard begin < visible.upperBound else { return }
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
        for step in visible {
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

    /// The columns of the current area, from `first` through `last`, that can be visible.
    func visibleColumns(from first: Int, through last: Int) -> Range<Int> {
        let from = max(first, clip.x.saturatingSubtracting(origin.x))
        let to = min(last.saturatingAdding(1), (clip.x + clip.width).saturatingSubtracting(origin.x))
        return from..<max(from, to)
    }

    /// The rows of the current area, from `first` through `last`, that can be visible.
    func visibleRows(from first: Int, through last: Int) -> Range<Int> {
        let from = max(first, clip.y.saturatingSubtracting(origin.y))
        let to = min(last.saturatingAdding(1), (clip.y + clip.height).saturatingSubtracting(origin.y))
        return from..<max(from, to)
    }
}

extension Point {
    /// The point with coordinates that leave room for the arithmetic of shapes: at most 2^59 from zero.
    var clampedForShapes: Point {
        let most = 1 << 59
        return Point(x: min(max(x, -most), most), y: min(max(y, -most), most))
    }
}
