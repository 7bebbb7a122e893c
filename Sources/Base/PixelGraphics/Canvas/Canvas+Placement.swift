extension Canvas {
    /// Returns where a picture's columns land, or nil when no pixel of them is visible.
    ///
    /// The first of `columns` lies at `point.x` of the current area, the top row at `point.y`; columns that the
    /// picture does not have are transparent.
    @inline(__always)
    func place(_ size: Size, columns: Range<Int>, at point: Point) -> Placement? {
        let left = origin.x.saturatingAdding(point.x.saturatingSubtracting(columns.lowerBound))
        let top = origin.y.saturatingAdding(point.y)
        let fromX = max(clip.x, left.saturatingAdding(max(columns.lowerBound, 0)))
        let toX = min(clip.x &+ clip.width, left.saturatingAdding(min(columns.upperBound, size.width)))
        let fromY = max(clip.y, top)
        let toY = min(clip.y &+ clip.height, top.saturatingAdding(size.height))
        guard fromX < toX, fromY < toY else { return nil }
        return Placement(
            columns: Range(uncheckedBounds: (fromX, toX)), rows: Range(uncheckedBounds: (fromY, toY)), left: left,
            top: top)
    }

    /// Returns the canvas pixels of a rectangle of the current area, or nil when none is visible.
    @inline(__always)
    func visible(_ rectangle: Rectangle) -> (columns: Range<Int>, rows: Range<Int>)? {
        let left = origin.x.saturatingAdding(rectangle.x)
        let top = origin.y.saturatingAdding(rectangle.y)
        let fromX = max(clip.x, left)
        let toX = min(clip.x &+ clip.width, left.saturatingAdding(rectangle.width))
        let fromY = max(clip.y, top)
        let toY = min(clip.y &+ clip.height, top.saturatingAdding(rectangle.height))
        guard fromX < toX, fromY < toY else { return nil }
        return (Range(uncheckedBounds: (fromX, toX)), Range(uncheckedBounds: (fromY, toY)))
    }

    /// Returns where a pixel of the current area lies on the canvas, or nil when it is not visible.
    @inline(__always)
    func visible(_ point: Point) -> Point? {
        let x = origin.x.saturatingAdding(point.x)
        let y = origin.y.saturatingAdding(point.y)
        guard x >= clip.x, x &- clip.x < clip.width, y >= clip.y, y &- clip.y < clip.height else { return nil }
        return Point(x: x, y: y)
    }
}
