import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import BitmapFonts

/// Pictures of emoji in colour, from Debian's package fonts-noto-color-emoji.
@Suite struct EmojiFontTests {
    static let path = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    private func font() throws -> EmojiFont {
        guard FileManager.default.fileExists(atPath: Self.path) else {
            throw FontTools.ToolError(description: "\(Self.path) is missing: \(FontTools.fix)")
        }
        return EmojiFont { Self.path }
    }

    @Test("A picture is what Pillow draws, reduced in linear light", arguments: [12, 16, 24, 32])
    func pictures(rows: Int) throws {
        let font = try font()
        let characters = ["😀", "😂", "😍", "🍕", "🚌", "⛄", "🎄", "🔥", "💙", "🐸", "⚽", "☔"]
        let python = FontTools.root.appendingPathComponent(".build/test-venv/bin/python").path
        let script = FontTools.root.appendingPathComponent("scripts/emoji_pictures.py").path
        let printed = try FontTools.run(python, [script, Self.path], input: characters.joined(separator: "\n"))
        var lines = printed.split(separator: "\n").map(String.init)[...]
        for character in characters {
            let numbers = lines.removeFirst().split(separator: " ").compactMap { Int($0) }
            let pixels = lines.prefix(numbers[1]).map { PlainPixel.row(hex: $0) }
            lines = lines.dropFirst(numbers[1])
            let picture = try #require(font.picture(of: Character(character), rows: rows))
            let longest = Double(max(numbers[0], numbers[1]))
            let size = Size(
                width: max(1, Int((Double(numbers[0] * rows) / longest).rounded())),
                height: max(1, Int((Double(numbers[1] * rows) / longest).rounded())))
            expectEqual(picture.bitmap.size, size)
            let expected = PlainScaling.scale(pixels, to: size)
            var farthest = 0.0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let found = picture.bitmap[x, y]
                    // At the edges of what is transparent the two libraries may round differently.
                    guard picture.mask[x, y], let wanted = expected[y][x] else { continue }
                    farthest = max(
                        farthest, abs(Double(found.red) - wanted.red), abs(Double(found.green) - wanted.green),
                        abs(Double(found.blue) - wanted.blue))
                }
            }
            #expect(farthest < 6, "\(character) at \(rows) rows differs by \(farthest)")
            let seen = expected.joined().count { $0 != nil }
            let lit = (0..<size.height).reduce(0) { sum, y in sum + (0..<size.width).count { picture.mask[$0, y] } }
            #expect(abs(seen - lit) <= 2, "\(character): \(lit) pixels, not \(seen)")
        }
    }

    @Test("Sequences are one picture: flags, skin tones, families, keycaps, and letters with U+FE0F")
    func sequences() throws {
        let font = try font()
        for sequence in ["🇩🇪", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "1️⃣", "❤️", "☀️", "🧑🏿‍🚀"] {
            let picture = font.picture(of: Character(sequence), rows: 16)
            #expect(picture != nil, "\(sequence)")
            expectEqual(picture.map { max($0.bitmap.width, $0.bitmap.height) }, 16)
        }
        #expect(font.picture(of: "👍🏽", rows: 16)?.bitmap != font.picture(of: "👍", rows: 16)?.bitmap)
    }

    @Test("The flag of Germany is black, red and gold; a red heart is red")
    func colors() throws {
        let font = try font()
        let flag = try #require(font.picture(of: "🇩🇪", rows: 30)).bitmap
        let third = flag.height / 3
        let middles = (0..<3).map { flag[flag.width / 2, $0 * third + third / 2] }
        #expect(middles[0].red < 60 && middles[0].green < 60 && middles[0].blue < 60)
        #expect(middles[1].red > 180 && middles[1].green < 60 && middles[1].blue < 60)
        #expect(middles[2].red > 200 && middles[2].green > 150 && middles[2].blue < 80)
        let heart = try #require(font.picture(of: "❤️", rows: 16)).bitmap
        let middle = heart[8, 8]
        #expect(middle.red > 180 && middle.green < 90 && middle.blue < 90)
    }

    @Test("Only what Unicode shows in colour is a picture")
    func choice() {
        let pictures: [Character] = ["😀", "❤️", "👍🏽", "☝🏽", "🇩🇪", "1️⃣", "⌚", "©️", "👨‍👩‍👧"]
        let letters: [Character] = ["A", "1", "#", "©", "❤", "☀", "❤\u{FE0E}", "⌚\u{FE0E}", "é", "한", "\u{E123}"]
        for character in pictures { #expect(character.isColorEmoji, "\(character)") }
        for character in letters { #expect(!character.isColorEmoji, "\(character)") }
        for character in pictures { #expect(String(character).mayHaveColorEmoji, "\(character)") }
    }

    @Test("There is no picture for fewer than 12 rows, and none of letters")
    func none() throws {
        let font = try font()
        #expect(font.picture(of: "😀", rows: 11) == nil)
        #expect(font.picture(of: "😀", rows: 12) != nil)
        #expect(font.picture(of: "A", rows: 16) == nil)
        #expect(font.picture(of: "\u{10FFFD}", rows: 16) == nil)
        // A picture is never enlarged.
        expectEqual(font.picture(of: "😀", rows: 1_000)?.bitmap.size, font.picture(of: "😀", rows: 128)?.bitmap.size)
    }

    @Test("A missing or broken file, and one without pictures in colour, give none")
    func broken() throws {
        #expect(EmojiFont { nil }.picture(of: "😀", rows: 16) == nil)
        #expect(EmojiFont { "/nowhere/NotoColorEmoji.ttf" }.picture(of: "😀", rows: 16) == nil)
        let dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
        #expect(FileManager.default.fileExists(atPath: dejavu), "\(FontTools.fix)")
        #expect(EmojiFont { dejavu }.picture(of: "😀", rows: 16) == nil)
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path)))
        var random = SeededRandom(seed: 30)
        try FontTools.withFolder { folder in
            for turn in 0..<40 {
                var bytes = turn < 20 ? Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random))) : whole
                // The tables of the pictures' places lie at the beginning.
                for _ in 0..<20 where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<min(bytes.count, 60_000), using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                let path = "\(folder)/\(turn).ttf"
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                let font = EmojiFont { path }
                for character: Character in ["😀", "🇩🇪", "👍🏽"] {
                    let picture = font.picture(of: character, rows: 16)
                    #expect(picture.map { $0.bitmap.width <= 16 && $0.bitmap.height <= 16 } ?? true)
                }
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test("The coverage of a text counts pictures as there, on panels with colours only")
    func coverage() throws {
        let letters = try FontFile.load(path: FontTools.root.appendingPathComponent("fonts/ledsign-16-bold.bdf").path)
        let chain = FontChain([letters], emoji: try font())
        expectEqual(CoverageReport(of: "Hi 🇩🇪🍕ก", fonts: chain, inColor: true).missing.map(\.firstIndex), [6])
        expectEqual(CoverageReport(of: "Hi 🇩🇪🍕ก", fonts: chain).missing.map(\.firstIndex), [3, 4, 5, 6])
    }
}

extension PlainPixel {
    /// Reads a row of pixels of eight hexadecimal digits each.
    fileprivate static func row(hex: String) -> [PlainPixel] {
        let digits = hex.utf8.map { Int($0) - ($0 < 58 ? 48 : 87) }
        return stride(from: 0, to: digits.count, by: 8).map { start in
            let bytes = stride(from: start, to: start + 8, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            return PlainPixel(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
        }
    }
}
