import Foundation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// The looks of every effect, in files that a person has looked at.
///
/// With LEDSIGN_RECORD in the environment the files are written again, and the tests fail; then check the files.
@Suite("Looks of effects")
struct EffectGoldenTests {
    @Test("G: every effect looks as recorded, in and out, mono and RGB, at six times", arguments: Effect.allCases)
    func looks(effect: Effect) throws {
        let text = Self.frames(effect)
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tests.appendingPathComponent("EffectGoldens/\(effect.rawValue).txt")
        if ProcessInfo.processInfo.environment["LEDSIGN_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent): look at it")
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        expectEqual(text, golden, "\(effect)\n\(text)")
    }

    private static let word = """
        #..#....#......
        #..#....#......
        #..#....#......
        #..#.##.##.....
        ####.#..#.#..#.
        #..#.#..#.#..##
        #..#.##.##...#.
        ...............
        """

    /// A text without background, of an odd width, and for RGB a red text on blue with a yellow rim.
    private static func frames(_ effect: Effect) -> String {
        var text = "G \(effect.rawValue)\n"
        for format in [Canvas.Format.mono, .rgb] {
            let size = Size(width: format == .mono ? 15 : 16, height: 8)
            for isLeaving in [false, true] {
                let settings = EffectSettings(effect, duration: .milliseconds(100))
                let content = EffectContent(
                    content(format, size), size: size, entrance: isLeaving ? nil : settings)
                if isLeaving { content.leave(settings, at: .zero) }
                text += "\n\(format == .mono ? "mono" : "RGB"), \(isLeaving ? "out" : "in")"
                text += ": 0, 20, 45, 70, 95 and 100 %\n"
                let pictures = [0, 20, 45, 70, 95, 100].map { percent in
                    picture(content, at: .zero + .milliseconds(percent), size, format)
                }
                for y in 0..<size.height {
                    text += pictures.map { row($0, y) }.joined(separator: " ") + "\n"
                }
            }
        }
        return text
    }

    private static func content(_ format: Canvas.Format, _ size: Size) -> any Content {
        guard format == .rgb else { return Still(ColoredStrip(art: word)) }
        let layers = Layers()
        layers.add(Fill(Ink(Color(rawValue: 0xFFFF00))), in: Rectangle(size))
        layers.add(Fill(Ink(Color(rawValue: 0x0000FF))), in: Rectangle(x: 1, y: 1, width: 14, height: 6))
        layers.add(
            Still(ColoredStrip(art: word, ink: Ink(Color(rawValue: 0xFF0000)))),
            in: Rectangle(x: 2, y: 1, width: 13, height: 6)
        )
        return layers
    }

    /// `#` and `.` in mono; in RGB the initial of the colour, small where it is dimmed, `'` where it is darker than a
    /// third.
    private static func row(_ canvas: Canvas, _ y: Int) -> String {
        (0..<canvas.size.width).map { x in
            guard canvas.format == .rgb else { return canvas.mono[x, y] ? "#" : "." }
            return letter(canvas.rgb[x, y])
        }.joined()
    }

    private static func letter(_ color: Color) -> String {
        let brightest = max(color.red, color.green, color.blue)
        guard brightest >= 5 else { return "." }
        guard brightest >= 85 else { return "'" }
        func has(_ channel: UInt8) -> Int { Int(channel) * 2 >= Int(brightest) ? 1 : 0 }
        let letters = ["?", "B", "G", "C", "R", "M", "Y", "W"]
        let letter = letters[has(color.red) * 4 + has(color.green) * 2 + has(color.blue)]
        return brightest >= 250 ? letter : letter.lowercased()
    }
}
