import BitmapFonts
import Marquee
import PixelGraphics
import Settings
import SignFiles
import Timelines

/// Makes content of parts.
package struct PartsBuilder {
    /// The pixels that the parts of a message may have together.
    static let mostPixels = 4_194_304
    /// The parts, copies counted, that a message may have.
    static let mostContents = 2_000

    /// What is wrong with parts beyond these limits.
    static let tooLarge = SignReason.part(.tooLarge(pixels: mostPixels, copies: mostContents))

    private let environment: PartsEnvironment

    /// Creates a builder.
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
