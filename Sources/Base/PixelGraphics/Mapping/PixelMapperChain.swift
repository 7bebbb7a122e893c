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
    public let mappers: [any PixelMapper]

    /// Creates a chain; an empty one changes nothing.
    public init(_ mappers: [any PixelMapper] = []) {
        self.mappers = mappers
    }

    /// Reads the form with semicolons.
    ///
    /// - Throws: `PixelMapperError.unknownMapper` or `.malformedParameter`, about the first mapper that is wrong.
    public init(parsing text: String) throws(PixelMapperError) {
        var mappers: [any PixelMapper] = []
        for part in text.split(separator: ";") {
            let mapper = part.trimmingBlanks()
            if !mapper.isEmpty { mappers.append(try Self.mapper(String(mapper))) }
        }
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

    private static func mapper(_ text: String) throws(PixelMapperError) -> any PixelMapper {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].trimmingBlanks())
        let parameter = parts.count > 1 ? String(parts[1].trimmingBlanks()).uppercased() : ""
        var mapper: (any PixelMapper)?
        let expected: String
        switch name.lowercased() {
        case "rotate":
            mapper = Int(parameter).flatMap(RotateMapper.init(degrees:))
            expected = "\"Rotate:\" and a multiple of 90, such as Rotate:90"
        case "mirror":
            mapper = MirrorMapper.Direction(rawValue: parameter.isEmpty ? "H" : parameter).map(MirrorMapper.init)
            expected = "\"Mirror:H\" or \"Mirror:V\""
        case "u-mapper":
            mapper = parameter.isEmpty ? SerpentineMapper.uMapper : nil
            expected = "\"U-mapper\" without a parameter"
        case "serpentine":
            mapper = Int(parameter).flatMap(SerpentineMapper.init(rows:))
            expected = "\"Serpentine:\" and the number of rows, at least 1, such as Serpentine:3"
        case "v-mapper":
            mapper = ["", "Z"].contains(parameter) ? VMapper(isZigzag: parameter == "Z") : nil
            expected = "\"V-mapper\" or \"V-mapper:Z\""
        case "stacktorow":
            let isKnown = parameter.allSatisfy { letter in letter == "Z" || letter == "F" }
            mapper =
                isKnown
                ? StackToRowMapper(isZigzag: parameter.contains("Z"), isFolded: parameter.contains("F")) : nil
            expected = "\"StackToRow\" and, after a colon, any of the letters Z and F"
        case "remap":
            mapper = RemapMapper(parameter: parameter.lowercased())
            expected = "\"Remap:W,H\" and for each panel \"|X,Y\" and one of n s e w x, such as Remap:64,64|0,0n|0,32s"
        default:
            throw .unknownMapper(given: text, nearest: NearestName.find(name, among: names))
        }
        guard let mapper else { throw .malformedParameter(given: text, expected: expected) }
        return mapper
    }
}

extension RemapMapper {
    /// Reads `W,H` and the tiles, in lower case.
    init?(parameter: String) {
        let parts = parameter.split(separator: "|", omittingEmptySubsequences: false)
        guard let extent = parts.first.flatMap(Self.pair), extent.x > 0, extent.y > 0 else { return nil }
        var tiles: [Tile] = []
        for part in parts.dropFirst() {
            guard let orientation = part.last.flatMap({ letter in Tile.Orientation(rawValue: String(letter)) }) else {
                return nil
            }
            let place = part.dropLast()
            guard let origin = place.isEmpty && orientation == .unused ? .zero : Self.pair(place) else { return nil }
            tiles.append(Tile(origin: origin, orientation: orientation))
        }
        self.init(size: Size(width: extent.x, height: extent.y), tiles: tiles)
    }

    /// Reads two whole numbers with a comma between them, up to 2^24 from zero.
    private static func pair(_ text: Substring) -> Point? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        let allowed = -PixelMap.mostPixels...PixelMap.mostPixels
        return allowed.contains(x) && allowed.contains(y) ? Point(x: x, y: y) : nil
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
            return "pixel mapper \"\(Self.short(mapper))\" makes a picture of more than \(PixelMap.mostPixels) pixels"
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
