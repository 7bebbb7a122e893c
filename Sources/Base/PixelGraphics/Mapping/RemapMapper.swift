/// Puts every panel where it hangs: `Remap:64,64|0,0n|0,32s`.
public struct RemapMapper: PixelMapper, Hashable {
    /// Where one panel hangs.
    public struct Tile: Hashable, Sendable {
        /// How a panel is turned: the side of the visible picture that its top edge points to.
        public enum Orientation: String, Hashable, Sendable, CaseIterable {
            /// Upright.
            case north = "n"
            /// Upside down.
            case south = "s"
            /// Turned clockwise by a quarter.
            case east = "e"
            /// Turned anticlockwise by a quarter.
            case west = "w"
            /// Not shown.
            case unused = "x"
        }

        /// The visible pixel at which the panel's top left corner, as it hangs, lies.
        public let origin: Point
        /// How it is turned.
        public let orientation: Orientation

        /// Creates a tile.
        public init(origin: Point, orientation: Orientation) {
            self.origin = origin
            self.orientation = orientation
        }

        /// The visible pixels that a panel of that extent covers.
        func area(panel: Size) -> Rectangle {
            let isTurned = orientation == .east || orientation == .west
            return Rectangle(
                x: origin.x, y: origin.y, width: isTurned ? panel.height : panel.width,
                height: isTurned ? panel.width : panel.height)
        }
    }

    /// The extent of the visible picture.
    public let size: Size
    /// One tile for each panel: for each chain from the top, its panels counted from the controller.
    public let tiles: [Tile]

    /// Creates the mapper.
    public init(size: Size, tiles: [Tile]) {
        self.size = size
        self.tiles = tiles
    }

    /// `Remap:` with the extent and the tiles.
    public var description: String {
        let places = tiles.map { tile in "|\(tile.origin.x),\(tile.origin.y)\(tile.orientation.rawValue)" }
        return "Remap:\(size.width),\(size.height)" + places.joined()
    }

    /// The extent that was given.
    ///
    /// - Throws: `PixelMapperError.unsuitableLayout` unless there is one tile for each panel,
    ///   `PixelMapperError.overlappingTiles` when two tiles share a pixel of the picture.
    public func visibleSize(of layout: PanelLayout) throws(PixelMapperError) -> Size {
        try requireWholePanels(layout)
        let (panels, overflow) = layout.chain.multipliedReportingOverflow(by: layout.parallel)
        guard !overflow, panels == tiles.count else {
            throw unsuitable(layout, needs: "as many panels as it has tiles, \(tiles.count)")
        }
        let panel = Size(width: layout.panelWidth, height: layout.panelHeight)
        let picture = Rectangle(size)
        for (index, tile) in tiles.enumerated() where tile.orientation != .unused {
            let area = tile.area(panel: panel).intersection(picture)
            let clash = tiles[..<index].firstIndex { other in
                other.orientation != .unused && !other.area(panel: panel).intersection(area).isEmpty
            }
            if let clash { throw .overlappingTiles(mapper: description, first: clash + 1, second: index + 1) }
        }
        return size
    }

    /// The pixel of the panel whose tile covers the point.
    public func matrixPoint(x: Int, y: Int, layout: PanelLayout) -> Point? {
        let width = layout.panelWidth
        let height = layout.panelHeight
        let panel = Size(width: width, height: height)
        let index = tiles.firstIndex { tile in
            tile.orientation != .unused && tile.area(panel: panel).contains(Point(x: x, y: y))
        }
        guard let index else { return nil }
        let tile = tiles[index]
        let u = x - tile.origin.x
        let v = y - tile.origin.y
        let left = (layout.chain - 1 - index % layout.chain) * width
        let top = index / layout.chain * height
        switch tile.orientation {
        case .north: return Point(x: left + u, y: top + v)
        case .south: return Point(x: left + width - 1 - u, y: top + height - 1 - v)
        case .east: return Point(x: left + v, y: top + height - 1 - u)
        case .west: return Point(x: left + width - 1 - v, y: top + u)
        case .unused: return nil
        }
    }
}
