import PixelGraphics
import SettingsFiles

/// The place of a sign on a wall of signs that show one picture together.
public struct WallSettings: Equatable, Sendable {
    /// The top left pixel of the sign on the wall.
    public var origin: Point
    /// The extent of the whole wall in pixels.
    public var size: Size

    /// Places a sign.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// The pixels that a wall may have in each direction.
    static let extents = 1...65_536

    /// What a sign of a size sees of the wall.
    public func window(of size: Size) -> Rectangle {
        Rectangle(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }
}

extension WallSettings {
    /// Reads the keys `x`, `y`, `width` and `height`; nil where there are problems.
    init?(_ fields: inout SignFields) {
        let x = fields.integer("x", in: 0...Self.extents.upperBound - 1, default: 0)
        let y = fields.integer("y", in: 0...Self.extents.upperBound - 1, default: 0)
        let width = fields.integer("width", in: Self.extents)
        let height = fields.integer("height", in: Self.extents)
        guard let x, let y, let width, let height else { return nil }
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }
}
