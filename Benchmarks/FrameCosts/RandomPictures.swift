import BitmapFonts
import Marquee
import PixelGraphics

/// Pictures of all kinds, one after the other as a sign shows them: most are those before, moved by a column.
struct RandomPictures {
    /// What a part of the pictures shows.
    private enum Content {
        case text(Color), smoothText(Color)
        /// Rectangles of these colours.
        case patches([Color])
        /// Pixels of these colours.
        case grain([Color])
        case photograph
        case noise
    }

    private let mask: MonoBitmap
    private var contents: [Content] = []
    private var brightness = Brightness.full
    private var offset = 0

    /// Lays out the text that some pictures show.
    init() throws { mask = try SampleText.layout("ledsign-8").strip(SampleText.short).bitmap }

    /// The next picture for a board of a size; some are mono, or of another size.
    mutating func next(_ size: Size, _ random: inout SplitMix) -> Frame {
        if contents.isEmpty || random.isOne(of: 4) {
            contents = (0..<(random.isOne(of: 3) ? 2 : 1)).map { _ in Self.content(&random) }
        }
        if random.isOne(of: 6) {
            brightness = random.isOne(of: 2) ? .full : Brightness(percent: random.number(0...100))
        }
        offset += 1
        let size = random.isOne(of: 20) ? Size(width: size.width + 1, height: size.height) : size
        var frame = Frame(size: size, format: random.isOne(of: 20) ? .mono : .rgb)
        for content in contents {
            // The second one covers a part of the first one.
            let isWhole = contents.count == 1
            let area = isWhole ? Rectangle(size) : Self.rectangle(in: size, &random)
            frame.withArea(area) { draw(content, size, into: &$0, &random) }
        }
        frame.brightness = brightness
        return frame
    }

    private static func content(_ random: inout SplitMix) -> Content {
        switch random.number(0...9) {
        case 0: return .text(.white)
        case 1, 2: return .text(random.color())
        case 3, 4: return .smoothText(random.color())
        case 5: return .patches((0...random.number(0...5)).map { _ in random.color() } + [.black, .black])
        case 6: return .grain((0...random.number(0...5)).map { _ in random.color() } + [.black])
        case 7: return .grain((0...random.number(20...40)).map { _ in random.color() })
        case 8: return .photograph
        default: return .noise
        }
    }

    private func draw(_ content: Content, _ size: Size, into frame: inout Frame, _ random: inout SplitMix) {
        func fill(_ area: Rectangle, _ color: Color) { frame.canvas.fill(area, with: Ink(color)) }
        func fillPixels(_ color: (Int, Int) -> Color) {
            for y in 0..<size.height {
                for x in 0..<size.width { fill(Rectangle(x: x, y: y, width: 1, height: 1), color(x, y)) }
            }
        }
        switch content {
        case .text(let color):
            for top in stride(from: 0, to: size.height, by: 11) {
                let first = (offset + 31 * top) % (mask.size.width - 1)
                let columns = first..<min(first + size.width, mask.size.width)
                frame.canvas.stamp(mask, columns: columns, at: Point(x: 0, y: top), ink: Ink(color))
            }
        case .smoothText(let color):
            let scene = Scene(ColoredStrip(mask: mask, ink: Ink(color)), size: size, isSmooth: true)
            scene.draw(offset, into: &frame)
        case .patches(let colors):
            for index in 0..<12 { fill(Self.rectangle(in: size, &random), colors[index % colors.count]) }
        case .grain(let colors):
            fillPixels { _, _ in colors[random.number(0...colors.count - 1)] }
        case .photograph:
            fillPixels { x, y in
                func channel(_ sum: Int) -> UInt8 { UInt8(min(sum + random.number(0...7), 255)) }
                let (x, y) = ((x + offset) % 256, y % 256)
                return Color(red: channel(x), green: channel(3 * y), blue: channel(x + y))
            }
        case .noise:
            fillPixels { _, _ in Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
        }
    }

    private static func rectangle(in size: Size, _ random: inout SplitMix) -> Rectangle {
        Rectangle(
            x: random.number(0...size.width - 1), y: random.number(0...size.height - 1),
            width: random.number(1...size.width), height: random.number(1...size.height))
    }
}
