extension Canvas {
    /// The current area in its own coordinates: the origin is (0, 0).
    @inlinable
    public var bounds: Rectangle { Rectangle(areaSize) }

    /// Draws within a part of the current area: inside of `body`, (0, 0) is the top left pixel of `area`.
    ///
    /// Areas nest. What lies outside of `area`, of the enclosing areas or of the canvas is dropped, and the former
    /// area is back after `body`, also when it throws. Costs some twenty instructions; allocates nothing.
    ///
    /// - Parameter area: relative to the current area; may reach beyond it.
    @inlinable
    public mutating func withArea(_ area: Rectangle, _ body: (inout Canvas) throws -> Void) rethrows {
        let outer = enter(area)
        defer { leave(outer) }
        try body(&self)
    }

    /// Narrows the current area and returns what `leave` needs to restore it.
    @usableFromInline
    mutating func enter(_ area: Rectangle) -> OuterArea {
        let outer = OuterArea(origin: origin, size: areaSize, clip: clip)
        origin = Point(x: origin.x.saturatingAdding(area.x), y: origin.y.saturatingAdding(area.y))
        areaSize = area.size
        clip = clip.intersection(Rectangle(x: origin.x, y: origin.y, width: area.width, height: area.height))
        return outer
    }

    /// Restores the area that was current before `enter`.
    @usableFromInline
    mutating func leave(_ outer: OuterArea) {
        origin = outer.origin
        areaSize = outer.size
        clip = outer.clip
    }

    /// The area around a nested one.
    @usableFromInline
    struct OuterArea {
        @usableFromInline let origin: Point
        @usableFromInline let size: Size
        @usableFromInline let clip: Rectangle

        init(origin: Point, size: Size, clip: Rectangle) {
            self.origin = origin
            self.size = size
            self.clip = clip
        }
    }
}

extension Frame {
    /// Draws within a part of the canvas's current area; see `Canvas.withArea`.
    ///
    /// The brightness is not bound to an area: what `body` does to it stays.
    @inlinable
    public mutating func withArea(_ area: Rectangle, _ body: (inout Frame) throws -> Void) rethrows {
        let outer = canvas.enter(area)
        defer { canvas.leave(outer) }
        try body(&self)
    }
}
