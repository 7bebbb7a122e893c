import BitmapFonts
import Foundation
import SignTestSupport
import Testing

/// Whole sheets of fonts, pixel for pixel as FreeType draws them.
@Suite struct FreeTypeTests {
    static let x11 = "/usr/share/fonts/X11/"

    static let fonts: [String] = [
        "misc/4x6", "misc/6x13", "misc/9x15B", "misc/10x20", "misc/12x13ja", "misc/clR6x12",
        "misc/ter-u16n_iso-8859-1", "misc/ter-u32b_iso-8859-1", "75dpi/helvR12", "75dpi/helvBO24", "75dpi/timI24",
        "75dpi/charBI14",
    ].map { x11 + $0 + ".pcf.gz" }

    @Test("A sheet of all glyphs of a PCF is what FreeType draws", arguments: sample(fonts, 4))
    func sheetOfPCF(path: String) throws {
        try compare(path)
    }

    @Test("Sheets of the BDF fonts of this project are what FreeType draws")
    func sheetsOfShippedFonts() throws {
        let folder = FontTools.root.appendingPathComponent("fonts").path
        for path in try FontTools.files(in: folder, ending: ".bdf", atLeast: 1) { try compare(path) }
    }

    private static let columns = 32

    /// A cell that holds every glyph of a font, and where its pen stands.
    private struct Cell {
        var width: Int
        var height: Int
        var penX: Int
        var penY: Int

        init(_ font: BitmapFont) {
            penX = font.glyphs.map { -$0.left }.max() ?? 0
            penY = font.glyphs.map(\.top).max() ?? 0
            width = penX + (font.glyphs.map { $0.left + $0.width }.max() ?? 0)
            height = penY + (font.glyphs.map { $0.height - $0.top }.max() ?? 0)
        }
    }

    private func compare(_ path: String) throws {
        let font = try FontFile.load(path: path)
        let cell = Cell(font)
        let python = FontTools.root.appendingPathComponent(".build/test-venv/bin/python").path
        let script = FontTools.root.appendingPathComponent("scripts/freetype_sheet.py").path
        let codes = font.glyphs.map { String($0.code) }.joined(separator: "\n")
        try FontTools.withFolder { folder in
            let numbers = [cell.width, cell.height, cell.penX, cell.penY, Self.columns].map(String.init)
            let printed = try FontTools.run(python, [script, path, folder + "/sheet"] + numbers, input: codes)
            let lines = printed.split(separator: "\n").map(String.init)
            let words = lines.firstIndex(of: "codes") ?? 0
            expectEqual(lines.first, "\(font.ascent) \(font.descent)")
            let advances: [Int] = lines[1..<words].compactMap { Int($0) }
            expectEqual(advances, font.glyphs.map(\.advance))
            // FreeType keeps the default character as its glyph 0, which is not among the codes it lists.
            let listed = Set(lines[(words + 1)...].compactMap { UInt32($0) })
            let ours = Set(font.glyphs.map(\.code))
            #expect(listed.isSubset(of: ours) && ours.subtracting(listed).count <= 1)
            let sheet = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/sheet")))
            #expect(sheet.contains(1))
            expectSame(sheet, draw(font, cell), font, cell)
        }
    }

    /// The sheet that this project's glyphs make.
    private func draw(_ font: BitmapFont, _ cell: Cell) -> [UInt8] {
        let width = Self.columns * cell.width
        let rows = (font.glyphCount + Self.columns - 1) / Self.columns
        var sheet = [UInt8](repeating: 0, count: width * cell.height * rows)
        for (index, glyph) in font.glyphs.enumerated() {
            let left = index % Self.columns * cell.width + cell.penX + glyph.left
            let top = index / Self.columns * cell.height + cell.penY - glyph.top
            for x in 0..<glyph.width {
                for word in 0..<glyph.wordsPerColumn {
                    var bits = glyph.word(column: x, word: word)
                    while bits != 0 {
                        sheet[(top + 64 * word + bits.trailingZeroBitCount) * width + left + x] = 1
                        bits &= bits - 1
                    }
                }
            }
        }
        return sheet
    }

    private func expectSame(_ theirs: [UInt8], _ ours: [UInt8], _ font: BitmapFont, _ cell: Cell) {
        expectEqual(theirs.count, ours.count)
        // Two arrays of millions of bytes are compared slowly in debug builds; Data has memcmp(3).
        guard theirs.count == ours.count, Data(theirs) != Data(ours),
            let place = zip(theirs, ours).enumerated().first(where: { $1.0 != $1.1 })?.offset
        else { return }
        let width = Self.columns * cell.width
        let (column, row) = (place % width / cell.width, place / width / cell.height)
        func picture(_ sheet: [UInt8]) -> String {
            (0..<cell.height).map { y in
                let start = (row * cell.height + y) * width + column * cell.width
                return sheet[start..<start + cell.width].map { $0 == 1 ? "#" : "." }.joined()
            }.joined(separator: "\n")
        }
        let code = font.glyphs[row * Self.columns + column].code
        Issue.record("\(font.source), code \(code), FreeType:\n\(picture(theirs))\nhere:\n\(picture(ours))")
    }
}
