import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite struct BarTests {
    private func picture(
        _ share: Double, _ style: Bar.Style = Bar.Style(), width: Int, height: Int, format: Canvas.Format = .mono,
        color: Color = .white, background: Color? = nil
    ) -> Canvas {
        let bar = Bar(style, size: Size(width: width, height: height))
        bar.show(share, color: color, background: background)
        var frame = Frame(canvas: Canvas(size: bar.size, format: format, tracksCoverage: true))
        bar.draw(at: .zero, into: &frame)
        return frame.canvas
    }

    @Test("a bar grows from one side to the other, in whole pixels on a mono panel")
    func directions() {
        expectEqual(art(picture(0.5, width: 8, height: 2)), "####....\n####....")
        expectEqual(art(picture(0.5, Bar.Style(direction: .left), width: 8, height: 1)), "....####")
        expectEqual(art(picture(0.5, Bar.Style(direction: .up), width: 2, height: 4)), "..\n..\n##\n##")
        expectEqual(art(picture(0.25, Bar.Style(direction: .down), width: 2, height: 4)), "##\n..\n..\n..")
        // The nearest whole pixel: 3.44 are three, and 3.6 are four.
        expectEqual(art(picture(0.43, width: 8, height: 1)), "###.....")
        expectEqual(art(picture(0.45, width: 8, height: 1)), "####....")
    }

    @Test("numbers beyond the area fill it or leave it empty, and NaN is no length")
    func clamped() {
        for (share, expected) in [
            (0, "...."), (1, "####"), (1.5, "####"), (.infinity, "####"), (-0.1, "...."), (-.infinity, "...."),
            (.nan, "...."),
        ] as [(Double, String)] {
            expectEqual(art(picture(share, width: 4, height: 1)), expected, "\(share)")
        }
    }

    @Test("on RGB the last pixel gives as much light as it has of the bar, over black or the background")
    func antialiasing() {
        // CIE 1931: half of the light is a lightness of 116 * cbrt(0.5) - 16 = 76.07 of 100, which is 194 of 255.
        let half = picture(0.625, width: 4, height: 1, format: .rgb)
        expectEqual((0..<4).map { half.rgb[$0, 0].red }, [255, 255, 194, 0])
        expectEqual((0..<4).map { half.coverage[$0, 0] }, [true, true, true, false])
        let left = picture(0.625, Bar.Style(direction: .left), width: 4, height: 1, format: .rgb)
        expectEqual((0..<4).map { left.rgb[$0, 0].red }, [0, 194, 255, 255])
        let blue = Color(rawValue: 0x0000FF)
        let onto = picture(0.625, width: 4, height: 1, format: .rgb, background: blue)
        expectEqual((0..<4).map { onto.rgb[$0, 0] }, [.white, .white, Color(rawValue: 0xC2C2FF), blue])
        expectEqual((0..<4).allSatisfy { onto.coverage[$0, 0] }, true)
    }

    @Test("a bar never gets shorter while its share grows, and is gives the light of its share within a level")
    func monotone() {
        for width in [1, 2, 7, 64] {
            var before = 0.0
            for step in 0...500 {
                let canvas = picture(Double(step) / 500, width: width, height: 1, format: .rgb)
                let light = (0..<width).reduce(0.0) { sum, x in
                    let lightness = Double(canvas.rgb[x, 0].green) * 100 / 255
                    let root = (lightness + 16) / 116
                    return sum + (lightness > 8 ? root * root * root : lightness / 902.3)
                }
                #expect(light >= before)
                #expect(abs(light - Double(step * width) / 500) < 0.008, "\(step) of 500 in \(width): \(light)")
                before = light
            }
        }
    }

    @Test("segments are equal within a pixel, with one dark pixel between them, and light up as wholes")
    func segments() {
        func row(_ share: Double, _ count: Int, width: Int) -> String {
            art(picture(share, Bar.Style(segments: count), width: width, height: 1))
        }
        expectEqual(row(1, 4, width: 11), "##.##.##.##")
        expectEqual(row(0.5, 4, width: 11), "##.##......")
        expectEqual(row(0.6, 4, width: 11), "##.##......")
        expectEqual(row(0.63, 4, width: 11), "##.##.##...")
        expectEqual(row(1, 3, width: 12), "###.###.####")
        // More than there is room for.
        expectEqual(row(1, 99, width: 6), "#.#.##")
        expectEqual(row(1, 2, width: 1), "#")
        let rising = picture(0.5, Bar.Style(direction: .up, segments: 2), width: 1, height: 5)
        expectEqual(art(rising), ".\n.\n.\n#\n#")
    }

    @Test("on mono a background is lit only where it is brighter than the bar, which is dark on it then")
    func monoBackground() {
        let dark = Color(rawValue: 0x202020)
        expectEqual(art(picture(0.5, width: 4, height: 1, background: dark)), "##..")
        let red = Color(rawValue: 0xFF0000)
        expectEqual(art(picture(0.5, width: 4, height: 1, color: red, background: .white)), "..##")
    }

    @Test("only another length or colour is another picture, and time changes nothing")
    func revisions() {
        let bar = Bar(size: Size(width: 4, height: 1))
        expectEqual(bar.revision, 0)
        bar.show(0.5, color: .white)
        bar.show(0.5, color: .white)
        expectEqual(bar.revision, 1)
        bar.show(0.5, color: Color(rawValue: 0xFF0000))
        bar.show(0.75, color: Color(rawValue: 0xFF0000))
        expectEqual(bar.revision, 3)
        bar.show(0.75, color: Color(rawValue: 0xFF0000), background: .black)
        expectEqual(bar.revision, 4)
        expectEqual(bar.nextChange(after: .zero), nil)
    }
}
