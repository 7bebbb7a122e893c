import Boards
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct MultiplexingTableTests {
    private static let library = BoardLibrary(
        folder: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards")

    /// The shipped panels that are named after a number of multiplexing.
    private func numbered() throws -> [(number: Int, panel: PanelModel)] {
        try Self.library.names(of: .panel).filter { $0.hasPrefix("mux-") }.map { name in
            (try #require(Int(name.dropFirst(4).prefix(2))), try Self.library.panel(name))
        }
    }

    @Test("every shipped table is the formula of its number, pixel for pixel, and one-to-one")
    func formulas() throws {
        let panels = try numbered()
        expectEqual(Set(panels.map(\.number)), Set(1...22))
        expectEqual(MultiplexingFormula.all.map(\.number), Array(1...22))
        for (number, panel) in panels {
            let formula = MultiplexingFormula.all[number - 1]
            let (W, H) = (panel.size.width, panel.size.height)
            #expect(panel.name.hasSuffix("\(W)x\(H)"))
            expectEqual(panel.shiftedColumns, W * formula.stretch, "\(panel.name)")
            expectEqual(panel.rowPairs, H / formula.stretch / 2, "\(panel.name)")
            let table = try #require(panel.multiplexing)
            var seen: Set<Point> = []
            var wrong: [String] = []
            for y in 0..<H {
                for x in 0..<W {
                    let (column, row) = formula.place(x, y, W, H)
                    let place = table.matrixPoint(x: x, y: y)
                    if place != Point(x: column, y: row) { wrong.append("(\(x), \(y)) -> \(place)") }
                    if place.x < panel.shiftedColumns, place.y < 2 * panel.rowPairs { seen.insert(place) }
                }
            }
            #expect(wrong.isEmpty, "\(panel.name): \(wrong.prefix(4))")
            expectEqual(seen.count, W * H, "\(panel.name)")
        }
    }

    /// Four corners and two points within, as they were measured with other software; `x,y>column,row`.
    private static let vectors: [(number: Int, size: String, points: String)] = [
        (1, "32x32", "0,0>32,0 31,0>63,0 0,31>0,15 31,31>31,15 1,8>1,0 16,17>48,9"),
        (2, "32x32", "0,0>16,0 31,0>63,0 0,31>0,15 31,31>47,15 1,8>1,0 16,17>48,9"),
        (3, "32x32", "0,0>7,0 31,0>48,0 0,31>8,15 31,31>63,15 1,8>9,0 16,17>39,9"),
        (4, "32x16", "0,0>0,0 31,0>55,0 0,15>8,7 31,15>63,7 1,4>9,0 16,9>32,5"),
        (5, "32x16", "0,0>0,0 31,0>63,0 0,15>4,7 31,15>59,7 1,4>5,0 16,9>32,5"),
        (6, "32x32", "0,0>0,0 31,0>47,0 0,31>16,15 31,31>63,15 1,8>17,0 16,17>32,9"),
        (7, "32x16", "0,0>71,0 31,0>112,0 0,15>8,3 31,15>63,3 1,4>6,0 16,9>103,3"),
        (8, "32x16", "0,0>8,0 31,0>63,0 0,15>0,7 31,15>55,7 1,4>1,0 16,9>40,5"),
        (9, "32x16", "0,0>127,3 31,0>24,3 0,15>96,0 31,15>7,0 1,4>110,3 16,9>63,0"),
        (10, "40x20", "0,0>4,0 39,0>79,0 0,19>0,9 39,19>75,9 1,5>1,0 20,11>44,6"),
        (11, "32x16", "0,0>15,0 31,0>56,0 0,15>0,7 31,15>55,7 1,4>1,0 16,9>47,5"),
        (12, "16x16", "0,0>15,0 15,0>24,0 0,15>7,7 15,15>16,7 1,4>6,0 8,9>31,5"),
        (13, "16x16", "0,0>7,0 15,0>16,0 0,15>8,7 15,15>31,7 1,4>9,0 8,9>23,5"),
        (14, "16x16", "0,0>0,0 15,0>23,0 0,15>15,7 15,15>24,7 1,4>14,0 8,9>16,5"),
        (15, "32x16", "0,0>72,0 31,0>127,0 0,15>0,3 31,15>55,3 1,4>9,0 16,9>104,3"),
        (16, "40x20", "0,0>79,9 39,0>8,9 0,19>64,0 39,19>7,0 1,5>65,9 20,11>43,3"),
        (17, "32x32", "0,0>0,0 31,0>31,0 0,31>32,15 31,31>63,15 1,8>33,0 16,17>16,9"),
        (18, "32x16", "0,0>31,0 31,0>120,0 0,15>0,3 31,15>103,3 1,4>14,0 16,9>95,3"),
        (19, "32x16", "0,0>24,0 31,0>127,0 0,15>0,3 31,15>103,3 1,4>17,0 16,9>72,1"),
        (20, "64x64", "0,0>1,0 63,0>127,0 0,63>0,31 63,63>126,31 1,16>2,0 32,33>65,17"),
        (21, "32x32", "0,0>8,0 31,0>63,0 0,31>0,15 31,31>55,15 1,8>1,0 16,17>40,9"),
        (22, "80x40", "0,0>7,0 79,0>144,0 0,39>8,19 79,39>159,19 1,10>9,0 40,21>87,11"),
    ]

    @Test("the shipped tables and the formulas agree with known points of every number")
    func knownPoints() throws {
        let panels = try numbered()
        expectEqual(Self.vectors.map(\.number), Array(1...22))
        for (number, size, points) in Self.vectors {
            let panel = try #require(panels.first { $0.number == number && $0.panel.name.hasSuffix(size) }?.panel)
            for point in points.split(separator: " ") {
                let numbers = point.split { ",>".contains($0) }.compactMap { Int($0) }
                let expected = Point(x: numbers[2], y: numbers[3])
                expectEqual(
                    panel.multiplexing?.matrixPoint(x: numbers[0], y: numbers[1]), expected, "\(number) \(point)")
                let (column, row) = MultiplexingFormula.all[number - 1].place(
                    numbers[0], numbers[1], panel.size.width, panel.size.height)
                expectEqual(Point(x: column, y: row), expected, "formula \(number) \(point)")
            }
        }
    }

    private func panel(_ table: String, columns: Int = 16, rows: Int = 8, more: String = "") throws -> PanelModel {
        let lines = table.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
        let text =
            "summary: A\nkind: hub75-panel\ncolumns: \(columns)\nrows: \(rows)\n\(more)multiplexing: |\n" + lines
        return try PanelModel(parsing: text.utf8, name: "p", path: "p.yaml")
    }

    @Test("a line gives rows of the tile: rows of the matrix, and columns that count up or down")
    func notation() throws {
        let panel = try panel(
            """
            # comment
            0-1: 7-0       # four rows of the tile
            0-1: 8-11 15-13 12
            3-2: 0-7
            3: 8-15

            2: 15-8
            """)
        let table = try #require(panel.multiplexing)
        #expect(table.size == Size(width: 8, height: 8) && table.matrixSize == Size(width: 16, height: 4))
        #expect(panel.rowPairs == 2 && panel.shiftedColumns == 32)
        func columns(_ y: Int) -> [Int] { (0..<8).map { table.matrixPoint(x: $0, y: y).x } }
        expectEqual((0..<8).map { table.matrixPoint(x: 0, y: $0).y }, [0, 1, 0, 1, 3, 2, 3, 2])
        #expect(columns(0) == [7, 6, 5, 4, 3, 2, 1, 0] && columns(1) == columns(0))
        expectEqual(columns(3), [8, 9, 10, 11, 15, 14, 13, 12])
        expectEqual(columns(7), [15, 14, 13, 12, 11, 10, 9, 8])
        // The second tile goes on behind the first.
        expectEqual(table.matrixPoint(x: 8, y: 0), Point(x: 23, y: 0))
    }

    @Test("the pixels of one row may lie in several rows of the matrix")
    func severalRows() throws {
        let table = try #require(
            try panel("0: 0-1 1: 0-1\n0:3-2 1: 3-2\n2-3:0-1 3-2:3 2", columns: 8, rows: 4)
                .multiplexing)
        expectEqual(table.matrixPoint(x: 2, y: 0), Point(x: 0, y: 1))
        expectEqual(table.matrixPoint(x: 3, y: 1), Point(x: 2, y: 1))
        expectEqual(table.matrixPoint(x: 1, y: 2), Point(x: 1, y: 2))
        expectEqual(table.matrixPoint(x: 2, y: 2), Point(x: 3, y: 3))
        expectEqual(table.matrixPoint(x: 2, y: 3), Point(x: 3, y: 2))
    }

    @Test("a panel may have outputs without pixels, and says how many columns and row pairs it has")
    func gaps() throws {
        let panel = try panel(
            "0-3: 4-11\n0-3: 20-13", columns: 8, rows: 16, more: "shifted_columns: 24\nrow_pairs: 4\n")
        #expect(panel.shiftedColumns == 24 && panel.rowPairs == 4)
        expectEqual(panel.multiplexing?.matrixPoint(x: 7, y: 12), Point(x: 13, y: 4))
    }

    @Test("two pixels in the same place are named, with the line and column of the second one's run")
    func collision() {
        do {
            _ = try panel("0-1: 0-7\n0-1: 8-12 6 14-15\n2-3: 0-7\n2-3: 8-15")
            Issue.record("no collision")
        } catch {
            let expected =
                "p.yaml:7:13: the pixels (6, 0) and (5, 2) collide: both lie in column 6 of row 0 of the matrix"
            expectEqual("\(error)", expected)
        }
    }

    @Test("at most twenty problems of a malformed table are reported; a table may be as large as a file")
    func large() throws {
        do {
            _ = try panel(String(repeating: "x\n", count: 16_000))
            Issue.record("no fault")
        } catch {
            let problems = (error as? BoardError)?.problems ?? []
            expectEqual(problems.map(\.line), Array(6...25))
        }
        // The largest panel, pixel by pixel from right to left.
        let row = (0..<1_024).reversed().map { "\($0)" }.joined(separator: " ")
        let largest = try panel("0-63: \(row)", columns: 1_024, rows: 64)
        expectEqual(largest.multiplexing?.matrixPoint(x: 1_000, y: 63), Point(x: 23, y: 63))
        #expect(throws: BoardError.self) { try panel("0-63: 0-8191 0-8191 0-8191", columns: 1_024, rows: 128) }
    }
}
