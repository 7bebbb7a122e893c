/// The surface that content draws on: one picture in one of two pixel formats, seen through an area.
///
/// Coordinates are relative to the current area; what lies outside of it, or of the canvas, is dropped silently:
/// drawing cannot fail. What is not drawn keeps what was there before, so parts overlay in the order they draw.
/// No operation allocates once the canvas exists.
public struct Canvas: Sendable {
    /// How a pixel is stored.
    public enum Format: Hashable, Sendable {
        /// One bit: lit or dark.
        case mono
        /// Red, green and blue.
        case rgb
    }

    /// How a pixel is stored.
    public let format: Format
    /// The extent of the whole canvas in pixels.
    public let size: Size
    /// The pixels of a mono canvas; of size zero otherwise.
    public internal(set) var mono: MonoBitmap
    /// The pixels of an RGB canvas; of size zero otherwise.
    public internal(set) var rgb: RGBBitmap
    /// Which pixels were drawn since the last `clear`, if the canvas tracks it; of size zero otherwise.
    public internal(set) var coverage: MonoBitmap
    /// Whether `coverage` is kept.
    public let tracksCoverage: Bool
    /// Where (0, 0) of the current area lies on the canvas.
    var origin = Point.zero
    /// The extent of the current area.
    public internal(set) var areaSize: Size
    /// The part of the current area that lies on the canvas and in all enclosing areas, in canvas coordinates.
    var clip: Rectangle

    /// Creates a dark canvas.
    ///
    /// - Parameter tracksCoverage: whether the canvas remembers which pixels were drawn (a layer with transparency).
    public init(size: Size, format: Format, tracksCoverage: Bool = false) {
        self.size = size
        self.format = format
        self.tracksCoverage = tracksCoverage
        mono = MonoBitmap(size: format == .mono ? size : .zero)
        rgb = RGBBitmap(size: format == .rgb ? size : .zero)
        coverage = MonoBitmap(size: tracksCoverage ? size : .zero)
        areaSize = size
        clip = Rectangle(size)
    }
}
