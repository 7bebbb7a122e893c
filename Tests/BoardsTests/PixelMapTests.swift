import Boards
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct PixelMapTests {
    /// A layout of chain x parallel panels of that extent.
    static func layout(_ width: Int, _ height: Int, _ chain: Int, _ parallel: Int) -> PanelLayout {
        PanelLayout(size: Size(width: width * chain, height: height * parallel), chain: chain, parallel: parallel)
    }

    static func map(_ mappers: String, _ layout: PanelLayout) throws -> PixelMap {
        try PixelMapperChain(parsing: mappers).map(for: layout)
    }

    @Test(
        "every pixel of every small layout has one place of its own",
        arguments: [
            "", "Rotate:0", "Rotate:90", "Rotate:180", "Rotate:270", "Rotate:-90", "Mirror", "Mirror:V", "U-mapper",
            "Serpentine:1", "Serpentine:2", "Serpentine:3", "Serpentine:4", "V-mapper", "V-mapper:Z", "StackToRow",
            "StackToRow:Z", "StackToRow:F", "StackToRow:ZF", "U-mapper;Rotate:90", "V-mapper:Z;Mirror:V;Rotate:-90",
        ])
    func oneToOne(mappers: String) throws {
        var fitting = 0
        for width in 1...4 {
            for height in 1...3 {
                for chain in 1...6 {
                    for parallel in 1...3 {
                        let layout = Self.layout(width, height, chain, parallel)
                        let rows =
                            mappers.hasPrefix("U") ? 2 : mappers.hasPrefix("Serp") ? Int(mappers.suffix(1)) ?? 1 : 1
                        guard chain % rows == 0 else {
                            #expect(throws: PixelMapperError.self) { try Self.map(mappers, layout) }
                            continue
                        }
                        fitting += 1
                        let map = try Self.map(mappers, layout)
                        // Counted here, not asked of the map: a permutation of all indices.
                        var isUsed = [Bool](repeating: false, count: layout.size.width * layout.size.height)
                        for index in map.indices { isUsed[Int(index)] = true }
                        #expect(map.indices.count == isUsed.count && !isUsed.contains(false))
                        expectEqual(map.visibleSize.width * map.visibleSize.height, map.indices.count)
                        #expect(map.isOneToOne && map.collision == nil)
                    }
                }
            }
        }
        #expect(fitting >= 36)
    }

    @Test("tiles that fill the picture are one-to-one, whatever their order and orientation")
    func remapOneToOne() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<60 {
            let (chain, parallel, side) = (Int.random(in: 1...4, using: &random), 2, 3)
            let places = (0..<chain * parallel).shuffled(using: &random)
            let tiles = places.map { place in
                "|\(place % chain * side),\(place / chain * side)\("nsew".randomElement(using: &random) ?? "n")"
            }
            let text = "Remap:\(chain * side),\(parallel * side)" + tiles.joined()
            #expect(try Self.map(text, Self.layout(side, side, chain, parallel)).isOneToOne, "\(text)")
        }
    }

    @Test("the U is a serpentine of two rows, and both are what the formula says")
    func serpentine() throws {
        for (width, chain, parallel) in [(2, 2, 1), (3, 4, 2), (64, 4, 3)] {
            let layout = Self.layout(width, 4, chain, parallel)
            let map = try Self.map("u-MAPPER", layout)
            try expectEqual(Self.map("Serpentine:2", layout).indices, map.indices)
            let (matrixWidth, panel) = (layout.size.width, 4)
            for y in 0..<map.visibleSize.height {
                for x in 0..<map.visibleSize.width {
                    let slab = 2 * panel
                    let (base, row) = (y / slab * panel, y % slab)
                    let expected =
                        row < panel
                        ? Point(x: x + matrixWidth / 2, y: base + row)
                        : Point(x: map.visibleSize.width - 1 - x, y: base + slab - 1 - row)
                    expectEqual(map.matrixPoint(x: x, y: y), expected)
                }
            }
        }
    }

    @Test("three rows run to and fro, beginning at the controller's end")
    func threeRows() throws {
        // Panels of 2x1 from the controller: columns 4 5, then 2 3 upside down, then 0 1.
        let map = try Self.map("Serpentine:3", Self.layout(2, 1, 3, 1))
        expectEqual(map.visibleSize, Size(width: 2, height: 3))
        expectEqual(map.indices, [4, 5, 3, 2, 0, 1])
    }

    @Test("each mapper of a chain takes the picture of the one before as its matrix")
    func composition() throws {
        let layout = Self.layout(4, 3, 2, 1)
        try expectEqual(Self.map("Rotate:90;Rotate:270", layout), PixelMap(identity: layout.size))
        try expectEqual(Self.map("Mirror:H;Mirror:V", layout), Self.map("Rotate:180", layout))
        #expect(try Self.map("Rotate:90;Mirror:H", layout) != Self.map("Mirror:H;Rotate:90", layout))
        // An 8x3 matrix as a U is 4x6; turned clockwise its visible top left corner is the U's top right one.
        let map = try Self.map("U-mapper;Rotate:90", layout)
        expectEqual(map.visibleSize, Size(width: 6, height: 4))
        expectEqual(map.matrixPoint(x: 0, y: 0), Point(x: 7, y: 0))
        expectEqual(map.matrixPoint(x: 5, y: 3), Point(x: 3, y: 0))
        #expect(map.matrixPoint(x: 6, y: 0) == nil && map.matrixPoint(x: 0, y: -1) == nil)
    }

    @Test("tiles that are unused or hang over the picture leave the rest as it is")
    func partialRemap() throws {
        let map = try Self.map("remap: 3,2|0,0x|1,1N", Self.layout(2, 2, 2, 1))
        expectEqual(map.indices, [-1, -1, -1, -1, 0, 1])
        #expect(!map.isOneToOne)
        #expect(map.collision == nil)
        try expectEqual(Self.map("Remap:3,2|x|1,1n", Self.layout(2, 2, 2, 1)), map)
        let away = try Self.map("Remap:2,2|-1,-1n", Self.layout(2, 2, 1, 1))
        expectEqual(away.indices, [3, -1, -1, -1])
    }

    /// Shows the first matrix pixel everywhere but in one place.
    static let crowd = PixelMapper("Crowd") {
        $0.size
    } matrixPoint: { x, y, _ in
        x == 0 && y == 0 ? Point(x: 9, y: 9) : .zero
    }

    @Test("two pixels in one place are found; points outside of the matrix are none")
    func collisions() throws {
        let map = try PixelMapperChain([Self.crowd]).map(for: Self.layout(2, 2, 1, 1))
        expectEqual(map.indices, [-1, 0, 0, 0])
        let collision = try #require(map.collision)
        #expect(collision.first == Point(x: 1, y: 0) && collision.second == Point(x: 0, y: 1))
        #expect(!map.isOneToOne)
    }

    @Test(
        "a canvas is copied through a map, in both formats, without allocations", arguments: [Canvas.Format.mono, .rgb])
    func copies(format: Canvas.Format) throws {
        let map = try Self.map("Rotate:90", Self.layout(3, 2, 1, 1))
        var picture = Canvas(size: map.visibleSize, format: format)
        picture.stamp(bitmap("#.\n##\n.."), columns: 0..<2, at: .zero, ink: .white)
        var matrix = Canvas(size: map.matrixSize, format: format)
        matrix.fill(.white)
        expectEqual(allocations { matrix.draw(picture, through: map) }, 0)
        // Turned back anticlockwise: the picture's left column is the matrix's top row from right to left.
        expectEqual(art(matrix), ".##\n.#.")
        var other = Canvas(size: Size(width: 9, height: 9), format: format)
        other.draw(picture, through: map)
        #expect(!art(other).contains("#"))
    }
}
