import BitmapFonts
import PixelGraphics
import Schedules
import Settings
import SignFiles

/// Everything that can be said about a sign file before it is shown: what is wrong, and what is probably a mistake.
///
/// Fonts and images are loaded, no server is asked, and nothing is drawn.
package struct SignInspection {
    /// Everything that is wrong, in the order of the file.
    package let problems: [SignProblem]
    /// Probable mistakes, in the order of the file.
    package let warnings: [SignWarning]
    /// The messages that can be laid out; none where the extent of the sign is not known.
    package let messages: [LaidOutMessage]

    /// The bytes of memory that its images need, counting all frames; images of servers are not known.
    package let imageBytes: Int

    /// The extent by which fonts are chosen where that of the sign is not known.
    private static let defaultSize = Size(width: 64, height: 8)

    /// Inspects a file; loads its images and waits for them.
    ///
    /// - Parameters:
    ///   - file: the file, or as much of it as can be read.
    ///   - found: what was wrong with its values and its board already.
    ///   - size: the extent of the sign in pixels; nil if the board is missing or unreadable.
    ///   - fonts: where fonts come from.
    ///   - time: the time by which `when` may be over.
    package init(
        _ file: SignFile, found: [SignProblem] = [], size: Size?, fonts: SignFonts, time: WallTime
    ) {
        let images = ImageCache()
        let maker = MessageMaker(
            file: file, fonts: FontCache(fonts), values: TextValues(), images: images)
        let extent = size ?? Self.defaultSize
        images.request(maker.imageKeys(extent))
        images.settle()
        let areaProblems = size.map { file.areaProblems($0) } ?? []
        let messageProblems = maker.problems(extent)
        problems = SignError(problems: (found + areaProblems + messageProblems).withoutRepetitions).problems
        warnings = SignWarnings(maker: maker, size: size, time: time).all
        messages = size.map(maker.laidOut) ?? []
        imageBytes = maker.imageBytes(file.placedMessages(extent))
    }
}
