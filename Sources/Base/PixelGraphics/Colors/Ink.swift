/// What a drawing puts on a pixel, for both pixel formats: a colour, and whether a mono pixel is lit by it.
public struct Ink: Hashable, Sendable {
    /// The colour on an RGB canvas.
    public var color: Color
    /// Whether the pixel is lit on a mono canvas.
    public var isLit: Bool

    /// Creates an ink whose two looks are given separately (a background, say, that mono panels leave dark).
    @inlinable
    public init(_ color: Color, isLit: Bool) {
        self.color = color
        self.isLit = isLit
    }

    /// Creates the ink of a colour; every colour but black lights a mono pixel.
    @inlinable
    public init(_ color: Color) {
        self.init(color, isLit: color != .black)
    }

    /// Dark in both formats.
    public static let dark = Ink(.black)
    /// White, and lit in mono.
    public static let white = Ink(.white)
}
