import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite("Smooth motion over other parts")
struct SmoothBackgroundTests {
    static let blue = Color(rawValue: 0x0000FF)
    /// Half the light of white and half of blue: L = 116 * 0.5^(1/3) - 16 = 76.07 of 100, which is 194 of 255.
    static let mixed = Color(rawValue: 0xC2C2FF)
    static let size = Size(width: 8, height: 2)

    /// One white column of a period of 8 at 1 px/s: after half a second half of it is in column 0, half in column 7.
    private func column() -> Marquee {
        var style = MarqueeStyle()
        style.scroll = .always
        style.pace = .speed(Speed(1))
        style.spacing = 7
        style.rendering = .smooth
        style.grid = RefreshGrid(interval: .milliseconds(500))
        return Marquee(ColoredStrip(mask: bitmap("#\n#"), ink: .white), style: style, size: Self.size)
    }

    private static let expected = [mixed] + [Color](repeating: blue, count: 6) + [mixed]

    @Test("A8: what lies under the text stays where neither of the blended columns has ink")
    func background() {
        var frame = Frame(size: Self.size, format: .rgb)
        Fill(Ink(Self.blue)).draw(at: .zero, into: &frame)
        column().draw(at: .zero + .milliseconds(500), into: &frame)
        for y in 0..<2 { expectEqual((0..<8).map { frame.canvas.color(x: $0, y: y) }, Self.expected) }
    }

    @Test("A7: in an area it blends with what is there, and its neighbours stay")
    func area() {
        var frame = Frame(size: Size(width: 12, height: 4), format: .rgb)
        frame.canvas.fill(Ink(Self.blue))
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: 3, height: 4), with: .white)
        frame.withArea(Rectangle(x: 3, y: 1, width: 8, height: 2)) { frame in
            column().draw(at: .zero + .milliseconds(500), into: &frame)
        }
        for y in 0..<4 {
            let inside = (1...2).contains(y) ? Self.expected : [Color](repeating: Self.blue, count: 8)
            let row = [Color](repeating: .white, count: 3) + inside + [Self.blue]
            expectEqual((0..<12).map { frame.canvas.color(x: $0, y: y) }, row)
        }
    }

    @Test("E4: as a part over another one it covers its ink alone")
    func layers() {
        var layer = Frame(canvas: Canvas(size: Self.size, format: .rgb, tracksCoverage: true))
        column().draw(at: .zero + .milliseconds(500), into: &layer)
        expectEqual(art(layer.canvas.coverage), "#......#\n#......#")
    }
}
