import Marquee
import PixelGraphics
import SignFiles

extension SignShape {
    /// Rasterizes the shape for an area of a size.
    func strip(_ size: Size) -> ColoredStrip {
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
        return ColoredStrip(mask: canvas.mono, ink: Ink(color))
    }
}
