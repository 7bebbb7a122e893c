/// Stacks the panels of a chain below each other, parallel chains side by side: `V-mapper`, `V-mapper:Z`.
public struct VMapper: PixelMapper, Hashable {
    /// Whether every other panel, counted from the lowest, which is upright, hangs upside down.
    public let isZigzag: Bool

    /// Creates the mapper.
    public init(isZigzag: Bool = false) {
        self.isZigzag = isZigzag
    }

    /// `V-mapper` or `V-mapper:Z`.
    public var description: String { isZigzag ? "V-mapper:Z" : "V-mapper" }

    /// One panel's width for every chain, one panel's height for every panel of a chain.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` unless the matrix consists of whole panels.
    public func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size {
        try requireWholePanels(layout)
        let (width, tooWide) = layout.panelWidth.multipliedReportingOverflow(by: layout.parallel)
        let (height, tooHigh) = layout.panelHeight.multipliedReportingOverflow(by: layout.chain)
        guard !tooWide, !tooHigh else { throw .tooLarge(mapper: description) }
        return Size(width: width, height: height)
    }

    /// The pixel of the panel that hangs there.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let width = layout.panelWidth
        let height = layout.panelHeight
        let panel = y / height
        let isFlipped = isZigzag && layout.chain % 2 == panel % 2
        let inX = isFlipped ? width - 1 - x % width : x % width
        let inY = isFlipped ? height - 1 - y % height : y % height
        return Point(x: panel * width + inX, y: x / width * height + inY)
    }
}
