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

extension StyledText.Run {
    /// The run cut into parts, so that each emoji of which some fonts have a picture in colour is a picture.
    ///
    /// On mono panels such a picture is the letter that the fonts have for the emoji, such as an icon.
    func withPicturesOfEmoji(of fonts: FontChain) -> [StyledText.Run] {
        guard picture == nil, fonts.emoji != nil, text.mayHaveColorEmoji else { return [self] }
        var (parts, letters) = ([StyledText.Run](), "")
        func endLetters() {
            if !letters.isEmpty { parts.append(StyledText.Run(letters, look: look)) }
            letters = ""
        }
        for character in text {
            guard let picture = fonts.emojiPicture(of: character) else {
                letters.append(character)
                continue
            }
            endLetters()
            let letter = fonts.letter(for: character).bitmap
            let size = Size(
                width: max(picture.mask.width, letter.width), height: max(picture.mask.height, letter.height))
            let image = ImageAnimation(
                letter: picture.bitmap.centered(in: size), mask: picture.mask.centered(in: size),
                lit: letter.centered(in: size))
            parts.append(StyledText.Run(String(character), look: look, picture: image))
        }
        endLetters()
        return parts
    }
}

extension MonoBitmap {
    /// The picture in the middle of a larger one.
    fileprivate func centered(in size: Size) -> MonoBitmap {
        var picture = MonoBitmap(size: size)
        picture.formUnion(self, at: Point(x: (size.width - width) >> 1, y: (size.height - height) >> 1))
        return picture
    }
}

extension RGBBitmap {
    /// The picture in the middle of a larger one, on black.
    fileprivate func centered(in size: Size) -> RGBBitmap {
        var picture = RGBBitmap(size: size)
        let (left, top) = ((size.width - width) >> 1, (size.height - height) >> 1)
        for y in 0..<height {
            for x in 0..<width { picture[left + x, top + y] = self[x, y] }
        }
        return picture
    }
}
