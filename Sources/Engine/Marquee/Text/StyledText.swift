import BitmapFonts
import PixelGraphics
import Timelines

/// How a part of a text differs from what is around it; nil is as that says.
///
/// `Fonts` is `FontChain` once the fonts are loaded, and their names before.
public struct PartLook<Fonts: Sendable>: Sendable {
    /// The colour of the letters.
    public var color: Color?
    /// What stands behind the letters, over the whole height of the line.
    public var background: Color?
    /// The fonts that are searched for every character, in order.
    public var fonts: Fonts?
    /// Pixels added between letters.
    public var letterSpacing: Int?
    /// How the letters blink; their background stays.
    public var blink: Blink?
    /// How fast a looping text moves from the instant at which the part comes to the edge where text comes in, until its
    /// end does.
    ///
    /// Only the magnitude counts; not zero.
    public var speed: Speed?

    /// Creates a look that differs in nothing.
    public init() {}

    /// The look of a part within a part that has another look.
    package func within(_ outer: PartLook) -> PartLook {
        var look = self
        look.color = color ?? outer.color
        look.background = background ?? outer.background
        look.fonts = fonts ?? outer.fonts
        look.letterSpacing = letterSpacing ?? outer.letterSpacing
        look.blink = blink ?? outer.blink
        look.speed = speed ?? outer.speed
        return look
    }

    /// The same look with other fonts.
    package func withFonts<Other>(_ other: (Fonts) -> Other?) -> PartLook<Other> {
        var look = PartLook<Other>()
        (look.color, look.background, look.fonts) = (color, background, fonts.flatMap(other))
        (look.letterSpacing, look.blink, look.speed) = (letterSpacing, blink, speed)
        return look
    }
}

extension PartLook: Equatable where Fonts: Equatable {}

/// How a part of a text differs from the rest of its message.
public typealias TextLook = PartLook<FontChain>

/// A text whose parts have looks of their own; it is laid out as one.
public struct StyledText: Sendable {
    /// A part of a text in one look.
    public struct Run: Sendable {
        /// What it says; with a picture, what a plain text says instead.
        public var text: String
        /// How it differs from the rest of the message.
        public var look: TextLook
        /// A picture that stands in place of the text, like a letter; an animation's time starts with that of the text.
        public var picture: ImageAnimation?

        /// Creates a run.
        public init(_ text: String, look: TextLook = TextLook(), picture: ImageAnimation? = nil) {
            self.text = text
            self.look = look
            self.picture = picture
        }
    }

    /// The parts in reading order.
    public var runs: [Run]

    /// Creates a text of parts.
    public init(_ runs: [Run] = []) { self.runs = runs }

    /// Creates a text that looks as its message says.
    public init(_ text: String) { self.init([Run(text)]) }

    /// The text without looks.
    public var plainText: String { runs.map(\.text).joined() }
}
