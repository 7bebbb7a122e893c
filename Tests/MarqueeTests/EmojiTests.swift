import BitmapFonts
import Foundation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// Emoji in colour among letters, with the pictures of Debian's package fonts-noto-color-emoji.
@Suite struct EmojiTests {
    private static let emoji = EmojiFont { "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf" }

    private func font(_ name: String) throws -> BitmapFont {
        try FontFile.load(path: PackageFolder.root.appendingPathComponent("fonts/\(name).bdf").path)
    }

    private func chain(_ name: String, emoji: EmojiFont? = Self.emoji) throws -> FontChain {
        FontChain([try font(name), try font("ledsign-icons-16")], emoji: emoji)
    }

    private func drawn(
        _ text: String, _ fonts: FontChain, _ format: Canvas.Format, _ change: (inout Message) -> Void = { _ in }
    ) throws -> Canvas {
        var message = Message(text, fonts: fonts)
        change(&message)
        var frame = Frame(size: Size(width: 64, height: 16), format: format)
        try MessageContent(message, size: frame.canvas.size).draw(at: .zero, into: &frame)
        return frame.canvas
    }

    private func colors(_ canvas: Canvas) -> Set<Color> { Set(canvas.rgb.pixels) }

    @Test("An emoji beside letters is a picture in its own colours, between letters in theirs")
    func colors() throws {
        let fonts = try chain("ledsign-16-bold")
        let canvas = try drawn("i😀i", fonts, .rgb) { $0.color = Color(rawValue: 0x0000FF) }
        #expect(colors(canvas).count > 20)
        let plain = try drawn("i😀i", try chain("ledsign-16-bold", emoji: nil), .rgb) {
            $0.color = Color(rawValue: 0x0000FF)
        }
        expectEqual(colors(plain), [.black, Color(rawValue: 0x0000FF)])
        // The face is yellow in the middle of its forehead, and the letters are blue.
        let column = try #require((0..<64).first { x in (0..<16).contains { canvas.rgb[x, $0].red > 200 } })
        let forehead = canvas.rgb[column + 7, 2]
        #expect(forehead.red > 200 && forehead.green > 150 && forehead.blue < 120)
        #expect((0..<column).contains { x in (0..<16).contains { canvas.rgb[x, $0].rawValue == 0x0000FF } })
    }

    @Test("On a panel without colours it is the icon of the same character, in a square of the line's height")
    func mono() throws {
        let canvas = try drawn("😀", try chain("ledsign-16-bold"), .mono)
        let icon = try #require(try font("ledsign-icons-16").glyph(for: 0x1F600))
        func count(_ isLit: (Int, Int) -> Bool) -> Int {
            (0..<16).reduce(0) { sum, y in sum + (0..<64).count { isLit($0, y) } }
        }
        expectEqual(count { canvas.mono[$0, $1] }, count { icon[$0, $1] })
    }

    @Test("Letters of fewer than 12 rows, U+FE0E and fonts without pictures leave the icons")
    func letters() throws {
        #expect(colors(try drawn("😀", try chain("ledsign-8"), .rgb)).count == 2)
        #expect(colors(try drawn("⌚\u{FE0E}", try chain("ledsign-16-bold"), .rgb)).count == 2)
        #expect(colors(try drawn("⌚", try chain("ledsign-16-bold"), .rgb)).count > 5)
    }

    @Test("A sequence is one picture of 16 columns, and a column is free behind each")
    func widths() throws {
        let fonts = try chain("ledsign-16-bold")
        for text in ["❤️", "👨‍👩‍👧", "1️⃣"] {
            let one = try Message(text, fonts: fonts).measured().width
            #expect((12...17).contains(one), "\(text): \(one)")
            expectEqual(try Message(text + text, fonts: fonts).measured().width, 2 * one + 1)
        }
    }

    @Test("The text itself stays what it was, wraps between emoji, and runs from right to left where its letters do")
    func layout() throws {
        let fonts = try chain("ledsign-16-bold")
        var message = Message("😀😀😀 😀😀", fonts: fonts)
        expectEqual(message.text, "😀😀😀 😀😀")
        message.overflow = .wrap
        expectEqual(try message.laid(width: 60, isWrapped: true).lines.count, 2)
        let hebrew = FontChain([try font("ledsign-16-bold")], emoji: Self.emoji)
        let laid = try Message("אב😀", fonts: hebrew).laid()
        // The last character of the text stands on the left.
        let face = try #require(laid.lines[0].glyphs.first)
        #expect(laid.pictures[face.run] != nil)
    }

    @Test("Drawing emoji that scroll allocates nothing")
    func frames() throws {
        var message = Message("😀 a long text that moves 🍕", fonts: try chain("ledsign-16-bold"))
        message.motion.scroll = .always
        let content = try MessageContent(message, size: Size(width: 64, height: 16))
        for format in [Canvas.Format.mono, .rgb] {
            var frame = Frame(size: Size(width: 64, height: 16), format: format)
            content.draw(at: .zero, into: &frame)
            let count = allocations {
                for step in 1...50 { content.draw(at: .zero + .milliseconds(Int64(step) * 20), into: &frame) }
            }
            expectEqual(count, 0)
        }
    }
}
