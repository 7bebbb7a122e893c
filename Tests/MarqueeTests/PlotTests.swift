import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite struct PlotTests {
    private func picture(
        _ values: [Double?], _ range: ClosedRange<Double>, _ form: Plot.Form, _ width: Int, _ height: Int,
        format: Canvas.Format = .mono, background: Color? = nil
    ) -> Canvas {
        let plot = Plot(form, size: Size(width: width, height: height))
        plot.show(values, range: range, background: background) { $0 > 2 ? Color(rawValue: 0xFF0000) : .white }
        var frame = Frame(canvas: Canvas(size: plot.size, format: format, tracksCoverage: true))
        plot.draw(at: .zero, into: &frame)
        return frame.canvas
    }

    @Test("a line goes from number to number over the whole width, in single pixels on mono")
    func lines() {
        expectEqual(art(picture([0, 1, 2, 3], 0...3, .line, 4, 4)), "...#\n..#.\n.#..\n#...")
        expectEqual(art(picture([0, 3], 0...3, .line, 4, 4)), "...#\n..#.\n.#..\n#...")
        expectEqual(art(picture([3, 0, 3], 0...3, .line, 5, 4)), "#...#\n.#.#.\n.#.#.\n..#..")
        expectEqual(art(picture([2], 0...4, .line, 3, 3)), "...\n###\n...")
        expectEqual(art(picture([], 0...4, .line, 3, 1)), "...")
    }

    @Test("missing numbers, NaN and infinities are gaps, and a number between two of them is a dot")
    func gaps() {
        expectEqual(art(picture([3, nil, 0, 0], 0...3, .line, 4, 2)), "#...\n..##")
        expectEqual(art(picture([.nan, 3, .infinity, 0], 0...3, .line, 4, 2)), ".#..\n...#")
        expectEqual(art(picture([nil, nil], 0...3, .line, 4, 1)), "....")
        expectEqual(art(picture([3, nil, 1], 0...3, .bars, 3, 3)), "#..\n#..\n#.#")
    }

    @Test("an area is all below the line, and numbers beyond the range are cut off")
    func areas() {
        expectEqual(art(picture([0, 3], 0...3, .area, 4, 4)), "...#\n..##\n.###\n####")
        expectEqual(art(picture([-9, -9, 9, 9], 0...3, .area, 4, 2)), "..##\n####")
    }

    @Test("bars have a dark column between them where there is room, and hang down from zero below it")
    func bars() {
        expectEqual(art(picture([1, 2, 3], 0...3, .bars, 11, 3)), "........###\n....###.###\n###.###.###")
        expectEqual(art(picture([1, 2, 3], 0...3, .bars, 3, 3)), "..#\n.##\n###")
        expectEqual(art(picture([-1, 1], -1...1, .bars, 2, 2)), ".#\n#.")
        expectEqual(art(picture([-1, -2], -2...(-1), .bars, 2, 2)), ".#\n.#")
    }

    @Test("where there are more numbers than columns, each column has the mean of those that there are")
    func means() {
        expectEqual(art(picture([0, 0, 3, 3], 0...3, .bars, 2, 3)), ".#\n.#\n.#")
        expectEqual(art(picture([0, 2, nil, 3, nil, nil], 0...3, .bars, 3, 3)), ".#.\n.#.\n##.")
        // The mean of equal numbers is that number: between two rows all columns are in the same one.
        for count in [3, 7, 100, 1_562] {
            let equal = [Double?](repeating: 7, count: 3 * count)
            expectEqual(art(picture(equal, 6...8, .line, 3, 2)), "...\n###", "\(count)")
        }
    }

    @Test("on RGB a line between two rows gives each half of its light, in the colour of its number")
    func antialiasing() {
        // Half of the light is the channel value 194: see the bars.
        let flat = picture([1, 1], 0...2, .line, 2, 2, format: .rgb)
        expectEqual([0, 1].map { flat.rgb[1, $0] }, [Color(rawValue: 0xC2C2C2), Color(rawValue: 0xC2C2C2)])
        let onto = picture([3, 3], 1...5, .line, 2, 2, format: .rgb, background: .white)
        expectEqual([0, 1].map { onto.rgb[0, $0] }, [Color(rawValue: 0xFFC2C2), Color(rawValue: 0xFFC2C2)])
        let area = picture([1, 1], 0...2, .area, 2, 2, format: .rgb)
        expectEqual([0, 1].map { area.rgb[1, $0] }, [Color(rawValue: 0xC2C2C2), .white])
        let bar = picture([3], 0...4, .bars, 1, 2, format: .rgb)
        expectEqual([0, 1].map { bar.rgb[0, $0] }, [Color(rawValue: 0xC20000), Color(rawValue: 0xFF0000)])
    }

    @Test("random numbers in areas of any size draw nothing outside, and no column of a full list is empty")
    func random() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<500 {
            let size = Size(
                width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...12, using: &random))
            let count = Int.random(in: 1...90, using: &random)
            let values: [Double?] = (0..<count).map { _ in .random(in: -5...5, using: &random) }
            for form in Plot.Form.allCases {
                let plot = Plot(form, size: size)
                plot.show(values, range: -5...5) { _ in .white }
                var frame = Frame(canvas: Canvas(size: Size(width: 60, height: 30), format: .rgb))
                frame.withArea(Rectangle(x: 10, y: 10, width: 50, height: 20)) { plot.draw(at: .zero, into: &$0) }
                for x in 0..<60 {
                    let lit = (0..<30).filter { frame.canvas.rgb[x, $0] != .black }
                    #expect(lit.allSatisfy { (10..<10 + size.height).contains($0) })
                    let isInside = (10..<10 + size.width).contains(x)
                    #expect(isInside || lit.isEmpty)
                    if form != .bars { #expect(!isInside || !lit.isEmpty, "\(form) \(size) \(count) column \(x)") }
                }
            }
        }
    }

    @Test("drawing allocates nothing, in any form and on any panel")
    func allocations() {
        for form in Plot.Form.allCases {
            for format in [Canvas.Format.mono, .rgb] {
                let plot = Plot(form, size: Size(width: 40, height: 12))
                plot.show([1, 5, nil, 2.5, 3], range: 0...6, background: Color(rawValue: 0x202020)) { _ in .white }
                var frame = Frame(size: plot.size, format: format)
                plot.draw(at: .zero, into: &frame)
                let count = SignTestSupport.allocations { plot.draw(at: .zero, into: &frame) }
                expectEqual(count, 0, "\(form) \(format)")
            }
        }
    }

    @Test("only other numbers, colours or ranges are another picture")
    func revisions() {
        let plot = Plot(.line, size: Size(width: 4, height: 4))
        func show(_ values: [Double?], _ color: Color = .white) { plot.show(values, range: 0...3) { _ in color } }
        show([1, 2])
        show([1, 2])
        expectEqual(plot.revision, 1)
        show([1, 2], Color(rawValue: 0xFF))
        show([1, 3], Color(rawValue: 0xFF))
        expectEqual(plot.revision, 3)
        expectEqual(plot.nextChange(after: .zero), nil)
    }
}

@Suite struct PlotRangeTests {
    @Test("a range has an eighth of room at both ends, and stays until numbers leave it or need less than half of it")
    func hysteresis() {
        var range = PlotRange()
        expectEqual(range.take([nil, .nan]), nil)
        expectEqual(range.take([0, nil, 8]), -1...9)
        expectEqual(range.take([0, 9]), -1...9)
        expectEqual(range.take([2, 7]), -1...9)
        expectEqual(range.take([]), -1...9)
        expectEqual(range.take([1, 5]), 0.5...5.5)
        expectEqual(range.take([1, 6]), 0.375...6.625)
    }

    @Test("equal numbers are in the middle of a range, in which they may move")
    func equal() {
        var range = PlotRange()
        expectEqual(range.take([5, 5]), 4...6)
        expectEqual(range.take([5.5]), 4...6)
        expectEqual(range.take([7]), 6...8)
    }

    @Test("with a base the range reaches it, without room beyond it")
    func base() {
        var range = PlotRange()
        expectEqual(range.take([4, 8], base: 0), 0...9)
        var negative = PlotRange()
        expectEqual(negative.take([-8, -4], base: 0), -9...0)
        var both = PlotRange()
        expectEqual(both.take([-4, 4], base: 0), -5...5)
    }

    @Test("a range never is empty or endless")
    func extremes() {
        var range = PlotRange()
        expectEqual(range.take([-1.7e308, 1.7e308]), nil)
        let large = range.take([1e17, 1e17])
        #expect(large.map { $0.lowerBound < $0.upperBound } ?? false)
    }
}
