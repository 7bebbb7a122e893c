import BitmapFonts
import PixelGraphics

extension ColoredStrip {
    /// Creates a strip from a text in one ink; its extent is the text's advance and height, and what has to fit are the
    /// text's columns.
    public init(_ strip: Strip, ink: Ink) {
        self.init(
            size: Size(width: strip.advance, height: strip.height), columns: strip.columns,
            parts: [Part(x: -strip.origin, y: 0, mask: strip.bitmap, ink: ink)])
    }
}
