/// A colour picture stored row by row.
public struct RGBBitmap: Hashable, Sendable {
    /// The extent in pixels.
    public let size: Size
    /// The rows from the top, each from left to right: pixel (x, y) is element `y * width + x`.
    public internal(set) var pixels: [Color]

    /// Creates a picture of one colour.
    public init(size: Size, color: Color = .black) {
        self.size = size
        pixels = [Color](repeating: color, count: size.width * size.height)
    }

    /// The number of columns.
    @inlinable
    public var width: Int { size.width }
    /// The number of rows.
    @inlinable
    public var height: Int { size.height }

    /// The colour of a pixel; pixels outside read as black, and writes outside are dropped.
    public subscript(x: Int, y: Int) -> Color {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return .black }
            return pixels[y &* width &+ x]
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            pixels[y &* width &+ x] = newValue
        }
    }
}
