import Foundation
import SignTestSupport
import Testing

@Suite struct FontSheetTests {
    /// Two dots, 8192 columns apart: a cell for both is as wide as an image may be.
    static let wide = """
        STARTFONT 2.1
        FONT wide
        SIZE 8 75 75
        FONTBOUNDINGBOX 8 8 0 0
        CHARS 2
        STARTCHAR A
        ENCODING 65
        DWIDTH 1 0
        BBX 1 1 -4096 0
        BITMAP
        80
        ENDCHAR
        STARTCHAR B
        ENCODING 66
        DWIDTH 1 0
        BBX 1 1 4096 0
        BITMAP
        80
        ENDCHAR
        ENDFONT
        """

    @Test("A sheet that no image can hold is an error with the sizes, not a trap")
    func tooLarge() throws {
        let scratch = try ScratchFolder()
        let font = scratch.url.appendingPathComponent("wide.bdf")
        try Data(Self.wide.utf8).write(to: font)
        let outcome = try CommandRunner.ledsign(
            "font", "show", font.path, "--out", scratch.url.appendingPathComponent("sheet.png").path)
        expectEqual(outcome.status, 1)
        // Columns of 8194 pixels, eight of them, a line more, three times enlarged: 3 * (8 * 8194 + 1).
        #expect(outcome.errors.contains("would have 196659 x "), "\(outcome.errors)")
    }
}
