import BitmapFonts
import LinuxSystem
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What parts need from the sign that they are on.
package struct PartsEnvironment {
    /// Makes a text of the sign, as it stands in an area of a size from an instant on.
    package var text: (SignMessage, Size, Instant) throws(SignError) -> any Content
    /// Lays a text out as one strip, for an area of a size.
    package var strip: (SignMessage, Size) throws(SignError) -> ColoredStrip
    /// Gets the fonts of a look, for an area of some rows.
    package var fonts: (SignMessage, Int) throws(SignError) -> FontChain
    /// Gets a picture by its path, from an instant on; fails with words.
    package var image: (String, Instant) -> Result<(content: any Content, size: Size), WordedError>
    /// Makes the message of a text with its values as they are now, for an area of a size; nil if that fails.
    var message: (SignMessage, Size) -> Message? = { _, _ in nil }
    /// The wall clock.
    package var time: any LocalTimeSource & Sendable
    /// The file's name for error messages.
    package var path: String

    /// Takes the ways of a sign.
    package init(
        path: String, time: any LocalTimeSource & Sendable,
        text: @escaping (SignMessage, Size, Instant) throws(SignError) -> any Content,
        strip: @escaping (SignMessage, Size) throws(SignError) -> ColoredStrip,
        fonts: @escaping (SignMessage, Int) throws(SignError) -> FontChain,
        image: @escaping (String, Instant) -> Result<(content: any Content, size: Size), WordedError>
    ) {
        (self.path, self.time, self.text, self.strip) = (path, time, text, strip)
        (self.fonts, self.image) = (fonts, image)
    }
}
