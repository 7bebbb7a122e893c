import PixelGraphics
import SignTestSupport
import Testing

/// Mixing two pictures in linear light.
@Suite struct CanvasBlendTests {
    /// The CIE 1931 curve in floating point, written here from its definition.
    static func light(_ value: Int) -> Double {
        let lightness = Double(value) * 100 / 255
        if lightness <= 8 { return lightness / 902.3 }
        let root = (lightness + 16) / 116
        return root * root * root
    }

    /// One pixel through `blend`.
    static func mix(_ first: UInt32, _ second: UInt32, _ fraction: Int) -> UInt32 {
        let size = Size(width: 1, height: 1)
        var canvas = Canvas(size: size, format: .rgb)
        var a = canvas
        var b = canvas
        a.fill(Ink(Color(rawValue: first)))
        b.fill(Ink(Color(rawValue: second)))
        canvas.blend(a, b, fraction: fraction)
        return canvas.rgb[0, 0].rawValue
    }

    @Test("the mix of any two values is the value whose light is nearest to the mixed light")
    func nearestLight() {
        var random = SeededRandom(seed: 3)
        let lights = (0...255).map(Self.light)
        for _ in 0..<4000 {
            let first = Int.random(in: 0...255, using: &random)
            let second = Int.random(in: 0...255, using: &random)
            let fraction = Int.random(in: 0...256, using: &random)
            let mixed = Int(Self.mix(UInt32(first) << 8, UInt32(second) << 8, fraction) >> 8)
            let light = (lights[first] * Double(256 - fraction) + lights[second] * Double(fraction)) / 256
            let nearest = lights.map { abs($0 - light) }.min() ?? 0
            // Two steps and a half of 16 bits are what the roundings of the integer tables may add up to.
            let deviation: Double = abs(lights[mixed] - light)
            let allowed: Double = nearest + 2.5 / 65535
            #expect(deviation <= allowed, "\(first) \(second) \(fraction): \(mixed)")
        }
    }

    @Test("the ends are exactly the two pictures, for every value; numbers beyond them are clamped")
    func ends() {
        for value in 0...255 {
            let color = UInt32(value) * 0x010101
            expectEqual(Self.mix(color, 0xFFFFFF, 0), color)
            expectEqual(Self.mix(0, color, 256), color)
            expectEqual(Self.mix(color, color, 77), color)
        }
        expectEqual(Self.mix(0x123456, 0xABCDEF, -5), 0x123456)
        expectEqual(Self.mix(0x123456, 0xABCDEF, .max), 0xABCDEF)
    }

    @Test("half way between black and white is the lightness of half the light")
    func half() {
        // Y = 0.5 is L = 116 * cbrt(0.5) - 16 = 76.07, which is 193.97 of 255.
        expectEqual(Self.mix(0x000000, 0xFFFFFF, 128), 0xC2C2C2)
        expectEqual(Self.mix(0xFF0000, 0x0000FF, 128), 0xC200C2)
    }

    @Test("the area is replaced, coverage is that of either picture, and what a picture lacks turns dark")
    func areaAndCoverage() {
        let size = Size(width: 3, height: 2)
        var canvas = Canvas(size: Size(width: 6, height: 3), format: .rgb, tracksCoverage: true)
        canvas.fill(.white)
        var first = Canvas(size: size, format: .rgb, tracksCoverage: true)
        var second = Canvas(size: size, format: .rgb, tracksCoverage: true)
        first.set(Point(x: 0, y: 0), to: .white)
        second.set(Point(x: 1, y: 1), to: .white)
        canvas.withArea(Rectangle(x: 1, y: 1, width: 4, height: 9)) { canvas in
            canvas.blend(first, second, fraction: 128)
        }
        expectEqual(
            art(canvas),
            """
            ######
            ##...#
            #.#..#
            """)
        expectEqual(art(canvas.coverage), art(canvas))
    }

    @Test("a mono canvas shows the nearer picture")
    func mono() {
        let size = Size(width: 2, height: 1)
        var canvas = Canvas(size: size, format: .mono)
        var first = canvas
        var second = canvas
        first.set(Point(x: 0, y: 0), to: .white)
        second.set(Point(x: 1, y: 0), to: .white)
        canvas.blend(first, second, fraction: 127)
        expectEqual(art(canvas), "#.")
        canvas.blend(first, second, fraction: 128)
        expectEqual(art(canvas), ".#")
    }
}
