import BitmapFonts
import Foundation
import ImageFiles
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

@Suite("Markup on a sign")
struct MarkupPictureTests {
    private static func load(_ name: String) throws -> BitmapFont {
        let folder = PackageFolder.root.appendingPathComponent("fonts").path
        return try FontFile.load(path: try FontSearch(folders: [folder]).find(name).path)
    }

    /// What a text shows, with the problems that it must not have.
    private func content(
        _ text: String, _ size: Size, _ readings: [String: LiveReading] = [:], font: String = "ledsign-8",
        _ change: (inout Message) -> Void = { _ in }
    ) throws -> MessageContent {
        let markup = try MarkupTexts.read(text)
        let fonts = FontChain([try Self.load(font)])
        let (resources, problems) = MarkupResources.load(
            for: markup, fonts: fonts, loadFont: Self.load, loadPicture: { try MarkupResources.readPicture(path: $0) })
        expectEqual(problems, [])
        var message = Message(markup.styled(scope: FieldScope(readings), resources: resources), fonts: fonts)
        change(&message)
        return try MessageContent(message, size: size)
    }

    private func shown(_ content: MessageContent, _ format: Canvas.Format = .mono) -> Canvas {
        var frame = Frame(size: content.size, format: format)
        content.draw(at: .zero, into: &frame)
        return frame.canvas
    }

    /// Letters for the colours.
    private func colors(_ canvas: Canvas) -> String {
        (0..<canvas.size.height).map { y in
            (0..<canvas.size.width).map { x in
                switch canvas.rgb[x, y] {
                case .black: "."
                case .white: "w"
                case Color(rawValue: 0xFF0000): "r"
                case Color(rawValue: 0x008000): "g"
                case Color(rawValue: 0xFFFF00): "y"
                default: "?"
                }
            }.joined()
        }.joined(separator: "\n")
    }

    @Test("colours, an icon and another font in one line, looked at")
    func golden() throws {
        let text = try content(
            "<red>Hi</> <icon=heart><font=ledsign-6-condensed><yellow>42", Size(width: 36, height: 8))
        expectEqual(colors(shown(text, .rgb)), Self.golden)
    }

    private static let golden = """
        r...r.r.....ww..ww..................
        r...r......wwwwwwww.................
        r...r.r....wwwwwwww.y.y.yy..........
        rrrrr.r....wwwwwwww.y.y...y.........
        r...r.r....wwwwwwww.yyy..y..........
        r...r.r.....wwwwww....y.y...........
        r...r.r......wwww.....y.yyy.........
        ..............ww....................
        """

    @Test("an icon is taken from the icons' font even where the message's font has its character, too")
    func iconFont() throws {
        for (name, rows) in [("ledsign-8", 8), ("ledsign-16-bold", 16)] {
            let size = Size(width: 16, height: rows)
            let icon = try content("<icon=euro>", size, font: name)
            let font = try Self.load(SignIcon.fontName(rows: rows))
            let glyph = try #require(font.glyph(for: 0xE101))
            let lit = (0..<rows).reduce(0) { sum, y in sum + (0..<16).filter { shown(icon).mono[$0, y] }.count }
            let expected = (0..<glyph.height).reduce(0) { sum, y in
                sum + (0..<glyph.width).filter { glyph[$0, y] }.count
            }
            #expect(lit == expected && lit > 0)
        }
    }

    @Test("every icon has a picture in both icon fonts, of at most 8 and 16 rows, and no two look the same by mistake")
    func allIcons() throws {
        #expect(SignIcon.names.count >= 450)
        for name in ["ledsign-icons-8", "ledsign-icons-16"] {
            let font = try Self.load(name)
            var seen: [[String]: SignIcon] = [:]
            for icon in SignIcon.names.compactMap({ SignIcon(named: $0) }) {
                let glyph = try #require(font.glyph(for: icon.character.value), "\(name): \(icon.name)")
                #expect(glyph.height <= font.lineHeight && glyph.width <= font.lineHeight, "\(icon.name)")
                #expect(
                    (0..<glyph.height).contains { y in (0..<glyph.width).contains { glyph[$0, y] } }, "\(icon.name)")
                let place = "\(glyph.top) of \(glyph.advance)"
                let rows = (0..<glyph.height).map { y in
                    String((0..<glyph.width).map { glyph[$0, y] ? "#" : "." as Character })
                }
                let same = seen.updateValue(icon, forKey: [place] + rows)
                #expect(same == nil || same?.character == icon.character, "\(icon.name) looks like \(same?.name ?? "")")
            }
        }
    }

    @Test("an image file appears in the text; missing files and fonts are reported once, at their places")
    func pictures() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("markup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var image = RGBBitmap(size: Size(width: 2, height: 2), color: Color(rawValue: 0xFF0000))
        image[1, 1] = .white
        let path = folder.appendingPathComponent("a.png").path
        try PNG.write(image, path: path)
        let text = try content("<image=\(path)>", Size(width: 4, height: 8))
        expectEqual(colors(shown(text, .rgb)), "....\n....\n....\nrr..\nrw..\n....\n....\n....")
        let broken = try MarkupTexts.read("<font=none>a</> <image=\(path)x> <font=none>b")
        let problems = MarkupResources.load(
            for: broken, fonts: FontChain([]), loadFont: Self.load,
            loadPicture: { try MarkupResources.readPicture(path: $0) }
        ).problems
        expectEqual(problems.map(\.offset), [11, 16])
        for (problem, name) in zip(problems, ["\"none\"", "\(path)x"]) {
            #expect("\(problem)".contains(name), "\(problem)")
        }
    }

    @Test("An icon has the colour of the letters, also where its character is an emoji that is a picture by itself")
    func iconsOfEmoji() throws {
        let emoji = EmojiFont { "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf" }
        let fonts = FontChain([try Self.load("ledsign-16-bold")], emoji: emoji)
        func colors(_ text: String) throws -> Int {
            let markup = try MarkupTexts.read(text)
            let (resources, _) = MarkupResources.load(
                for: markup, fonts: fonts, loadFont: Self.load,
                loadPicture: { try MarkupResources.readPicture(path: $0) })
            let message = Message(markup.styled(resources: resources), fonts: fonts)
            return Set(shown(try MessageContent(message, size: Size(width: 32, height: 16)), .rgb).rgb.pixels).count
        }
        expectEqual(try colors("<icon=bread>"), 2)
        #expect(try colors("🍞") > 10)
    }

    @Test("C2: a price that changes its colour and its width leaves the rest of the text where it is")
    func ticker() throws {
        let size = Size(width: 64, height: 8)
        let text = "ACME {acme|.2 ? < 0: red, > 0: green}   BOLT {bolt|.2 ? < 0: red, > 0: green}"
        func readings(_ acme: Int, _ bolt: Int) -> [String: LiveReading] {
            ["acme": LiveReading(.number(LiveNumber(acme))), "bolt": LiveReading(.number(LiveNumber(bolt)))]
        }
        let ticker = try content(text, size, readings(1, 2)) { $0.motion.scroll = .always }
        let markup = try MarkupTexts.read(text)
        var changed = ticker.message
        changed.styled = markup.styled(scope: FieldScope(readings(1, -12)))
        var before = Frame(size: size, format: .rgb)
        let instant = Instant.zero + .milliseconds(200)
        ticker.draw(at: instant, into: &before)
        try ticker.replace(changed, swap: .now, at: instant)
        var after = Frame(size: size, format: .rgb)
        ticker.draw(at: instant, into: &after)
        #expect(before.canvas.rgb != after.canvas.rgb || before.canvas.mono == after.canvas.mono)
        // ACME 1.00 is before the change.
        for x in 0..<45 { for y in 0..<8 { expectEqual(before.canvas.rgb[x, y], after.canvas.rgb[x, y]) } }
    }
}
