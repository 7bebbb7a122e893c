/// Mappers one after another, as in `U-mapper;Rotate:90`: each takes the picture of the one before as its matrix.
///
/// | name | parameters | |
/// |---|---|---|
/// | `Rotate` | a multiple of 90 | turns the picture clockwise |
/// | `Mirror` | `H` (default) or `V` | exchanges left and right, or top and bottom |
/// | `U-mapper` | | each chain runs in two rows, the lower one upside down |
/// | `Serpentine` | the number of rows | each chain runs in so many rows, to and fro |
/// | `V-mapper` | `Z` | the panels of a chain hang below each other |
/// | `StackToRow` | any of `Z`, `F` | parallel chains hang side by side |
/// | `Remap` | `W,H`, then for each panel a bar and `X,Yo`, o being n, s, e, w or x | every panel by itself |
///
/// Names and letters may be in either case; blanks around them, and empty mappers, do not matter.
public struct PixelMapperChain: Sendable, CustomStringConvertible {
    /// The mappers, the one nearest to the matrix first.
    public let mappers: [PixelMapper]

    /// Creates a chain; an empty one changes nothing.
    public init(_ mappers: [PixelMapper] = []) {
        self.mappers = mappers
    }

    /// The names of all mappers.
    public static let names = ["Rotate", "Mirror", "U-mapper", "Serpentine", "V-mapper", "StackToRow", "Remap"]

    /// The form with semicolons.
    public var description: String { mappers.map(\.description).joined(separator: ";") }

    /// Builds the table from the visible picture to the matrix of a layout.
    ///
    /// O(pixels * mappers).
    ///
    /// - Throws: `PixelMapperError` when a mapper does not fit, or a picture has more than 2^24 pixels.
    public func map(for layout: PanelLayout) throws(PixelMapperError) -> PixelMap {
        var map = try PixelMap(identity: layout.size)
        for mapper in mappers {
            let inner = PanelLayout(size: map.visibleSize, chain: layout.chain, parallel: layout.parallel)
            map = map.seen(through: try PixelMap(mapper, layout: inner))
        }
        return map
    }
}

/// Why pixel mappers cannot be used.
public enum PixelMapperError: Error, Hashable, Sendable {
    /// No mapper has this name; `nearest` is a known one that looks like it.
    case unknownMapper(given: String, nearest: String?)
    /// A mapper's parameter is missing or wrong.
    case malformedParameter(given: String, expected: String)
    /// The mapper does not fit the panels.
    case unsuitableLayout(mapper: String, needs: String, layout: PanelLayout)
    /// Two tiles, counted from 1, cover the same pixel of the picture.
    case overlappingTiles(mapper: String, first: Int, second: Int)
    /// The visible picture would have more than 2^24 pixels.
    case tooLarge(mapper: String)
}

extension PixelMapperError: CustomStringConvertible {
    /// What was given, what was expected, and the fix.
    public var description: String {
        switch self {
        case .unknownMapper(let given, let nearest):
            let hint = nearest.map { name in "; did you mean \"\(name)\"? Expected" } ?? "; expected"
            return "unknown pixel mapper \"\(Self.short(given))\"\(hint) "
                + PixelMapperChain.names.joined(separator: ", ")
        case .malformedParameter(let given, let expected):
            return "pixel mapper \"\(Self.short(given))\" cannot be read; expected \(expected)"
        case .unsuitableLayout(let mapper, let needs, let layout):
            return "pixel mapper \"\(Self.short(mapper))\" needs \(needs); the matrix is \(layout.size) with "
                + Self.panels(layout)
        case .overlappingTiles(let mapper, let first, let second):
            return "pixel mapper \"\(Self.short(mapper))\" overlaps its tiles \(first) and \(second); "
                + "expected every visible pixel on one panel"
        case .tooLarge(let mapper):
            return
                "pixel mapper \"\(Self.short(mapper))\" makes a picture of more than \(PixelMap.maximumPixels) pixels"
        }
    }

    private static func panels(_ layout: PanelLayout) -> String {
        let panels = layout.chain == 1 ? "1 panel" : "\(layout.chain) panels"
        return layout.parallel == 1 ? "1 chain of \(panels)" : "\(layout.parallel) chains of \(panels) each"
    }

    private static func short(_ text: String) -> String {
        let shown = text.prefix(80)
        return shown.endIndex == text.endIndex ? text : shown + "..."
    }
}

extension PixelMapper {
    /// Where one panel hangs.
    public struct Tile: Sendable {
        /// How a panel is turned: the side of the visible picture that its top edge points to.
        public enum Orientation: String, Sendable {
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
        fileprivate func area(panel: Size) -> Rectangle {
            let isTurned = orientation == .east || orientation == .west
            let width = isTurned ? panel.height : panel.width
            let height = isTurned ? panel.width : panel.height
            return orientation == .unused
                ? Rectangle(.zero) : Rectangle(x: origin.x, y: origin.y, width: width, height: height)
        }

        /// The pixel of an upright panel whose top left pixel is `corner` that shows a visible one.
        fileprivate func matrixPoint(x: Int, y: Int, panel: Size, corner: Point) -> Point? {
            let (u, v) = (x - origin.x, y - origin.y)
            switch orientation {
            case .north: return Point(x: corner.x + u, y: corner.y + v)
            case .south: return Point(x: corner.x + panel.width - 1 - u, y: corner.y + panel.height - 1 - v)
            case .east: return Point(x: corner.x + v, y: corner.y + panel.height - 1 - u)
            case .west: return Point(x: corner.x + panel.width - 1 - v, y: corner.y + u)
            case .unused: return nil
            }
        }
    }

    /// Puts every panel where it hangs in a picture of a size: `Remap:64,64|0,0n|0,32s`.
    ///
    /// - Parameter tiles: one for each panel: for each chain from the top, its panels counted from the controller.
    public static func remap(size: Size, tiles: [Tile]) -> PixelMapper {
        let places = tiles.map { tile in "|\(tile.origin.x),\(tile.origin.y)\(tile.orientation.rawValue)" }
        let name = "Remap:\(size.width),\(size.height)" + places.joined()
        return PixelMapper(name) { layout throws(PixelMapperError) in
            try layout.requireWholePanels(name)
            let (panels, overflow) = layout.chain.multipliedReportingOverflow(by: layout.parallel)
            guard !overflow, panels == tiles.count else {
                throw .unsuitableLayout(
                    mapper: name, needs: "as many panels as it has tiles, \(tiles.count)", layout: layout)
            }
            let areas = tiles.map { $0.area(panel: layout.panel).intersection(Rectangle(size)) }
            for (index, area) in areas.enumerated() {
                guard let clash = areas[..<index].firstIndex(where: { !$0.intersection(area).isEmpty }) else {
                    continue
                }
                throw .overlappingTiles(mapper: name, first: clash + 1, second: index + 1)
            }
            return size
        } matrixPoint: { x, y, layout in
            let panel = layout.panel
            guard let index = tiles.firstIndex(where: { $0.area(panel: panel).contains(Point(x: x, y: y)) }) else {
                return nil
            }
            let corner = Point(
                x: (layout.chain - 1 - index % layout.chain) * panel.width, y: index / layout.chain * panel.height)
            return tiles[index].matrixPoint(x: x, y: y, panel: panel, corner: corner)
        }
    }
}
