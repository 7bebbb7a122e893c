import PixelGraphics
import Settings

/// A shape as a part of a message; its extent is the area of the part.
package struct SignShape: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// A line between two points, both included.
        case line
        case box
        /// The largest circle that fits, in the middle.
        case circle
        /// A rectangle with round corners.
        case roundedBox = "rounded-box"
        /// A rectangle whose short sides are half circles.
        case capsule
    }

    package var kind: Kind
    package var color: Color
    /// Whether all of it is drawn, or just its edge.
    package var isFilled = true
    /// The radius of round corners in pixels.
    package var radius = 2
    /// Where a line begins; nil for the top left corner of the area.
    package var from: Point?
    /// Where a line ends; nil for the bottom right corner of the area.
    package var to: Point?
}

extension SignShape {
    /// Reads the keys of a shape; nil if there are problems.
    init?(_ fields: inout SignFields, color defaultColor: Color) {
        let kind: Kind? = fields.value("shape", as: .word)
        self.init(kind: kind ?? .box, color: defaultColor)
        fields.read("color", into: &color)
        fields.read("filled", into: &isFilled)
        fields.read("radius", in: 0...2048, into: &radius)
        fields.readPixel("from", into: &from)
        fields.readPixel("to", into: &to)
        guard kind != nil else { return nil }
    }
}
