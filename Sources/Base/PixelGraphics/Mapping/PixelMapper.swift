/// A rearrangement of pixels: says which pixel of the matrix shows a pixel of the visible picture.
///
/// Mappers only serve to build a `PixelMap` once; drawing uses that table. The description is the name with the
/// parameters, as `PixelMapperChain` reads them: `Rotate:90`.
public protocol PixelMapper: Sendable, CustomStringConvertible {
    /// Returns the extent of the picture that a layout shows through this mapper.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` when the mapper does not fit the layout.
    func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size

    /// Returns the matrix pixel behind a visible one, or nil if none shows it.
    ///
    /// Asked only for points within the visible size of a layout that fits.
    func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point?
}

extension PixelMapper {
    /// The error of this mapper about a layout that it does not fit.
    func unsuitable(_ layout: PanelLayout, needs: String) -> PixelMapperError {
        .unsuitableLayout(mapper: description, needs: needs, layout: layout)
    }

    /// Throws unless the matrix consists of whole panels.
    func requireWholePanels(_ layout: PanelLayout) throws(PixelMapperError) {
        guard layout.size.width % layout.chain == 0, layout.size.height % layout.parallel == 0 else {
            throw unsuitable(layout, needs: "a matrix whose columns and rows the panels share evenly")
        }
    }
}

/// How the pixels of a sign are wired: the matrix that the driver shifts out, made of panels in chains.
///
/// Column 0 of the matrix is the far end of the chains; the panel next to the controller has the right-most columns.
/// Parallel chains lie below each other.
public struct PanelLayout: Hashable, Sendable {
    /// The extent of the matrix.
    public let size: Size
    /// The number of panels that each chain has, at least 1.
    public let chain: Int
    /// The number of chains, at least 1.
    public let parallel: Int

    /// Creates the layout of a matrix; numbers of panels below 1 count as 1.
    public init(size: Size, chain: Int = 1, parallel: Int = 1) {
        self.size = size
        self.chain = max(chain, 1)
        self.parallel = max(parallel, 1)
    }

    /// The columns of one panel: `size.width / chain`.
    var panelWidth: Int { size.width / chain }
    /// The rows of one panel: `size.height / parallel`.
    var panelHeight: Int { size.height / parallel }
}

/// Turns the picture clockwise by quarter turns: `Rotate:90`.
public struct RotateMapper: PixelMapper, Hashable {
    /// 0, 90, 180 or 270 degrees.
    public let degrees: Int

    /// Creates the rotation by an angle, or nil unless that is a multiple of 90; it may be negative.
    public init?(degrees: Int) {
        guard degrees % 90 == 0 else { return nil }
        self.degrees = (degrees % 360 + 360) % 360
    }

    /// `Rotate:` and the degrees.
    public var description: String { "Rotate:\(degrees)" }

    /// The extent of the matrix, with width and height swapped for 90 and 270 degrees.
    public func visibleSize(of layout: PanelLayout) -> Size {
        let size = layout.size
        return degrees % 180 == 0 ? size : Size(width: size.height, height: size.width)
    }

    /// The pixel of the turned matrix.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let right = layout.size.width - 1
        let bottom = layout.size.height - 1
        switch degrees {
        case 90: return Point(x: right - y, y: x)
        case 180: return Point(x: right - x, y: bottom - y)
        case 270: return Point(x: y, y: bottom - x)
        default: return Point(x: x, y: y)
        }
    }
}

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

/// Lays each chain in rows that run to and fro: `Serpentine:3`, and with two rows the U of `U-mapper`.
///
/// The chain begins at the right end of the top row. At the end of each row it turns into the row below, so every other
/// row hangs upside down. Parallel chains lie below each other.
public struct SerpentineMapper: PixelMapper, Hashable {
    /// The number of rows that each chain is laid in.
    public let rows: Int
    /// The name it was made with.
    public let description: String

    /// Creates the mapper for a number of rows, or nil unless that is at least 1.
    public init?(rows: Int) {
        guard rows >= 1 else { return nil }
        self.rows = rows
        description = "Serpentine:\(rows)"
    }

    /// The U: two rows, the lower one upside down.
    public static let uMapper = SerpentineMapper(rows: 2, description: "U-mapper")

    private init(rows: Int, description: String) {
        self.rows = rows
        self.description = description
    }

    /// A `rows`th of the width of the matrix, and `rows` times its height.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` unless the rows share the panels of a chain evenly.
    public func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size {
        try requireWholePanels(layout)
        guard layout.chain % rows == 0 else {
            let needs = rows == 2 ? "an even number of panels in a chain" : "a multiple of \(rows) panels in a chain"
            throw unsuitable(layout, needs: needs)
        }
        let (height, overflow) = layout.size.height.multipliedReportingOverflow(by: rows)
        guard !overflow else { throw .tooLarge(mapper: description) }
        return Size(width: layout.size.width / rows, height: height)
    }

    /// The pixel of the row's part of the chain.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let width = layout.size.width / rows
        let panelHeight = layout.panelHeight
        let chain = y / (panelHeight * rows)
        let row = y / panelHeight % rows
        let top = chain * panelHeight
        let left = layout.size.width - (row + 1) * width
        let inRow = y % panelHeight
        return row % 2 == 0
            ? Point(x: left + x, y: top + inRow)
            : Point(x: left + width - 1 - x, y: top + panelHeight - 1 - inRow)
    }
}

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
