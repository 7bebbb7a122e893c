import BitmapFonts
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

/// Bus writes of a refresh at 64x32, 1/16 scan, eleven planes, every store counted.
///
/// The plain method needs 16 x 11 x (3 x 64 + 6) = 34,848.
@Suite("HUB75 writes")
struct HUB75WriteCountTests {
    private static let size = Size(width: 64, height: 32)

    private static func panel(_ kind: PortKind) -> HUB75TestPanel {
        HUB75TestPanel(
            matrix: HUB75Matrix(columns: 64, rowPairs: 16), timing: PortTiming(kind: kind, writeTime: 30))
    }

    /// Writes of the words, those that are joined with the next one counted as one.
    private static func writes(_ encoder: HUB75Encoder) -> (writes: Int, columns: Int) {
        var writes = 0
        var columns = 0
        for word in encoder.programs[0].words {
            switch word.operation {
            case .setLow, .clearLow, .toggleLow, .setHigh, .clearHigh: writes += 1
            default: break
            }
            if word == ScanWord(.setLow, 1 << 17) { columns += 1 }
        }
        return (writes, columns)
    }

    /// The most writes that any frame takes, and the most writes of a frame for each column that it shifts.
    private static func worst(_ kind: PortKind, _ frames: [Frame]) throws -> (writes: Int, perColumn: Double) {
        var encoder = try panel(kind).encoder()
        var most = 0
        var perColumn = 0.0
        for frame in frames {
            for brightness in [100, 37] {
                var frame = frame
                frame.brightness = Brightness(percent: brightness)
                encoder.encode(frame)
                let (writes, columns) = writes(encoder)
                most = max(most, writes)
                // Besides its columns, a shift has the end of its clock, the latch and the pulse; a row its address.
                let others = 16 * 3 + 5 * (columns / 64)
                if columns > 0 { perColumn = max(perColumn, Double(writes - others) / Double(columns)) }
            }
        }
        return (most, perColumn)
    }

    /// A text at every offset: 16 rows high in the middle, or two lines of 8 rows that meet in the same row pairs.
    private static func texts(_ colors: [Color], background: Color = .black) throws -> [Frame] {
        let text = "Fresh bread until noon, rolls and cakes until six, ok! MWM#@%&"
        var frames: [Frame] = []
        for (font, tops) in [("ledsign-16-bold", [8]), ("ledsign-16-bold", [0, 16]), ("ledsign-8", [0, 16])] {
            let layout = TextLayout(fonts: FontChain([try FontFile.load(path: "fonts/\(font).bdf")]))
            let strip = try layout.strip(text)
            for offset in stride(from: 0, to: strip.advance - 64, by: 7) {
                var frame = rgbFrame(size) { _, _ in background }
                for (line, top) in tops.enumerated() {
                    for (index, color) in colors.enumerated() {
                        let part = 64 / colors.count
                        frame.canvas.stamp(
                            strip.bitmap, columns: offset + index * part..<offset + (index + 1) * part,
                            at: Point(x: index * part, y: top + line), ink: Ink(color))
                    }
                }
                frames.append(frame)
            }
        }
        return frames
    }

    @Test("White and primary text on black takes at most 3,000 writes, at full and at 37 % brightness")
    func white() throws {
        for color in [Color.white, Color(rawValue: 0xFF0000), Color(rawValue: 0x00FF00), Color(rawValue: 0x00FFFF)] {
            #expect(try Self.worst(.bcm, Self.texts([color])).writes <= 3_000, "\(color)")
        }
    }

    @Test("Text in any one colour takes at most 7,500 writes")
    func anyColor() throws {
        var random = SeededRandom(seed: 2)
        let colors = (0..<12).map { _ in Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
        for color in sample(colors, 3) {
            #expect(try Self.worst(.bcm, Self.texts([color])).writes <= 7_500, "\(color)")
        }
    }

    @Test("Text in two arbitrary colours takes at most 12,000 writes")
    func twoColors() throws {
        var random = SeededRandom(seed: 3)
        let pairs = (0..<8).map { _ in
            (0..<2).map { _ in Color(rawValue: UInt32(truncatingIfNeeded: random.next())) }
        }
        for colors in sample(pairs, 2) {
            #expect(try Self.worst(.bcm, Self.texts(colors)).writes <= 12_000, "\(colors)")
        }
    }

    @Test("A photograph takes at most 32,000 writes; on RP1 at most 25,000, and never more than 2 for a column")
    func photo() throws {
        let frames = (0..<4).map { photograph(Self.size, seed: UInt64($0)) }
        let bcm = try Self.worst(.bcm, frames)
        #expect(bcm.writes <= 32_000)
        let rp1 = try Self.worst(.rp1, frames)
        #expect(rp1.writes <= 25_000)
        #expect(rp1.perColumn <= 2)
    }

    @Test("Nothing takes more than the plain method: noise, and stripes that change every line at every column")
    func noise() throws {
        var random = SeededRandom(seed: 4)
        var frames = (0..<4).map { _ in PanelDriversTests.noise(Self.size, using: &random) }
        // Upper and lower pixels in turn, all levels: every column has a line that rises, in every plane.
        for shift in 0..<3 {
            frames.append(
                rgbFrame(Self.size) { x, y in
                    let value = UInt8(truncatingIfNeeded: 97 * x + 31 * y + 53 * shift)
                    return (x + y / 16) % 2 == 0 ? Color(red: value, green: 255 - value, blue: value ^ 85) : .black
                })
        }
        let bcm = try Self.worst(.bcm, frames)
        #expect(bcm.writes <= 34_848)
        let rp1 = try Self.worst(.rp1, frames)
        #expect(rp1.perColumn <= 2)
        #expect(try Self.worst(.kernel, frames).perColumn <= 2)
    }

    @Test("The refresh period is the same for black, white, text and photographs, in every phase")
    func period() throws {
        for kind in PortKind.allCases {
            for dither in 0...2 {
                var panel = Self.panel(kind)
                panel.settings.ditherBits = dither
                var encoder = try panel.encoder()
                let text = try #require(Self.texts([.white]).first)
                for frame in [
                    rgbFrame(Self.size) { _, _ in .black }, rgbFrame(Self.size) { _, _ in .white }, text,
                    photograph(Self.size),
                ] {
                    encoder.encode(frame)
                    var interpreter = panel.interpreter()
                    for program in encoder.programs {
                        expectEqual(interpreter.play(program), encoder.refreshPeriod)
                    }
                    expectEqual(interpreter.violations, [])
                }
            }
        }
    }

    @Test("Frames are encoded without allocations: text, photographs, changes of brightness, all phases")
    func allocations() throws {
        var panel = Self.panel(.bcm)
        panel.settings.ditherBits = 2
        var encoder = try panel.encoder()
        var frames = try Self.texts([.white, Color(rawValue: 0xFFA000)])
        frames += try Self.texts([Color(rawValue: 0xFFA000)])
        frames.append(photograph(Self.size))
        var mono = Frame(size: Self.size, format: .mono)
        mono.canvas.fill(Rectangle(x: 3, y: 3, width: 9, height: 20), with: .white)
        frames.append(mono)
        encoder.encode(frames[0])
        var spare = encoder.makePrograms()
        encoder.encode(frames[0], into: &spare)
        let count = SignTestSupport.allocations {
            var index = 0
            while index < frames.count {
                frames[index].brightness = Brightness(percent: 100 - index % 50)
                encoder.encode(frames[index])
                encoder.encode(frames[index], into: &spare)
                index += 1
            }
        }
        expectEqual(count, 0)
        #expect(SignTestSupport.allocations { _ = encoder.makePrograms() } > 0)
    }
}
