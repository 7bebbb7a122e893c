/// How much of a shape is drawn.
public enum ShapeStyle: Hashable, Sendable {
    /// All pixels of the shape.
    case filled
    /// The pixels of the filled shape that have a direct neighbour (left, right, above or below) outside of it.
    case outlined
}
