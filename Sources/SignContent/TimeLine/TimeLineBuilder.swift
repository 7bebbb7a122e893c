import BitmapFonts
import Marquee
import PixelGraphics
import SettingsFiles
import Timelines

/// What a time-line needs from the sign that it is on.
public struct TimeLineSurroundings {
    /// Makes a text of the sign, as it stands in an area of a size from an instant on.
    public var text: (SignMessage, Size, Instant) throws(SignError) -> any Content
    /// Lays a text out as one band, for an area of a size.
    public var band: (SignMessage, Size) throws(SignError) -> Band
    /// Gets the fonts of a look, for an area of some rows.
    public var fonts: (SignMessage, Int) throws(SignError) -> FontChain
    /// Gets a picture by its path, from an instant on; fails with words.
    public var image: (String, Instant) -> Result<(content: any Content, size: Size), TimeLineTrouble>
    /// Makes the message of a text with its values as they are now, for an area of a size; nil where that fails.
    var message: (SignMessage, Size) -> Message? = { _, _ in nil }
    /// The clock on the wall.
    public var time: any LocalTimeSource & Sendable
    /// The file's name for error messages.
    public var path: String

    /// Takes the ways of a sign.
    public init(
        path: String, time: any LocalTimeSource & Sendable,
        text: @escaping (SignMessage, Size, Instant) throws(SignError) -> any Content,
        band: @escaping (SignMessage, Size) throws(SignError) -> Band,
        fonts: @escaping (SignMessage, Int) throws(SignError) -> FontChain,
        image: @escaping (String, Instant) -> Result<(content: any Content, size: Size), TimeLineTrouble>
    ) {
        (self.path, self.time, self.text, self.band) = (path, time, text, band)
        (self.fonts, self.image) = (fonts, image)
    }
}

/// Why something of a time-line cannot be had, in the words of the layer that knows.
public struct TimeLineTrouble: Error, Equatable, Sendable {
    /// Why, and what to do about it.
    public let words: String

    /// Takes words for people.
    public init(_ words: String) {
        self.words = words
    }
}

/// A clock that nobody has set.
public struct UnknownLocalTime: LocalTimeSource, Sendable {
    /// Creates it.
    public init() {}

    /// Nil: nobody knows the time.
    public func localTime(at instant: Instant) -> LocalTime? { nil }

    /// Zero.
    public var revision: Int { 0 }
}

/// Makes content of time-lines.
public struct TimeLineBuilder {
    /// The pixels that the parts of a time-line may have together.
    static let mostPixels = 4_194_304
    /// The parts, copies counted, that a time-line may have together.
    static let mostContents = 2_000

    private let surroundings: TimeLineSurroundings

    /// Creates a builder.
    public init(_ surroundings: TimeLineSurroundings) {
        self.surroundings = surroundings
    }

    /// Makes the content of a time-line on an area of a size; its time starts at an instant.
    ///
    /// - Throws: everything that cannot be had or laid out, at its place in the file.
    public func content(_ line: SignTimeLine, size: Size, start: Instant) throws(SignError) -> TimeLineContent {
        let construction = TimeLineConstruction(surroundings)
        let layers = construction.layers(
            line, size: size, scope: TimeLineConstruction.Scope(start: start, cadence: construction.cadence))
        // They hold the construction itself.
        defer { construction.refreshers = [] }
        guard construction.problems.isEmpty else { throw SignError(problems: construction.problems) }
        return TimeLineContent(
            layers, cues: construction.cues, cadence: construction.cadence, directed: construction.directed,
            refreshers: construction.refreshers)
    }
}
