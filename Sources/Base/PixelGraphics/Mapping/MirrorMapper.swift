/// Exchanges left and right, or top and bottom: `Mirror:H`, `Mirror:V`.
public struct MirrorMapper: PixelMapper, Hashable {
    /// What is exchanged.
    public enum Direction: String, Hashable, Sendable {
        /// Left and right.
        case horizontal = "H"
        /// Top and bottom.
        case vertical = "V"
    }

    /// What is exchanged.
    public let direction: Direction

    /// Creates the mirror.
    public init(_ direction: Direction) {
        self.direction = direction
    }

    /// `Mirror:` and the letter of the direction.
    public var description: String { "Mirror:\(direction.rawValue)" }

    /// The extent of the matrix.
    public func visibleSize(of layout: PanelLayout) -> Size { layout.size }

    /// The pixel on the other side.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        switch direction {
        case .horizontal: return Point(x: layout.size.width - 1 - x, y: y)
        case .vertical: return Point(x: x, y: layout.size.height - 1 - y)
        }
    }
}
