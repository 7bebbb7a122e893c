import PixelGraphics

extension Ink {
    /// The ink of a background: a mono panel lights it only if the text on it is darker.
    public init(behind foreground: Color, color: Color) {
        self.init(color, isLit: color != .black && color.luma > foreground.luma)
    }

    /// The ink of a text on a background: dark on a mono panel if the background is brighter.
    public init(_ color: Color, onto background: Color?) {
        self.init(color, isLit: background.map { $0 == .black || $0.luma <= color.luma } ?? true && color != .black)
    }
}
