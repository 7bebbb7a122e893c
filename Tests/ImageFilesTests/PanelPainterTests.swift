import ImageFiles
import PixelGraphics
import SignTestSupport
import Testing

@Suite struct PanelPainterTests {
    @Test("Style pixels is the canvas itself, in the LED colour where it is mono, whatever the brightness")
    func pixels() {
        let painter = PanelPainter(style: .pixels, ledColor: Color(rawValue: 0xFFB000))
        var mono = Frame(size: Size(width: 3, height: 1), format: .mono)
        mono.canvas.set(Point(x: 1, y: 0), to: .white)
        mono.brightness = Brightness(percent: 10)
        expectEqual(Sample.hex(painter.paint(mono)), "000000 ffb000 000000")
        var rgb = Frame(size: Size(width: 2, height: 1), format: .rgb)
        rgb.canvas.set(Point(x: 0, y: 0), to: Ink(Color(rawValue: 0x010203)))
        expectEqual(Sample.hex(painter.paint(rgb)), "010203 000000")
        expectEqual(painter.imageSize(of: Size(width: 64, height: 32)), Size(width: 64, height: 32))
    }

    @Test("Style leds gives 12 image pixels a LED: 768x384 for 64x32")
    func size() {
        let painter = PanelPainter(style: .leds)
        expectEqual(painter.imageSize(of: Size(width: 64, height: 32)), Size(width: 768, height: 384))
        let frame = Frame(size: Size(width: 5, height: 3), format: .rgb)
        expectEqual(painter.paint(frame).size, Size(width: 60, height: 36))
    }

    @Test("The image of one LED is the same under all symmetries of the square, for every pitch")
    func symmetry() {
        for pitch in [4, 5, 8, 11, 12, 16] {
            let image = PanelPainter(style: .leds, pitch: pitch).paint(oneLED(.white))
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let pixel = image[x, y]
                    expectEqual(pixel, image[image.width - 1 - x, y], "pitch \(pitch), \(x) \(y)")
                    expectEqual(pixel, image[y, x], "pitch \(pitch), \(x) \(y)")
                }
            }
        }
    }

    @Test("A LED is brightest in its middle, round, glows beyond its cell and fades to the ground")
    func shape() {
        let image = PanelPainter(style: .leds).paint(oneLED(Color(rawValue: 0xFF0000)))
        // The middle of the lit LED of 3x3 lies at 18; its cell ends at 24.
        let reds = (18..<36).map { image[$0, 18].red }
        expectEqual(reds[0], 255)
        #expect(zip(reds, reds.dropFirst()).prefix(6).allSatisfy { $0 >= $1 })
        #expect(image[18, 18].green < 128, "a red LED stays red in its middle")
        let diagonal = image[23, 23].red
        #expect(reds[4] > 2 * diagonal, "the corner of the cell lies outside of the disc")
        #expect(diagonal > 30 && diagonal < 120, "glow in the corner: \(diagonal)")
        #expect(image[18, 25].red > image[18, 25].green + 10, "the glow reaches the next cell")
    }

    @Test("Dark LEDs are faintly seen, and equal in all cells")
    func unlit() {
        let frame = Frame(size: Size(width: 2, height: 2), format: .mono)
        let image = PanelPainter(style: .leds).paint(frame)
        let middle = image[6, 6]
        let corner = image[0, 0]
        #expect((20...60).contains(middle.red) && corner.red < middle.red && corner.red > 0)
        for y in 0..<12 {
            for x in 0..<12 {
                expectEqual(image[x, y], image[x + 12, y + 12])
            }
        }
    }

    @Test("Brightness dims the light step by step; at 0 only the dark panel is left")
    func brightness() {
        let painter = PanelPainter(style: .leds)
        var frame = oneLED(Color(rawValue: 0x00FF00))
        let greens = stride(from: 0, through: 100, by: 10).map { percent in
            frame.brightness = Brightness(percent: percent)
            return painter.paint(frame)[21, 18].green
        }
        #expect(zip(greens, greens.dropFirst()).allSatisfy { $0 < $1 }, "\(greens)")
        frame.brightness = Brightness(percent: 0)
        expectEqual(painter.paint(frame), painter.paint(Frame(size: frame.canvas.size, format: .rgb)))
    }

    @Test("All colours at once, each at its full light, neither trap nor wrap around")
    func saturation() {
        var frame = Frame(size: Size(width: 9, height: 9), format: .rgb)
        frame.canvas.fill(.white)
        let image = PanelPainter(style: .leds).paint(frame)
        expectEqual(image[54, 54], .white)
    }

    @Test("A mono panel shines in its LED colour")
    func mono() {
        var frame = Frame(size: Size(width: 3, height: 3), format: .mono)
        frame.canvas.set(Point(x: 1, y: 1), to: .white)
        let painter = PanelPainter(style: .leds, ledColor: Color(rawValue: 0x00A0FF))
        expectEqual(painter.paint(frame), painter.paint(oneLED(Color(rawValue: 0x00A0FF))))
    }

    private func oneLED(_ color: Color) -> Frame {
        var frame = Frame(size: Size(width: 3, height: 3), format: .rgb)
        frame.canvas.set(Point(x: 1, y: 1), to: Ink(color))
        return frame
    }
}
