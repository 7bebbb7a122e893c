import BitmapFonts
import Marquee
import PixelGraphics

/// The text that the workloads show, in fonts of this project.
enum SampleText {
    /// 54 characters.
    static let short = "Fresh bread until noon, rolls and cakes until six, ok!"
    /// 200 characters.
    static let long = String(repeating: "Fresh bread until noon. ", count: 9).prefix(200)

    /// Loads the layout of a font in `fonts/`; the working folder is the checkout.
    static func layout(_ font: String) throws -> TextLayout {
        TextLayout(fonts: FontChain([try FontFile.load(path: "fonts/\(font).bdf")]))
    }

    /// The short text in amber, in a font whose letters are as high as the rows of 8x8 modules.
    @Sendable static func strip8() throws -> ColoredStrip { try strip("ledsign-8") }
    /// The short text in amber, in a font of 16 rows.
    @Sendable static func strip16() throws -> ColoredStrip { try strip("ledsign-16-bold") }
    /// The same in another ink.
    static func strip16(_ ink: Ink) throws -> ColoredStrip { try strip("ledsign-16-bold", ink: ink) }

    private static func strip(_ font: String, ink: Ink = Ink(Color(red: 255, green: 160, blue: 0))) throws
        -> ColoredStrip
    {
        let strip = try layout(font).strip(short)
        return ColoredStrip(
            mask: strip.bitmap, ink: ink,
            size: Size(width: strip.advance, height: strip.bitmap.size.height), origin: Point(x: -strip.origin, y: 0))
    }
}
