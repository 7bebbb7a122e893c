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
            var canvas = Canvas(
                size: Size(width: 29, height: 20), format: .rgb, tracksCoverage: turn.isMultiple(of: 3))
            canvas.fill(.dark)
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

    /// A layer with two shapes in two inks, the second far from the first or over it.
    private func layer(_ random: inout SeededRandom) -> (layer: Canvas, draw: (inout Canvas) -> Void) {
        let shapes = (0..<2).map { number in
            let (mask, shares) = shape(&random)
            let ink = Ink(Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &random)))
            let x = number == 0 ? Int.random(in: -20...2, using: &random) : Int.random(in: 30...50, using: &random)
            return (mask: mask, shares: shares, ink: ink, at: Point(x: x, y: -20))
        }
        func draw(_ canvas: inout Canvas) {
            for shape in shapes {
                canvas.stamp(
                    shape.mask, shares: shape.shares, columns: 0..<shape.mask.width, at: shape.at, ink: shape.ink,
                    onBlack: shape.ink.onBlack(shape.shares, size: Self.size))
            }
        }
        var layer = Canvas(size: Size(width: 64, height: 12), format: .rgb, tracksCoverage: true)
        draw(&layer)
        return (layer, draw)
    }

    private func background(_ random: inout SeededRandom) -> Canvas {
        var canvas = Canvas(size: Size(width: 64, height: 12), format: .rgb)
        for x in 0..<64 {
            let color = Color(rawValue: x.isMultiple(of: 3) ? 0 : UInt32.random(in: 0...0xFFFFFF, using: &random))
            canvas.fill(Rectangle(x: x, y: 0, width: 1, height: 12), with: Ink(color))
        }
        return canvas
    }

    @Test("a layer looks as if its shapes were drawn over what is behind it, also through other layers")
    func layers() {
        var random = SeededRandom(seed: 23)
        for _ in 0..<20 {
            let (layer, draw) = layer(&random)
            let behind = background(&random)
            var expected = behind
            draw(&expected)
            var once = behind
            once.composite(layer, at: .zero)
            expectEqual(once.rgb.pixels, expected.rgb.pixels)
            #expect(once.rgb.pixels.allSatisfy { $0.rawValue < 1 << 24 })

            var outer = Canvas(size: layer.size, format: .rgb, tracksCoverage: true)
            outer.composite(layer, at: .zero)
            var copy = Canvas(size: layer.size, format: .rgb, tracksCoverage: true)
            copy.copy(areaOf: outer)
            var twice = behind
            twice.composite(copy, at: .zero)
            expectEqual(twice.rgb.pixels, expected.rgb.pixels)

            // A layer whose pixels are there already is a background like any other.
            var filled = Canvas(size: layer.size, format: .rgb, tracksCoverage: true)
            filled.composite(behind, at: .zero)
            filled.composite(layer, at: .zero)
            expectEqual(filled.rgb.pixels, expected.rgb.pixels)
        }
    }

    @Test("the ends of a blend of two layers are these layers; halfway, an edge on nothing is half as much of an edge")
    func blending() {
        var random = SeededRandom(seed: 24)
        let (first, second) = (layer(&random).layer, layer(&random).layer)
        let behind = background(&random)
        for (fraction, one) in [(0, first), (256, second)] {
            var layer = Canvas(size: first.size, format: .rgb, tracksCoverage: true)
            layer.blend(first, second, fraction: fraction)
            var (seen, expected) = (behind, behind)
            seen.composite(layer, at: .zero)
            expected.composite(one, at: .zero)
            expectEqual(seen.rgb.pixels, expected.rgb.pixels)
        }
        var edge = Canvas(size: Size(width: 1, height: 1), format: .rgb, tracksCoverage: true)
        edge.stamp(bitmap("#"), shares: [200], columns: 0..<1, at: .zero, ink: .white)
        var half = Canvas(size: edge.size, format: .rgb, tracksCoverage: true)
        half.blend(edge, Canvas(size: edge.size, format: .rgb, tracksCoverage: true), fraction: 128)
        var seen = Canvas(size: edge.size, format: .rgb)
        seen.fill(Ink(Color(rawValue: 0xFF0000)))
        seen.composite(half, at: .zero)
        expectEqual(seen.rgb[0, 0].rawValue, CanvasBlendTests.mix(0xFF0000, 0xFFFFFF, 100))
    }

    @Test("a layer that is cleared or overdrawn has no soft edges; one that is mixed is seen by its shares")
    func edgesGo() {
        var layer = Canvas(size: Size(width: 2, height: 1), format: .rgb, tracksCoverage: true)
        layer.stamp(bitmap("##"), shares: [128, 128], columns: 0..<2, at: .zero, ink: .white)
        expectEqual([layer.share(x: 0, y: 0), layer.share(x: 1, y: 0)], [128, 128])
        layer.set(Point(x: 0, y: 0), to: Ink(Color(rawValue: 0x00FF00)))
        expectEqual([layer.share(x: 0, y: 0), layer.share(x: 1, y: 0)], [255, 128])
        // Mixing is perceptual: half of half.
        var mixed = Canvas(size: layer.size, format: .rgb)
        mixed.mix(layer, share: 128, at: .zero)
        expectEqual(mixed.rgb.pixels.map(\.rawValue), [0x008000, 0x414141])
        var dark = layer
        dark.darkenSoftEdges()
        expectEqual(dark.rgb.pixels.map(\.rawValue), [0x00FF00, CanvasBlendTests.mix(0, 0xFFFFFF, 129)])
        layer.clear()
        expectEqual(layer.share(x: 1, y: 0), 255)
        expectEqual(layer.rgb.pixels, [.black, .black])
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
