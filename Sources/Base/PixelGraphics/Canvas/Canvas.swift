/// The surface that content draws on: one picture in one of two pixel formats, seen through an area.
///
/// Coordinates are relative to the current area; what lies outside of it, or of the canvas, is dropped silently:
/// drawing cannot fail. What is not drawn keeps what was there before, so parts overlay in the order they draw.
/// No operation allocates once the canvas exists.
public struct Canvas: Sendable {
    /// How a pixel is stored.
    public enum Format: Hashable, Sendable {
        /// One bit: lit or dark.
        case mono
        /// Red, green and blue.
        case rgb
    }

    /// How a pixel is stored.
    public let format: Format
    /// The extent of the whole canvas in pixels.
    public let size: Size
    /// The pixels of a mono canvas; of size zero otherwise.
    public internal(set) var mono: MonoBitmap
    /// The pixels of an RGB canvas; of size zero otherwise.
    ///
    /// Where coverage is kept, a pixel that a soft edge covers in part has the colour of the edge, and how much of what is behind
    /// it is seen, 0 to 255, in its top byte.
    public internal(set) var rgb: RGBBitmap
    /// Which pixels were drawn since the last `clear`, if the canvas tracks it; of size zero otherwise.
    public internal(set) var coverage: MonoBitmap
    /// Whether `coverage` is kept.
    public let tracksCoverage: Bool
    /// Whether pixels may be covered in part.
    var hasSoftEdges = false
    /// Where (0, 0) of the current area lies on the canvas.
    var origin = Point.zero
    /// The extent of the current area.
    public internal(set) var areaSize: Size
    /// The part of the current area that lies on the canvas and in all enclosing areas, in canvas coordinates.
    var clip: Rectangle

    /// Creates a dark canvas.
    ///
    /// - Parameter tracksCoverage: whether the canvas remembers which pixels were drawn (a layer with transparency).
    public init(size: Size, format: Format, tracksCoverage: Bool = false) {
        self.size = size
        self.format = format
        self.tracksCoverage = tracksCoverage
        mono = MonoBitmap(size: format == .mono ? size : .zero)
        rgb = RGBBitmap(size: format == .rgb ? size : .zero)
        coverage = MonoBitmap(size: tracksCoverage ? size : .zero)
        areaSize = size
        clip = Rectangle(size)
    }

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
    mutating func enter(_ area: Rectangle) -> (origin: Point, size: Size, clip: Rectangle) {
        let outer = (origin, areaSize, clip)
        origin = Point(x: origin.x.saturatingAdding(area.x), y: origin.y.saturatingAdding(area.y))
        areaSize = area.size
        clip = clip.intersection(Rectangle(x: origin.x, y: origin.y, width: area.width, height: area.height))
        return outer
    }

    /// Restores the area that was current before `enter`.
    @usableFromInline
    mutating func leave(_ outer: (origin: Point, size: Size, clip: Rectangle)) {
        (origin, areaSize, clip) = outer
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
        guard let placement = place(rectangle.size, columns: 0..<rectangle.width, at: rectangle.origin) else {
            return nil
        }
        return (placement.columns, placement.rows)
    }

    /// Returns where a pixel of the current area lies on the canvas, or nil when it is not visible.
    @inline(__always)
    func visible(_ point: Point) -> Point? {
        let x = origin.x.saturatingAdding(point.x)
        let y = origin.y.saturatingAdding(point.y)
        guard x >= clip.x, x &- clip.x < clip.width, y >= clip.y, y &- clip.y < clip.height else { return nil }
        return Point(x: x, y: y)
    }

    /// Makes the whole current area dark and, if coverage is kept, not covered.
    public mutating func clear() {
        guard let (columns, rows) = visible(bounds) else { return }
        switch format {
        case .mono: mono.fill(columns: columns, rows: rows, lit: false)
        case .rgb:
            rgb.fill(columns: columns, rows: rows, color: .black)
            if columns.count == size.width, rows.count == size.height { hasSoftEdges = false }
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

/// What a panel shows at an instant: a canvas and the brightness of the whole.
public struct Frame: Sendable {
    /// The picture.
    public var canvas: Canvas
    /// The brightness of the whole panel.
    public var brightness: Brightness

    /// Creates a frame from a canvas.
    public init(canvas: Canvas, brightness: Brightness = .full) {
        self.canvas = canvas
        self.brightness = brightness
    }

    /// Creates a dark frame at full brightness.
    public init(size: Size, format: Canvas.Format) {
        canvas = Canvas(size: size, format: format)
        brightness = .full
    }
}
