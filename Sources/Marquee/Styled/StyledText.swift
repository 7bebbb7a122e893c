import BitmapFonts
import PixelGraphics
import Timelines

/// A picture that stands in a text like a letter.
public struct InlinePicture: Hashable, Sendable {
    /// Its colours.
    public let image: RGBBitmap
    /// Which of its pixels are there; nil for all.
    public let mask: MonoBitmap?

    /// Creates a picture; pixels outside the mask are transparent.
    public init(_ image: RGBBitmap, mask: MonoBitmap? = nil) {
        self.image = image
        self.mask = mask
    }
}

/// How a part of a text differs from the rest of its message; nil is as the message says.
public struct TextLook: Sendable {
    /// The colour of the letters.
    public var color: Color?
    /// What stands behind the letters, over the whole height of the line.
    public var background: Color?
    /// The fonts that are asked for every character, in order.
    public var fonts: FontChain?
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
}

/// A text whose parts have looks of their own; it is laid out as one.
public struct StyledText: Sendable {
    /// A part of a text in one look.
    public struct Run: Sendable {
        /// What it says; with a picture, what a plain text says instead.
        public var text: String
        /// How it differs from the rest of the message.
        public var look: TextLook
        /// A picture in place of the text.
        public var picture: InlinePicture?

        /// Creates a run.
        public init(_ text: String, look: TextLook = TextLook(), picture: InlinePicture? = nil) {
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
