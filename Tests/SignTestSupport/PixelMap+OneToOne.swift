import PixelGraphics

extension PixelMap {
    /// Whether every visible pixel has a matrix pixel of its own and no matrix pixel is left over.
    public var isOneToOne: Bool {
        indices.count == matrixSize.width * matrixSize.height && !indices.contains(-1) && collision == nil
    }
}
