import PixelGraphics
import SignTestSupport
import Testing

/// Reduction by means in linear light.
@Suite struct PictureScalerTests {
    private func color(_ picture: [Color], width: Int) -> Color {
        let size = Size(width: width, height: picture.count / width)
        return RGBBitmap(size: size, pixels: picture).scaled(to: Size(width: 1, height: 1))[0, 0]
    }

    @Test("E8: half of the light of white is 194 of 255, three quarters are 228, a quarter is 146 (CIE 1931)")
    func light() {
        let (black, white) = (Color.black, Color.white)
        expectEqual(color([black, white], width: 2), Color(red: 194, green: 194, blue: 194))
        expectEqual(color([black, white, white, white], width: 2), Color(red: 228, green: 228, blue: 228))
        expectEqual(color([black, white, black, black], width: 4), Color(red: 146, green: 146, blue: 146))
    }

    @Test("E8: no line of a picture gets lost: a column of 8 that is lit lights the pixel that it falls into")
    func thinLines() {
        for place in 0..<32 {
            var picture = RGBBitmap(size: Size(width: 32, height: 4))
            for y in 0..<4 { picture[place, y] = .white }
            let small = picture.scaled(to: Size(width: 4, height: 1))
            // An eighth of the light.
            let lit = (0..<4).map { small[$0, 0] == Color(red: 107, green: 107, blue: 107) }
            expectEqual(lit, (0..<4).map { $0 == place / 8 }, "column \(place)")
        }
    }

    @Test("E8: seeded pictures of all small sizes, reduced, enlarged and both, are what the definition says")
    func plain() {
        var random = SeededRandom(seed: 8)
        for (width, height, target) in [
            (2, 2, Size(width: 1, height: 1)), (7, 5, Size(width: 3, height: 2)), (9, 4, Size(width: 4, height: 4)),
            (3, 11, Size(width: 7, height: 5)), (13, 2, Size(width: 6, height: 5)),
            (31, 17, Size(width: 8, height: 16)),
            (5, 6, Size(width: 5, height: 1)), (4, 4, Size(width: 9, height: 9)), (64, 33, Size(width: 63, height: 32)),
        ] {
            let rows = (0..<height).map { _ in (0..<width).map { _ in pixel(&random) } }
            check(rows, to: target)
        }
    }

    @Test("E8: without means each pixel is the nearest one of the original, whatever the order of its rows")
    func nearest() {
        for (width, height, target) in [
            (7, 5, Size(width: 3, height: 2)), (3, 11, Size(width: 7, height: 5)), (16, 2, Size(width: 1, height: 4)),
        ] {
            let source = Size(width: width, height: height)
            for isInOrder in [true, false] {
                var scaler = PictureScaler(from: source, to: target, .nearest, isInOrder: isInOrder)
                for y in isInOrder ? Array(0..<height) : Array((0..<height).reversed()) {
                    let row = (0..<width).flatMap { (x: Int) -> [UInt8] in
                        [UInt8(x), UInt8(y), 9, x % 3 == 0 ? 127 : 128]
                    }
                    row.withUnsafeBufferPointer { scaler.take($0, row: y) }
                }
                let (picture, mask) = scaler.finish()
                for y in 0..<target.height {
                    for x in 0..<target.width {
                        let from = (
                            (2 * x + 1) * width / (2 * target.width), (2 * y + 1) * height / (2 * target.height)
                        )
                        expectEqual(mask[x, y], from.0 % 3 != 0)
                        let color = Color(red: UInt8(from.0), green: UInt8(from.1), blue: 9)
                        if mask[x, y] { expectEqual(picture[x, y], color) }
                    }
                }
            }
        }
        expectEqual(
            PictureScaler.workBytes(
                from: Size(width: 9, height: 9), to: Size(width: 2, height: 2), .nearest, isInOrder: false), 0)
    }

    private func pixel(_ random: inout SeededRandom) -> PlainPixel {
        func channel() -> Int { Int.random(in: 0...255, using: &random) }
        let alpha = [0, 255, 255, channel()].randomElement(using: &random) ?? 0
        return PlainPixel(red: channel(), green: channel(), blue: channel(), alpha: alpha)
    }

    private func check(_ rows: [[PlainPixel]], to size: Size) {
        let expected = PlainScaling.scale(rows, to: size)
        let source = Size(width: rows[0].count, height: rows.count)
        var scaler = PictureScaler(from: source, to: size)
        for (y, row) in rows.enumerated() { take(row, into: &scaler, row: y) }
        let (picture, mask) = scaler.finish()
        for (y, line) in expected.enumerated() {
            for (x, pixel) in line.enumerated() {
                expectEqual(mask[x, y], pixel != nil, "\(source) to \(size) at \(x),\(y)")
                guard let pixel else { continue }
                let found = picture[x, y]
                for (value, wanted) in [
                    (found.red, pixel.red), (found.green, pixel.green), (found.blue, pixel.blue),
                ] {
                    // Lights are rounded to 16 bits.
                    #expect(abs(Double(value) - wanted) < 0.6, "\(source) to \(size) at \(x),\(y): \(value) \(wanted)")
                }
            }
        }
    }

    private func take(_ row: [PlainPixel], into scaler: inout PictureScaler, row y: Int, first: Int = 0, step: Int = 1)
    {
        let samples = row.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }.map { UInt8($0) }
        samples.withUnsafeBufferPointer { scaler.take($0, row: y, first: first, step: step) }
    }

    @Test("E8: pixels that come in any order, in parts of rows, give the same picture")
    func order() {
        var random = SeededRandom(seed: 9)
        let rows = (0..<10).map { _ in (0..<12).map { _ in pixel(&random) } }
        for size in [Size(width: 5, height: 3), Size(width: 12, height: 4), Size(width: 12, height: 10)] {
            let source = Size(width: 12, height: 10)
            var whole = PictureScaler(from: source, to: size)
            for y in 0..<10 { take(rows[y], into: &whole, row: y) }
            var parts = PictureScaler(from: source, to: size, isInOrder: false)
            for first in [2, 0, 1] {
                for y in (0..<10).reversed() {
                    let columns = stride(from: first, to: 12, by: 3).map { rows[y][$0] }
                    take(columns, into: &parts, row: y, first: first, step: 3)
                }
            }
            #expect(whole.finish() == parts.finish(), "\(size)")
        }
    }

    @Test("E8: transparent pixels have no part in the colour: red beside nothing stays red")
    func alpha() {
        let red = PlainPixel(red: 255, green: 0, blue: 0)
        let nothing = PlainPixel(red: 0, green: 0, blue: 255, alpha: 0)
        var scaler = PictureScaler(from: Size(width: 4, height: 1), to: Size(width: 2, height: 1))
        take([red, nothing, red, PlainPixel(red: 0, green: 0, blue: 0, alpha: 0)], into: &scaler, row: 0)
        let (picture, mask) = scaler.finish()
        expectEqual((0..<2).map { picture[$0, 0] }, [Color(rawValue: 0xFF0000), Color(rawValue: 0xFF0000)])
        #expect(mask[0, 0] && mask[1, 0])
    }

    @Test("E8: what is covered less than by half has a part of the light, and less than a sixteenth is nothing")
    func thin() {
        let red = PlainPixel(red: 255, green: 0, blue: 0)
        let nothing = PlainPixel(red: 0, green: 0, blue: 255, alpha: 0)
        // A third, a sixteenth and a seventeenth of the light of red, as CIE 1931 has them.
        for (count, level) in [(2, 255), (3, 164), (16, 77), (17, 0)] {
            var scaler = PictureScaler(from: Size(width: count, height: 1), to: Size(width: 1, height: 1))
            take([red] + [PlainPixel](repeating: nothing, count: count - 1), into: &scaler, row: 0)
            let (picture, mask) = scaler.finish()
            expectEqual(picture[0, 0], Color(red: UInt8(level), green: 0, blue: 0), "1 of \(count)")
            expectEqual(mask[0, 0], count < 17)
        }
    }
}
