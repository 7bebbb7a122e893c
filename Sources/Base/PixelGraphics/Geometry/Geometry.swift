/// A position in pixels: x grows to the right, y grows downwards, (0, 0) is the top left pixel.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Creates a position from its column and row.
    @inlinable
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The top left corner.
    public static let zero = Point(x: 0, y: 0)
}

/// An extent in pixels; never negative.
public struct Size: Hashable, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int

    /// Creates an extent; negative numbers count as zero.
    @inlinable
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The extent of nothing.
    public static let zero = Size(width: 0, height: 0)

    /// Whether it has no pixels.
    @inlinable
    public var isEmpty: Bool { width == 0 || height == 0 }
}

extension Size: CustomStringConvertible {
    /// The default notation, `32x8`.
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of pixels: the columns `x..<maxX` and the rows `y..<maxY`.
public struct Rectangle: Hashable, Sendable {
    /// The left-most column.
    public let x: Int
    /// The top row.
    public let y: Int
    /// The number of columns, zero or more.
    public let width: Int
    /// The number of rows, zero or more.
    public let height: Int

    /// Creates a rectangle from its top left pixel and its extent; negative extents count as zero.
    @inlinable
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// Creates the rectangle of that size at the origin.
    @inlinable
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The column after the last one; clamped to `Int.max`.
    public var maxX: Int { x.saturatingAdding(width) }
    /// The row after the last one; clamped to `Int.max`.
    public var maxY: Int { y.saturatingAdding(height) }
    /// The extent.
    @inlinable
    public var size: Size { Size(width: width, height: height) }
    /// The top left pixel.
    @inlinable
    public var origin: Point { Point(x: x, y: y) }
    /// Whether it has no pixels.
    @inlinable
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Returns whether the pixel lies inside.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// Returns the pixels that both rectangles have; empty when they do not meet.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = max(left, min(maxX, other.maxX))
        let bottom = max(top, min(maxY, other.maxY))
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns what is left of the rectangle without so many pixels at each side, and at the top and the bottom.
    package func inset(by padding: Size) -> Rectangle {
        Rectangle(
            x: x + min(padding.width, width), y: y + min(padding.height, height), width: width - 2 * padding.width,
            height: height - 2 * padding.height)
    }

    /// Returns the rectangle moved to the right by `dx` and downwards by `dy`; no coordinate passes the ends of `Int`.
    public func offset(dx: Int, dy: Int) -> Rectangle {
        Rectangle(x: x.saturatingAdding(dx), y: y.saturatingAdding(dy), width: width, height: height)
    }
}

extension Int {
    /// The sum, clamped to `Int.min` or `Int.max`: coordinates may be any number.
    @inline(__always)
    package func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, clamped to `Int.min` or `Int.max`.
    @inline(__always)
    func saturatingSubtracting(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
