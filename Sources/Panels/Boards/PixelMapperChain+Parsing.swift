import PixelGraphics
import Settings

extension PixelMapperChain {
    /// Reads the form with semicolons.
    ///
    /// - Throws: `PixelMapperError.unknownMapper` or `.malformedParameter`, about the first mapper that is wrong.
    public init(parsing text: String) throws(PixelMapperError) {
        var mappers: [PixelMapper] = []
        for part in text.split(separator: ";") {
            let mapper = part.trimmingBlanks()
            if !mapper.isEmpty { mappers.append(try Self.mapper(String(mapper))) }
        }
        self.init(mappers)
    }

    private static func mapper(_ text: String) throws(PixelMapperError) -> PixelMapper {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].trimmingBlanks())
        let parameter = parts.count > 1 ? String(parts[1].trimmingBlanks()).uppercased() : ""
        var mapper: PixelMapper?
        let expected: String
        switch name.lowercased() {
        case "rotate":
            mapper = Int(parameter).flatMap(PixelMapper.rotate(degrees:))
            expected = "\"Rotate:\" and a multiple of 90, such as Rotate:90"
        case "mirror":
            mapper = ["", "H", "V"].contains(parameter) ? .mirror(isVertical: parameter == "V") : nil
            expected = "\"Mirror:H\" or \"Mirror:V\""
        case "u-mapper":
            mapper = parameter.isEmpty ? .uMapper : nil
            expected = "\"U-mapper\" without a parameter"
        case "serpentine":
            mapper = Int(parameter).flatMap(PixelMapper.serpentine(rows:))
            expected = "\"Serpentine:\" and the number of rows, at least 1, such as Serpentine:3"
        case "v-mapper":
            mapper = ["", "Z"].contains(parameter) ? .stacked(isZigzag: parameter == "Z") : nil
            expected = "\"V-mapper\" or \"V-mapper:Z\""
        case "stacktorow":
            let isKnown = parameter.allSatisfy { letter in letter == "Z" || letter == "F" }
            mapper = isKnown ? .row(isZigzag: parameter.contains("Z"), isFolded: parameter.contains("F")) : nil
            expected = "\"StackToRow\" and, after a colon, any of the letters Z and F"
        case "remap":
            mapper = remap(parameter.lowercased())
            expected = "\"Remap:W,H\" and for each panel \"|X,Y\" and one of n s e w x, such as Remap:64,64|0,0n|0,32s"
        default:
            throw .unknownMapper(given: text, nearest: NearestName.find(name, among: names))
        }
        guard let mapper else { throw .malformedParameter(given: text, expected: expected) }
        return mapper
    }

    /// Reads `W,H` and the tiles, in lower case.
    private static func remap(_ parameter: String) -> PixelMapper? {
        let parts = parameter.split(separator: "|", omittingEmptySubsequences: false)
        guard let extent = parts.first.flatMap(pair), extent.x > 0, extent.y > 0 else { return nil }
        var tiles: [PixelMapper.Tile] = []
        for part in parts.dropFirst() {
            guard
                let orientation = part.last.flatMap({ letter in PixelMapper.Tile.Orientation(rawValue: String(letter)) }
                )
            else {
                return nil
            }
            let place = part.dropLast()
            guard let origin = place.isEmpty && orientation == .unused ? .zero : pair(place) else { return nil }
            tiles.append(.init(origin: origin, orientation: orientation))
        }
        return .remap(size: Size(width: extent.x, height: extent.y), tiles: tiles)
    }

    /// Reads two whole numbers with a comma between them, up to 2^24 from zero.
    private static func pair(_ text: Substring) -> Point? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        let allowed = -PixelMap.maximumPixels...PixelMap.maximumPixels
        return allowed.contains(x) && allowed.contains(y) ? Point(x: x, y: y) : nil
    }
}
