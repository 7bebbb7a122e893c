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

    /// The short text in capitals of 22 rows, in a font of pixels.
    @Sendable static func strip22() throws -> ColoredStrip {
        try strip(TextLayout(fonts: FontChain([try FontFile.load(path: "fonts/ledsign-16-bold.bdf").scaled(by: 2)])))
    }

    /// The same in an outline font of Debian's package fonts-dejavu-core.
    static func outlines(isSmooth: Bool) throws -> ColoredStrip {
        let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
        let font = try FontFile.load(path: path, size: .capitals(22))
        return try strip(TextLayout(fonts: FontChain([isSmooth ? font.smooth() ?? font : font])))
    }

    /// Twelve emoji in colour, 22 rows high, of Debian's package fonts-noto-color-emoji.
    @Sendable static func emoji() throws -> ColoredStrip {
        let font = EmojiFont { "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf" }
        let pictures = "🍕🚌⛄🎄🔥💙🐸⚽☔😀🎉🌞".compactMap { font.picture(of: $0, rows: 22) }
        let strips = pictures.enumerated().map { number, picture in
            let frame: ImageAnimation.Frame = (picture.bitmap, picture.mask, .milliseconds(100))
            return (strip: ColoredStrip(ImageAnimation(frames: [frame])), at: Point(x: 24 * number, y: 0))
        }
        return ColoredStrip(size: Size(width: 24 * strips.count, height: 22), strips: strips)
    }

    private static func strip(_ font: String, ink: Ink? = nil) throws -> ColoredStrip {
        try strip(layout(font), ink: ink)
    }

    private static func strip(_ layout: TextLayout, ink: Ink? = nil) throws -> ColoredStrip {
        ColoredStrip(try layout.strip(short), ink: ink ?? Ink(Color(red: 255, green: 160, blue: 0)))
    }
}
