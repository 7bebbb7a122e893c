import PixelGraphics
import Settings

/// The place of a sign on a panel wall: several signs that show one picture.
package struct PanelWallSettings: Equatable, Sendable {
    /// The top left pixel of the sign on the wall.
    package var origin: Point
    /// The extent of the whole wall in pixels.
    package var size: Size

    /// Places a sign.
    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// The pixels that a wall may have in each direction.
    static let extents = 1...65_536

    /// The part of the wall that a sign of a size shows.
    package func window(of size: Size) -> Rectangle {
        Rectangle(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }
}

extension PanelWallSettings {
    /// Reads the keys `x`, `y`, `width` and `height`; nil if there are problems.
    init?(_ fields: inout SignFields) {
        var origin = Point.zero
        fields.read("x", in: 0...Self.extents.upperBound - 1, into: &origin.x)
        fields.read("y", in: 0...Self.extents.upperBound - 1, into: &origin.y)
        let width = fields.integer("width", in: Self.extents)
        let height = fields.integer("height", in: Self.extents)
        guard let width, let height else { return nil }
        self.init(origin: origin, size: Size(width: width, height: height))
    }
}
