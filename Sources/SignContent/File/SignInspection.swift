import BitmapFonts
import PixelGraphics
import Schedules
import SettingsFiles

/// Everything that can be said about a sign file before it is shown: what is wrong, and what is probably not meant so.
///
/// Fonts and images are loaded, no server is asked, and nothing is drawn.
public struct SignInspection {
    /// Everything that is wrong, in the order of the file.
    public let problems: [SignProblem]
    /// What is probably not meant as it is written, in the order of the file.
    public let warnings: [SignWarning]
    /// The messages that can be laid out; none where the extent of the sign is not known.
    public let messages: [LaidOutMessage]

    /// The extent by which fonts are chosen where that of the sign is not known.
    private static let usualSize = Size(width: 64, height: 8)

    /// Looks a file over; loads its images and waits for them.
    ///
    /// - Parameters:
    ///   - file: the file, or as much of it as can be read.
    ///   - found: what was wrong with its values and its board already.
    ///   - size: the extent of the sign in pixels; nil where the board cannot be had.
    ///   - fonts: where fonts come from.
    ///   - time: the time by which `when` may be over.
    public init(
        _ file: SignFile, found: [SignProblem] = [], size: Size?, fonts: SignFonts, time: WallTime
    ) {
        let images = ImageShelf()
        let maker = MessageMaker(
            file: file, fonts: FontCache(fonts), surroundings: SignSurroundings(), images: images)
        let extent = size ?? Self.usualSize
        images.request(SignPlayer.imageKeys(of: file, size: extent, maker: maker))
        images.settle()
        let areaProblems = size.map { SignPlayer.areaProblems(of: file, size: $0) } ?? []
        let messageProblems = SignPlayer.messageProblems(of: file, size: extent, maker: maker)
        problems = SignError(problems: (found + areaProblems + messageProblems).withoutRepetitions).problems
        warnings = SignWarnings(file: file, size: size, fonts: maker.fonts, time: time).all
        messages = size.map(maker.laidOut) ?? []
    }
}
