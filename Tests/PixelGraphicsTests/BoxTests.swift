import PixelGraphics
import SignTestSupport
import Testing

@Suite struct BoxTests {
    private func leaf(_ width: Int, _ height: Int, _ extent: BoxExtent? = nil) -> Box {
        var box = Box(.leaf(Size(width: width, height: height)))
        box.width = extent
        return box
    }

    private func widths(_ boxes: [Box], _ space: Int, gap: Int = 0) -> [Int] {
        let row = Box(.list(.horizontal, boxes, gap: gap))
        return row.placed(in: Rectangle(x: 0, y: 0, width: space, height: 8)).dropFirst().map(\.width)
    }

    @Test("Pixels come first, then what fits, and the rest is shared without losing a pixel")
    func order() {
        let boxes = [leaf(10, 8, .fill(shares: 1)), leaf(3, 8, .pixels(16)), leaf(20, 8), leaf(0, 8, .fill(shares: 2))]
        expectEqual(widths(boxes, 64), [9, 16, 20, 19])
        expectEqual(widths(boxes, 65), [9, 16, 20, 20])
        expectEqual(widths(boxes, 64, gap: 1), [8, 16, 20, 17])
        expectEqual(widths([leaf(3, 8, .fit(minimum: 12)), leaf(30, 8, .fill(shares: 1))], 64), [12, 52])
    }

    @Test("A box that does not fill its list across stands at the start, in the middle or at the end")
    func place() {
        func tops(_ place: Box.Place) -> [Int] {
            var box = leaf(3, 8)
            (box.height, box.place) = (.fit(minimum: 0), place)
            let row = Box(.list(.horizontal, [box, leaf(3, 8)], gap: 0))
            return row.placed(in: Rectangle(x: 0, y: 2, width: 9, height: 13)).map(\.y)
        }
        expectEqual(tops(.start), [2, 2, 2])
        expectEqual(tops(.middle), [2, 4, 2])
        expectEqual(tops(.end), [2, 7, 2])
    }

    @Test("The widest are cut first, to one level, so that short texts stay whole")
    func cut() {
        expectEqual(widths([leaf(40, 8), leaf(10, 8), leaf(30, 8)], 50), [20, 10, 20])
        expectEqual(widths([leaf(40, 8), leaf(10, 8), leaf(30, 8)], 51), [21, 10, 20])
        expectEqual(widths([leaf(30, 8), leaf(10, 8), leaf(40, 8)], 51), [20, 10, 21])
        expectEqual(widths([leaf(40, 8, .pixels(40)), leaf(10, 8, .pixels(10))], 45), [40, 5])
    }

    @Test("Boxes below each other have all of the width, and rows of a table share the widths of their columns")
    func table() {
        func row(_ first: Int, _ last: Int) -> Box {
            Box(.list(.horizontal, [leaf(first, 8), leaf(90, 8, .fill(shares: 1)), leaf(last, 8)], gap: 2))
        }
        var header = leaf(20, 8)
        header.padding = Size(width: 1, height: 0)
        var board = Box(.list(.vertical, [header, row(6, 12), row(12, 6)], gap: 0))
        board.isTable = true
        expectEqual(
            board.placed(in: Rectangle(x: 0, y: 0, width: 64, height: 32)),
            [
                Rectangle(x: 0, y: 0, width: 64, height: 32), Rectangle(x: 0, y: 0, width: 64, height: 8),
                Rectangle(x: 0, y: 8, width: 64, height: 8), Rectangle(x: 0, y: 8, width: 12, height: 8),
                Rectangle(x: 14, y: 8, width: 36, height: 8), Rectangle(x: 52, y: 8, width: 12, height: 8),
                Rectangle(x: 0, y: 16, width: 64, height: 8), Rectangle(x: 0, y: 16, width: 12, height: 8),
                Rectangle(x: 14, y: 16, width: 36, height: 8), Rectangle(x: 52, y: 16, width: 12, height: 8),
            ])
        expectEqual(board.measured, Size(width: 12 + 2 + 90 + 2 + 12, height: 24))
    }

    @Test("A list that scrolls gives each box what it asks for, beyond its area too")
    func unbounded() {
        var ticker = Box(.list(.horizontal, [leaf(50, 8), leaf(30, 8, .fill(shares: 1))], gap: 6))
        ticker.isUnbounded = true
        expectEqual(
            ticker.placed(in: Rectangle(x: 4, y: 0, width: 64, height: 8)).dropFirst().map { [$0.x, $0.width] },
            [[4, 50], [60, 30]])
    }

    @Test(
        "Random trees obey the laws of layout, and lists divide their space as a plain model does",
        arguments: sample(1...20, 4))
    func laws(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<(isExhaustive ? 10_000 : 2_500) {
            let tree = BoxModel.tree(&random, depth: Int.random(in: 1...4, using: &random))
            let root = Rectangle(
                x: Int.random(in: -9...9, using: &random), y: 0, width: Int.random(in: 0...128, using: &random),
                height: Int.random(in: 0...64, using: &random))
            var placed = tree.placed(in: root)[...]
            let words = BoxModel.check(tree, &placed)
            expectEqual(words, [])
            expectEqual(placed.count, 0)
        }
    }

    @Test("Boxes that fill have their shares of the rest to less than a pixel, and no pixel is lost", arguments: 1...3)
    func shares(total: Int) {
        var random = SeededRandom(seed: UInt64(total))
        for rest in 0...60 {
            let shares = (0..<total + 2).map { _ in Int.random(in: 1...5, using: &random) }
            let given = widths(shares.map { leaf(0, 8, .fill(shares: $0)) }, rest)
            let sum = shares.reduce(0, +)
            expectEqual(given.reduce(0, +), rest)
            for (pixels, share) in zip(given, shares) { #expect(abs(pixels * sum - rest * share) < sum) }
        }
    }

    @Test("All rows of a random table have the same columns, as wide as the widest wherever there is space")
    func tables() {
        var random = SeededRandom(seed: 9)
        for _ in 0..<300 {
            let extents: [BoxExtent?] = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                [nil, .pixels(7), .fit(minimum: 5), .fill(shares: 2)][Int.random(in: 0..<4, using: &random)]
            }
            let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                extents.map { leaf(Int.random(in: 0...30, using: &random), 8, $0) }
            }
            var table = Box(.list(.vertical, rows.map { Box(.list(.horizontal, $0, gap: 1)) }, gap: 0))
            table.isTable = true
            let space = Int.random(in: 0...240, using: &random)
            let placed = table.placed(in: Rectangle(x: 0, y: 0, width: space, height: 64))
            let columns = rows.indices.map { row in
                let first = 2 + row * (extents.count + 1)
                return placed[first..<first + extents.count].map { [$0.x, $0.width] }
            }
            for row in columns { expectEqual(row, columns[0]) }
            guard space >= table.measured.width else { continue }
            for (column, extent) in extents.enumerated() where extent == nil {
                let widest = rows.map { $0[column].measured.width }.max()
                #expect(columns[0][column][1] == widest)
            }
        }
    }
}
