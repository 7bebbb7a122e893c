import Marquee
import PixelGraphics
import SettingsFiles

/// A shape as a part of a time-line; its extent is the area of the part.
public struct SignShape: Equatable, Sendable {
    /// The kinds of shapes.
    public enum Kind: String, CaseIterable, Sendable {
        /// A line between two points, both included.
        case line
        /// A rectangle.
        case box
        /// The largest circle that fits, in the middle.
        case circle
        /// A rectangle with round corners.
        case roundedBox = "rounded-box"
        /// A rectangle whose short sides are half circles.
        case capsule
    }

    /// What it is.
    public var kind: Kind
    /// Its colour.
    public var color: Color
    /// Whether all of it is drawn, or just its edge.
    public var isFilled = true
    /// The radius of round corners in pixels.
    public var radius = 2
    /// Where a line begins; nil for the top left corner of the area.
    public var from: Point?
    /// Where a line ends; nil for the bottom right corner of the area.
    public var to: Point?

    /// Rasterizes the shape for an area of a size.
    func band(_ size: Size) -> Band {
        var canvas = Canvas(size: size, format: .mono)
        let style: ShapeStyle = isFilled ? .filled : .outlined
        let box = Rectangle(size)
        switch kind {
        case .line:
            canvas.line(
                from: from ?? .zero, to: to ?? Point(x: size.width - 1, y: size.height - 1), ink: .white)
        case .box: canvas.rectangle(box, ink: .white, style: style)
        case .circle:
            let side = min(size.width, size.height)
            let square = Rectangle(
                x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
            canvas.circle(in: square, ink: .white, style: style)
        case .roundedBox: canvas.roundedRectangle(box, radius: radius, ink: .white, style: style)
        case .capsule: canvas.capsule(in: box, ink: .white, style: style)
        }
        return Band(mask: canvas.mono, ink: Ink(color))
    }
}

extension SignShape {
    /// Reads the keys of a shape; nil where there are problems.
    init?(_ fields: inout SignFields, _ context: PartContext) {
        let kind = fields.choice("shape", of: Kind.allCases.map { ($0.rawValue, $0) })
        let color = fields.color("color", default: context.sign.style.color ?? .white)
        let isFilled = fields.flag("filled", default: true)
        let radius = fields.integer("radius", in: 0...2048, default: 2)
        let from = fields.optionalPixel("from")
        let to = fields.optionalPixel("to")
        guard let kind, let color, let isFilled, let radius, let from, let to else { return nil }
        self.init(kind: kind, color: color, isFilled: isFilled, radius: radius, from: from, to: to)
    }
}
