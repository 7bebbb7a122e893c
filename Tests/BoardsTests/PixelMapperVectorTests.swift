import Boards
import PixelGraphics
import SignTestSupport
import Testing

/// The test vectors of a compiled implementation that is in wide use: visible pixel to matrix pixel.
@Suite struct PixelMapperVectorTests {
    struct Vector: CustomTestStringConvertible {
        let mapper: String
        let layout: PanelLayout
        let visible: Size
        /// x, y, matrix x, matrix y.
        let points: [(Int, Int, Int, Int)]

        init(
            _ mapper: String, _ chain: Int, _ parallel: Int, _ width: Int, _ height: Int, visible: (Int, Int),
            _ points: [(Int, Int, Int, Int)]
        ) {
            self.mapper = mapper
            layout = PanelLayout(size: Size(width: width, height: height), chain: chain, parallel: parallel)
            self.visible = Size(width: visible.0, height: visible.1)
            self.points = points
        }

        var testDescription: String { "\(mapper) \(layout.chain),\(layout.parallel) \(layout.size)" }
    }

    static let vectors = [
        Vector(
            "Rotate:90", 1, 1, 64, 32, visible: (32, 64),
            [(0, 0, 63, 0), (31, 0, 63, 31), (0, 63, 0, 0), (5, 10, 53, 5)]),
        Vector("Rotate:180", 1, 1, 64, 32, visible: (64, 32), [(0, 0, 63, 31), (5, 10, 58, 21)]),
        Vector(
            "Rotate:270", 1, 1, 64, 32, visible: (32, 64),
            [(0, 0, 0, 31), (31, 0, 0, 0), (0, 63, 63, 31), (5, 10, 10, 26)]),
        Vector("Mirror:H", 1, 1, 64, 32, visible: (64, 32), [(5, 10, 58, 10)]),
        Vector("Mirror:V", 1, 1, 64, 32, visible: (64, 32), [(5, 10, 5, 21)]),
        Vector(
            "U-mapper", 4, 1, 128, 32, visible: (64, 64),
            [(0, 0, 64, 0), (63, 0, 127, 0), (0, 32, 63, 31), (63, 63, 0, 0), (5, 40, 58, 23)]),
        Vector(
            "U-mapper", 4, 2, 128, 64, visible: (64, 128), [(0, 64, 64, 32), (63, 127, 0, 32), (5, 100, 58, 59)]),
        Vector(
            "V-mapper", 3, 1, 96, 32, visible: (32, 96),
            [(0, 0, 0, 0), (0, 32, 32, 0), (0, 64, 64, 0), (5, 70, 69, 6)]),
        Vector("V-mapper:Z", 3, 1, 96, 32, visible: (32, 96), [(0, 0, 0, 0), (0, 32, 63, 31), (0, 64, 64, 0)]),
        Vector(
            "V-mapper:Z", 2, 2, 64, 64, visible: (64, 64),
            [(0, 0, 31, 31), (32, 0, 31, 63), (0, 32, 32, 0), (37, 40, 37, 40)]),
        Vector("StackToRow", 2, 2, 128, 64, visible: (256, 32), [(128, 0, 0, 32), (130, 5, 2, 37)]),
        Vector(
            "StackToRow:Z", 2, 2, 128, 64, visible: (256, 32),
            [(128, 0, 127, 63), (130, 5, 125, 58), (255, 31, 0, 32)]),
        Vector(
            "StackToRow:F", 2, 3, 128, 96, visible: (384, 32),
            [(128, 0, 127, 63), (256, 0, 127, 95), (260, 5, 123, 90)]),
        Vector(
            "Remap:64,64|0,0n|0,32s", 2, 1, 128, 32, visible: (64, 64),
            [(0, 0, 64, 0), (63, 31, 127, 31), (0, 32, 63, 31), (63, 63, 0, 0)]),
        Vector(
            "Remap:32,128|0,0w|0,64e", 2, 1, 128, 32, visible: (32, 128),
            [(0, 0, 127, 0), (31, 63, 64, 31), (0, 64, 0, 31), (31, 127, 63, 0)]),
    ]

    @Test("a mapper maps as the original does", arguments: vectors)
    func maps(vector: Vector) throws {
        let map = try PixelMapperChain(parsing: vector.mapper).map(for: vector.layout)
        expectEqual(map.visibleSize, vector.visible)
        expectEqual(map.matrixSize, vector.layout.size)
        for (x, y, matrixX, matrixY) in vector.points {
            expectEqual(map.matrixPoint(x: x, y: y), Point(x: matrixX, y: matrixY), "(\(x), \(y))")
        }
    }
}
