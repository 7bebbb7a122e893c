import BitmapFonts
import PixelGraphics
import Timelines

/// A text and everything that decides its look: fonts, colours, motion, and what to do when it does not fit.
public struct Message: Sendable {
    /// The text, in which a newline starts a line; setting it drops the looks of its parts.
    public var text: String { didSet { styled = nil } }
    /// The same text with looks of its parts; nil for a text that looks the same everywhere.
    public private(set) var styled: StyledText?
    /// A still or animated image that is shown instead of the text; it moves and stands like one.
    public var image: ImageAnimation?
    /// When the time of animated images in it starts.
    public var imageStart = Instant.zero
    /// The fonts that are searched for every character, in order.
    public var fonts: FontChain
    /// Distances of letters and lines, and the direction of paragraphs; lines are aligned as `motion.align` says.
    public var textStyle = TextStyle()
    /// The colour of the letters.
    public var color = Color.white
    /// The colour of the whole area behind them; nil leaves it dark.
    public var background: Color?
    /// How it moves and where it stands.
    public var motion = MarqueeStyle()
    /// What happens when it does not fit.
    public var overflow = Overflow.scroll
    /// Whether nothing may move: a text that does not fit is shown in pages.
    public var reducesMotion = false
    /// How long a page is shown; nil for the time that its length takes to read.
    public var pageTime: Nanoseconds?

    /// Creates a message in white that moves only if it does not fit.
    public init(_ text: String, fonts: FontChain) {
        self.text = text
        self.fonts = fonts
    }

    /// Creates a message in white whose parts may look different, and that moves only if it does not fit.
    public init(_ styled: StyledText, fonts: FontChain) {
        text = styled.plainText
        self.styled = styled
        self.fonts = fonts
    }

    /// Shows another text in the same way.
    public mutating func setText(_ styled: StyledText) {
        text = styled.plainText
        self.styled = styled
    }

    /// The time in which a text of some letters can be read: a second to find it, and 60 ms a letter.
    public static func readingTime(letters: Int) -> Nanoseconds {
        .seconds(1) + .milliseconds(60 * Int64(min(max(letters, 0), 1_000_000)))
    }

    /// How long it is shown by default: for as long as it takes to read; of an animation all its pictures once,
    /// a second at least, and of another image 5 s.
    public var usualTime: Nanoseconds {
        guard let image else { return Self.readingTime(letters: text.count) }
        return image.pictureCount > 1 ? max(image.duration, .seconds(1)) : .seconds(5)
    }

    /// The ink of the letters: on mono panels the darker one of text and background stays dark.
    var ink: Ink { Ink(color, onto: background) }

    /// The layout with the lines on the side of the alignment.
    var layout: TextLayout {
        var style = textStyle
        style.alignment = motion.align
        return TextLayout(fonts: fonts, style: style)
    }
}
