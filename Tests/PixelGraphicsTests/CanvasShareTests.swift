import PixelGraphics
import SignTestSupport
import Testing

/// Shapes with soft edges.
@Suite struct CanvasShareTests {
    private static let size = Size(width: 27, height: 70)

    /// A shape whose pixels have random shares, row by row.
    private func shape(_ random: inout SeededRandom) -> (mask: MonoBitmap, shares: [UInt8]) {
        let shares = (0..<Self.size.width * Self.size.height).map { _ -> UInt8 in
            [0, 255, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        var mask = MonoBitmap(size: Self.size)
        for (place, share) in shares.enumerated() where share > 0 {
            mask[place % Self.size.width, place / Self.size.width] = true
        }
        return (mask, shares)
    }

    @Test("each pixel is mixed with what is there by its share, in linear light, and clipped as other shapes are")
    func mixing() {
        var random = SeededRandom(seed: 21)
        for turn in 0..<40 {
            let (mask, shares) = shape(&random)
            let point = Point(x: Int.random(in: -25...29, using: &random), y: Int.random(in: -68...20, using: &random))
            let ink = UInt32.random(in: 0...0xFFFFFF, using: &random)
            // The shape on black is for what is black, and must not be taken for anything else.
            let behind = turn % 4 == 0 ? 0 : UInt32.random(in: 0...0xFFFFFF, using: &random)
            let onBlack = Ink(Color(rawValue: ink)).onBlack(
                turn.isMultiple(of: 2) ? shares : [], size: turn.isMultiple(of: 2) ? Self.size : .zero)
            var canvas = Canvas(size: Size(width: 29, height: 20), format: .rgb, tracksCoverage: true)
            // A part of what is behind it stays black.
            let edge = Int.random(in: 0...29, using: &random)
            canvas.fill(Rectangle(x: edge, y: 0, width: 29, height: 20), with: Ink(Color(rawValue: behind)))
            canvas.stamp(
                mask, shares: shares, columns: 0..<mask.width, at: point, ink: Ink(Color(rawValue: ink)),
                onBlack: onBlack)
            for y in 0..<20 {
                for x in 0..<29 {
                    let (column, row) = (x - point.x, y - point.y)
                    let isWithin = (0..<Self.size.width).contains(column) && (0..<Self.size.height).contains(row)
                    let share = isWithin ? Int(shares[row * Self.size.width + column]) : 0
                    // 255 is all of the 256 parts.
                    let expected = CanvasBlendTests.mix(
                        x < edge ? 0 : behind, ink, share == 255 ? 256 : share + share / 128)
                    expectEqual(canvas.rgb[x, y].rawValue, expected)
                }
            }
        }
    }

    @Test("a mono canvas takes pixels that are covered by half or more, and coverage is that of the mask")
    func mono() {
        var random = SeededRandom(seed: 22)
        let (mask, shares) = shape(&random)
        for ink in [Ink.white, .dark] {
            var canvas = Canvas(size: Self.size, format: .mono, tracksCoverage: true)
            canvas.stamp(mask, shares: shares, columns: 1..<6, at: Point(x: 1, y: 0), ink: ink)
            for (place, share) in shares.enumerated() {
                let (x, y) = (place % Self.size.width, place / Self.size.width)
                let isDrawn = (1..<6).contains(x)
                expectEqual(canvas.mono[x, y], isDrawn && share >= 128 && ink.isLit)
                expectEqual(canvas.coverage[x, y], isDrawn && share > 0)
            }
        }
    }

    @Test("shares of another number of pixels draw the mask whole")
    func wrongNumber() {
        let mask = bitmap("#.#")
        var canvas = Canvas(size: Size(width: 3, height: 1), format: .rgb)
        canvas.stamp(mask, shares: [1, 2], columns: 0..<3, at: .zero, ink: .white)
        expectEqual(canvas.rgb.pixels, [.white, .black, .white])
    }
}
