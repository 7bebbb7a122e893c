import PixelGraphics
import SignTestSupport
import Testing

@testable import Marquee

/// The small images that are drawn here.
@Suite struct SpriteTests {
    private func picture(_ sprite: Sprite, _ format: Canvas.Format) -> Canvas {
        let strip = sprite.strip
        var canvas = Canvas(size: strip.size, format: format)
        strip.draw(at: .zero, into: &canvas)
        return canvas
    }

    @Test("G sprite: there are nine images by name, which suit signs of eight rows")
    func names() {
        expectEqual(
            Sprite.allCases.map(\.rawValue),
            ["rocket", "broom", "bus", "car", "train", "plane", "bird", "fish", "snail"])
        for sprite in Sprite.allCases {
            let size = sprite.strip.size
            #expect((6...8).contains(size.height) && (9...14).contains(size.width), "\(sprite)")
            #expect(sprite.drawing.allSatisfy { $0.count == size.width }, "\(sprite)")
            let letters = Set(sprite.drawing.joined()).subtracting(Sprite.inks.map(\.letter))
            expectEqual(letters, ["."], "\(sprite)")
        }
    }

    @Test("G sprite: windows are dark on mono panels, and blue on others")
    func car() {
        expectEqual(
            art(picture(.car, .mono)),
            """
            ...#####....
            ..#..#..#...
            ###..#..###.
            ############
            ############
            ..##....##..
            """)
        let rgb = picture(.car, .rgb).rgb
        expectEqual(rgb[3, 0], Color(rawValue: 0xE02020))
        expectEqual(rgb[3, 1], Color(rawValue: 0x2060FF))
        expectEqual(rgb[2, 5], Color(rawValue: 0x909090))
        expectEqual(rgb[0, 0], .black)
    }
}
