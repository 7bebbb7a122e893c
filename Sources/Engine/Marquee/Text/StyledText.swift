import BitmapFonts
import PixelGraphics
import Timelines

/// A picture that stands in a text like a letter.
public struct InlinePicture: Equatable, Sendable {
    /// Its colours; of an animation those of the first picture.
    public let image: RGBBitmap
    /// Which of its pixels are there; nil for all.
    public let mask: MonoBitmap?
    /// The animation; nil for a still picture.
    public let animation: ImageAnimation?

    /// Creates a picture; pixels outside the mask are transparent.
    public init(_ image: RGBBitmap, mask: MonoBitmap? = nil) {
        self.image = image
        self.mask = mask
        animation = nil
    }

    /// Creates a picture of an image, which is animated if the image is; nil for one without pictures.
    ///
    /// Its time starts with that of the text.
    public init?(_ animation: ImageAnimation) {
        guard let first = animation.first else { return nil }
        (image, mask) = (first.picture, first.mask)
        self.animation = animation.pictureCount > 1 ? animation : nil
    }

    /// Whether both look the same at every time; of animations, whether they are one and the same.
    public static func == (first: InlinePicture, second: InlinePicture) -> Bool {
        guard first.image == second.image, first.mask == second.mask else { return false }
        switch (first.animation, second.animation) {
        case (nil, nil): return true
        case (let one?, let other?): return one.isSame(as: other)
        default: return false
        }
    }
}

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
