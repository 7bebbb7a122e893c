import Marquee
import PixelGraphics
import SignTestSupport
import Testing

/// Where something stands in rows that may be fewer than its own.
@Suite struct VerticalPlacementTests {
    @Test(
        "what fits stands by its alignment; of what does not, all ink is seen where there is room for it, moved as little as possible"
    )
    func start() {
        for height in 0...6 {
            for rows in 0...9 {
                for first in 0...rows {
                    for end in first...rows {
                        for (align, plain) in [
                            (VerticalAlignment.top, 0), (.middle, (height - rows) >> 1), (.bottom, height - rows),
                        ] {
                            let ink = first..<end
                            let start = align.start(rows: rows, ink: ink, in: height)
                            guard rows > height, ink.count <= height else {
                                expectEqual(start, plain)
                                continue
                            }
                            func shows(_ start: Int) -> Bool { start + first >= 0 && start + end <= height }
                            let nearest = (-20...20).filter(shows).map { abs($0 - plain) }.min()
                            #expect(
                                shows(start) && abs(start - plain) == nearest, "\(align) \(rows) \(ink) in \(height)")
                        }
                    }
                }
            }
        }
        expectEqual(VerticalAlignment.middle.start(rows: 9, ink: nil, in: 4), -3)
    }

    @Test("the ink of a strip is that of all its parts")
    func strip() {
        let mask = bitmap("...\n.#.\n...\n...\n...")
        let strip = ColoredStrip(mask: mask, ink: .white)
        expectEqual(strip.top(in: 1, .top), -1)
        expectEqual(strip.top(in: 1, .bottom), -1)
        expectEqual(strip.top(in: 5, .bottom), 0)
        expectEqual(ColoredStrip.empty.top(in: 3, .bottom), 3)
    }
}
