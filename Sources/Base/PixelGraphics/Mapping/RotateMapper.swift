/// Turns the picture clockwise by quarter turns: `Rotate:90`.
public struct RotateMapper: PixelMapper, Hashable {
    /// 0, 90, 180 or 270 degrees.
    public let degrees: Int

    /// Creates the rotation by an angle, or nil unless that is a multiple of 90; it may be negative.
    public init?(degrees: Int) {
        guard degrees % 90 == 0 else { return nil }
        self.degrees = (degrees % 360 + 360) % 360
    }

    /// `Rotate:` and the degrees.
    public var description: String { "Rotate:\(degrees)" }

    /// The extent of the matrix, with width and height swapped for 90 and 270 degrees.
    public func visibleSize(of layout: PanelLayout) -> Size {
        let size = layout.size
        return degrees % 180 == 0 ? size : Size(width: size.height, height: size.width)
    }

    /// The pixel of the turned matrix.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let right = layout.size.width - 1
        let bottom = layout.size.height - 1
        switch degrees {
        case 90: return Point(x: right - y, y: x)
        case 180: return Point(x: right - x, y: bottom - y)
        case 270: return Point(x: y, y: bottom - x)
        default: return Point(x: x, y: y)
        }
    }
}
