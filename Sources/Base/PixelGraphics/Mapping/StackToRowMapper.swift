/// Lays parallel chains side by side in one row: `StackToRow`, with `Z` and `F` as parameters.
public struct StackToRowMapper: PixelMapper, Hashable {
    /// `Z`: whether every second chain hangs upside down.
    public let isZigzag: Bool
    /// `F`: whether the right half of the chains hangs upside down (once more).
    public let isFolded: Bool

    /// Creates the mapper.
    public init(isZigzag: Bool = false, isFolded: Bool = false) {
        self.isZigzag = isZigzag
        self.isFolded = isFolded
    }

    /// `StackToRow`, with `:Z`, `:F` or `:ZF` if they are set.
    public var description: String {
        let letters = (isZigzag ? "Z" : "") + (isFolded ? "F" : "")
        return letters.isEmpty ? "StackToRow" : "StackToRow:" + letters
    }

    /// As wide as all chains together, as high as one.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` unless the matrix consists of whole panels.
    public func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size {
        try requireWholePanels(layout)
        let (width, overflow) = layout.size.width.multipliedReportingOverflow(by: layout.parallel)
        guard !overflow else { throw .tooLarge(mapper: description) }
        return Size(width: width, height: layout.panelHeight)
    }

    /// The pixel of the chain that hangs there.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let width = layout.size.width
        let height = layout.panelHeight
        let band = x / width
        let isUpsideDown = (isZigzag && band % 2 == 1) != (isFolded && band >= layout.parallel / 2)
        let inX = isUpsideDown ? width - 1 - x % width : x % width
        let inY = isUpsideDown ? height - 1 - y : y
        return Point(x: inX, y: band * height + inY)
    }
}
