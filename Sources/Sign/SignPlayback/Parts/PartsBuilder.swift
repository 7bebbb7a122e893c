import BitmapFonts
import LinuxSystem
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Makes content of parts.
package struct PartsBuilder {
    /// The pixels that the parts of a message may have together.
    static let maximumPixels = 4_194_304
    /// The parts, copies counted, that a message may have.
    static let maximumContents = 2_000

    /// What is wrong with parts beyond these limits.
    static let tooLarge = SignReason.part(.tooLarge(pixels: maximumPixels, copies: maximumContents))

    private let environment: PartsEnvironment

    package init(_ environment: PartsEnvironment) {
        self.environment = environment
    }

    /// Makes the content of parts on an area of a size; their time starts at an instant.
    ///
    /// - Throws: everything that is missing or cannot be laid out, at its place in the file.
    package func content(_ parts: SignParts, size: Size, start: Instant) throws(SignError) -> PartsContent {
        let construction = PartsConstruction(environment)
        let layers = construction.layers(
            parts, size: size, scope: PartsConstruction.Scope(start: start, cadence: construction.cadence))
        // They hold the construction itself.
        defer { construction.refreshers = [] }
        guard construction.problems.isEmpty else { throw SignError(problems: construction.problems) }
        return PartsContent(
            layers, cues: construction.cues, cadence: construction.cadence, directed: construction.directed,
            refreshers: construction.refreshers)
    }
}

/// What parts need from the sign that they are on.
package struct PartsEnvironment {
    /// Makes a text of the sign, as it stands in an area of a size from an instant on.
    package var text: (SignMessage, Size, Instant) throws(SignError) -> any Content
    /// Lays a text out as one strip, for an area of a size.
    package var strip: (SignMessage, Size) throws(SignError) -> ColoredStrip
    /// Gets the fonts of a look, for an area of some rows.
    package var fonts: (SignLook, Int) throws(SignError) -> FontChain
    /// Gets a picture by its path, from an instant on; fails with words.
    package var image: (String, Instant) -> Result<(content: any Content, size: Size), WordedError>
    /// Makes the message of a text with its values as they are now, for an area of a size; nil if that fails.
    var message: (SignMessage, Size) -> Message? = { _, _ in nil }
    package var time: any LocalTimeSource & Sendable
    /// The file's name for error messages.
    package var path: String

    /// Takes the ways of a sign.
    package init(
        path: String, time: any LocalTimeSource & Sendable,
        text: @escaping (SignMessage, Size, Instant) throws(SignError) -> any Content,
        strip: @escaping (SignMessage, Size) throws(SignError) -> ColoredStrip,
        fonts: @escaping (SignLook, Int) throws(SignError) -> FontChain,
        image: @escaping (String, Instant) -> Result<(content: any Content, size: Size), WordedError>
    ) {
        (self.path, self.time, self.text, self.strip) = (path, time, text, strip)
        (self.fonts, self.image) = (fonts, image)
    }
}

/// A clock that has not been set.
package struct UnknownLocalTime: LocalTimeSource, Sendable {
    package init() {}

    /// Nil: the time is unknown.
    package func localTime(at instant: Instant) -> LocalTime? { nil }

    package var revision: Int { 0 }
}
