/// A rearrangement of pixels: says which pixel of the matrix shows a pixel of the visible picture.
///
/// Mappers only serve to build a `PixelMap` once; drawing uses that table.
public struct PixelMapper: Sendable, CustomStringConvertible {
    /// The name with the parameters, as `PixelMapperChain` reads them: `Rotate:90`.
    public let description: String
    /// Returns the extent of the picture that a layout shows; throws when the mapper does not fit the layout.
    let visibleSize: @Sendable (PanelLayout) throws(PixelMapperError) -> Size
    /// Returns the matrix pixel behind a column and row of a layout that fits, or nil if none shows it.
    let matrixPoint: @Sendable (_ x: Int, _ y: Int, PanelLayout) -> Point?

    /// Creates a mapper.
    public init(
        _ description: String, visibleSize: @escaping @Sendable (PanelLayout) throws(PixelMapperError) -> Size,
        matrixPoint: @escaping @Sendable (_ x: Int, _ y: Int, PanelLayout) -> Point?
    ) {
        (self.description, self.visibleSize, self.matrixPoint) = (description, visibleSize, matrixPoint)
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

    /// The columns and rows of one panel.
    var panel: Size { Size(width: size.width / chain, height: size.height / parallel) }

    /// Throws unless the matrix consists of whole panels, as a mapper needs it.
    func requireWholePanels(_ mapper: String) throws(PixelMapperError) {
        guard size.width % chain == 0, size.height % parallel == 0 else {
            throw .unsuitableLayout(
                mapper: mapper, needs: "a matrix whose columns and rows the panels share evenly", layout: self)
        }
    }
}

/// The mappers that board files name.
extension PixelMapper {
    /// Turns the picture clockwise by quarter turns, `Rotate:90`; nil unless the angle, which may be negative, is a multiple
    /// of 90.
    public static func rotate(degrees: Int) -> PixelMapper? {
        guard degrees % 90 == 0 else { return nil }
        let degrees = (degrees % 360 + 360) % 360
        return PixelMapper("Rotate:\(degrees)") { layout in
            degrees % 180 == 0 ? layout.size : Size(width: layout.size.height, height: layout.size.width)
        } matrixPoint: { x, y, layout in
            let (right, bottom) = (layout.size.width - 1, layout.size.height - 1)
            switch degrees {
            case 90: return Point(x: right - y, y: x)
            case 180: return Point(x: right - x, y: bottom - y)
            case 270: return Point(x: y, y: bottom - x)
            default: return Point(x: x, y: y)
            }
        }
    }

    /// Exchanges top and bottom, `Mirror:V`, or left and right, `Mirror:H`.
    public static func mirror(isVertical: Bool) -> PixelMapper {
        PixelMapper(isVertical ? "Mirror:V" : "Mirror:H") { layout in
            layout.size
        } matrixPoint: { x, y, layout in
            isVertical ? Point(x: x, y: layout.size.height - 1 - y) : Point(x: layout.size.width - 1 - x, y: y)
        }
    }

    /// Stacks the panels of a chain below each other, parallel chains side by side: `V-mapper`, `V-mapper:Z`.
    ///
    /// - Parameter isZigzag: whether every other panel, counted from the lowest, which is upright, hangs upside down.
    public static func stacked(isZigzag: Bool) -> PixelMapper {
        let name = isZigzag ? "V-mapper:Z" : "V-mapper"
        return PixelMapper(name) { layout throws(PixelMapperError) in
            try layout.requireWholePanels(name)
            let (width, tooWide) = layout.panel.width.multipliedReportingOverflow(by: layout.parallel)
            let (height, tooHigh) = layout.panel.height.multipliedReportingOverflow(by: layout.chain)
            guard !tooWide, !tooHigh else { throw .tooLarge(mapper: name) }
            return Size(width: width, height: height)
        } matrixPoint: { x, y, layout in
            let (width, height) = (layout.panel.width, layout.panel.height)
            let panel = y / height
            let isFlipped = isZigzag && layout.chain % 2 == panel % 2
            let inX = isFlipped ? width - 1 - x % width : x % width
            let inY = isFlipped ? height - 1 - y % height : y % height
            return Point(x: panel * width + inX, y: x / width * height + inY)
        }
    }

    /// Lays each chain in two rows, the lower one upside down: `U-mapper`.
    public static let uMapper = serpentine(rows: 2, name: "U-mapper")

    /// Lays each chain in rows that run to and fro, `Serpentine:3`; nil for less than one row.
    ///
    /// The chain begins at the right end of the top row. At the end of each row it turns into the row below, so every other
    /// row hangs upside down. Parallel chains lie below each other.
    public static func serpentine(rows: Int) -> PixelMapper? {
        rows < 1 ? nil : serpentine(rows: rows, name: "Serpentine:\(rows)")
    }

    private static func serpentine(rows: Int, name: String) -> PixelMapper {
        PixelMapper(name) { layout throws(PixelMapperError) in
            try layout.requireWholePanels(name)
            guard layout.chain % rows == 0 else {
                let needs =
                    rows == 2 ? "an even number of panels in a chain" : "a multiple of \(rows) panels in a chain"
                throw .unsuitableLayout(mapper: name, needs: needs, layout: layout)
            }
            let (height, overflow) = layout.size.height.multipliedReportingOverflow(by: rows)
            guard !overflow else { throw .tooLarge(mapper: name) }
            return Size(width: layout.size.width / rows, height: height)
        } matrixPoint: { x, y, layout in
            let (width, height) = (layout.size.width / rows, layout.panel.height)
            let row = y / height % rows
            let top = y / (height * rows) * height
            let left = layout.size.width - (row + 1) * width
            let inRow = y % height
            return row % 2 == 0
                ? Point(x: left + x, y: top + inRow)
                : Point(x: left + width - 1 - x, y: top + height - 1 - inRow)
        }
    }

    /// Lays parallel chains side by side in one row: `StackToRow`, with `Z` and `F` as parameters.
    ///
    /// - Parameters:
    ///   - isZigzag: `Z`: whether every second chain hangs upside down.
    ///   - isFolded: `F`: whether the right half of the chains hangs upside down (once more).
    public static func row(isZigzag: Bool, isFolded: Bool) -> PixelMapper {
        let letters = (isZigzag ? "Z" : "") + (isFolded ? "F" : "")
        let name = letters.isEmpty ? "StackToRow" : "StackToRow:" + letters
        return PixelMapper(name) { layout throws(PixelMapperError) in
            try layout.requireWholePanels(name)
            let (width, overflow) = layout.size.width.multipliedReportingOverflow(by: layout.parallel)
            guard !overflow else { throw .tooLarge(mapper: name) }
            return Size(width: width, height: layout.panel.height)
        } matrixPoint: { x, y, layout in
            let (width, height) = (layout.size.width, layout.panel.height)
            let band = x / width
            let isUpsideDown = (isZigzag && band % 2 == 1) != (isFolded && band >= layout.parallel / 2)
            let inX = isUpsideDown ? width - 1 - x % width : x % width
            return Point(x: inX, y: band * height + (isUpsideDown ? height - 1 - y : y))
        }
    }
}
