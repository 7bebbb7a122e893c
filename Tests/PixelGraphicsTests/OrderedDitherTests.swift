import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct OrderedDitherTests {
    /// The level of 0 to 2047 of a channel value (CIE 1931), without the bits of planes that a panel lacks.
    private func shown(_ value: UInt8, planes: Int) -> Int {
        let lightness = 100 * Double(value) / 255
        let luminance = lightness <= 8 ? lightness / 902.3 : pow((lightness + 16) / 116, 3)
        let step = 1 << (11 - planes)
        return Int((luminance * 2_047).rounded()) / step * step
    }

    @Test(
        "E8: the mean light of any grey on a panel of 1 to 4 planes is that of the picture, within a 64th of a step",
        arguments: 1...4)
    func means(planes: Int) throws {
        let dither = try #require(OrderedDither(planes: planes))
        let step = 1 << (11 - planes)
        let brightest = 2_048 - step
        for value in stride(from: UInt8(0), through: 255, by: 3) {
            let picture = RGBBitmap(
                size: Size(width: 8, height: 8), color: Color(red: value, green: 255 - value, blue: 0))
            let result = dither.dithered(picture)
            for (wanted, channel) in [(value, \Color.red), (255 - value, \Color.green), (0, \Color.blue)] {
                let sum = result.pixels.reduce(0) { $0 + shown($1[keyPath: channel], planes: planes) }
                let light = min(shown(wanted, planes: 11), brightest)
                #expect(abs(sum - 64 * light) <= step + 64, "\(wanted): \(sum / 64), not \(light)")
            }
        }
    }

    @Test("E8: black stays black, white stays white, and equal pixels of two pictures are equal afterwards")
    func stands() throws {
        let dither = try #require(OrderedDither(planes: 3))
        let size = Size(width: 9, height: 9)
        expectEqual(dither.dithered(RGBBitmap(size: size)), RGBBitmap(size: size))
        let white = dither.dithered(RGBBitmap(size: size, color: .white))
        #expect(white.pixels.allSatisfy { shown($0.red, planes: 3) == 7 * 256 })
        let grey = RGBBitmap(size: size, color: Color(red: 90, green: 120, blue: 150))
        var other = grey
        other[4, 4] = .white
        let results = [grey, other].map(dither.dithered)
        for place in grey.pixels.indices where place != 4 * 9 + 4 {
            expectEqual(results[0].pixels[place], results[1].pixels[place])
        }
        #expect(Set(results[0].pixels).count > 1)
    }

    @Test("A panel of more planes shows pictures as they are", arguments: [0, 5, 11])
    func none(planes: Int) { #expect(OrderedDither(planes: planes) == nil) }
}
