import Marquee
import PixelGraphics
import SettingsFiles
import Timelines

/// One part of a time-line: what it shows, where, and how its own time runs.
public struct SignPart: Equatable, Sendable {
    /// What a part shows.
    public indirect enum Kind: Equatable, Sendable {
        /// A text with its look.
        case text(SignMessage)
        /// The picture or animation of a file.
        case image(path: String, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        /// A shape.
        case shape(SignShape)
        /// Rows of characters.
        case pixels(SignPixelArt, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        /// Things side by side that slide by; their look and motion.
        case items([SignItem], look: SignMessage)
        /// A clock in digits.
        case clock(ClockPattern, look: SignMessage, blinks: Bool)
        /// A clock with hands.
        case analogClock(AnalogClock.Style)
        /// Parts of which another one is shown at every tick.
        case turns(SignTimeLine, order: SelectionOrder)
        /// Parts over each other.
        case parts(SignTimeLine)
    }

    /// Several copies of a part, each a step away from the one before and a delay later.
    public struct Copies: Equatable, Sendable {
        /// How many there are, the first one included.
        public var count = 1
        /// How much later each of them starts.
        public var delay = Nanoseconds.zero
        /// The step to the next one in pixels.
        public var step = Point.zero
    }

    /// The keys of which a part has one.
    static let contentKeys = [
        "text", "image", "shape", "pixels", "items", "clock", "analog-clock", "turns", "parts",
    ]

    /// What the part is called; nil for one without a name.
    public var name: String?
    /// Its area within the parts around it; nil for all of it.
    public var area: Rectangle?
    /// The top left corner, for parts without an area.
    public var corner: Point?
    /// What it shows.
    public var content: Kind
    /// How much later than the time around it its own time starts.
    public var delay = Nanoseconds.zero
    /// How fast its own time runs.
    public var tempo = SignTempo.usual
    /// When it looks anew; nil for whenever it changes.
    public var ticks: SignTicks?
    /// How it moves and changes; nil where it does not.
    public var keyFrames: SignKeyFrames?
    /// How many of it there are.
    public var copies = Copies()
    /// The cues that it gives.
    public var cues: [SignCue] = []
    /// Where it stands in the file.
    package var place = FilePlace()

    init(_ content: Kind) {
        self.content = content
    }

    /// A place in a file, which makes no difference between two parts.
    package struct FilePlace: Equatable, Sendable {
        package var place: TextPlace?

        package static func == (first: FilePlace, second: FilePlace) -> Bool { true }
    }

    /// The names of all cues, and where they stand in the file.
    package var cueNames: [(name: String, place: TextPlace?)] {
        let inner: [(name: String, place: TextPlace?)] =
            if case .parts(let line) = content { line.cueNames } else { [] }
        return cues.map { ($0.name, $0.place.place) } + inner
    }

    /// Whether it shows the time of day, or something else that does not begin with the time-line.
    var followsTheClock: Bool {
        if ticks?.followsTheClock ?? false { return true }
        switch content {
        case .text(let message): return message.markup.hasFields
        case .items(let items, _): return items.contains { $0.message?.markup.hasFields ?? false }
        case .clock, .analogClock: return true
        case .turns(let line, _), .parts(let line): return line.followsTheClock
        case .image, .shape, .pixels: return false
        }
    }
}

/// A cue of a part: a name that is called at ticks, for a bell, a relay or another program.
public struct SignCue: Equatable, Sendable {
    /// The name.
    public var name: String
    /// When it is called, on the part's own time line.
    public var ticks: SignTicks
    /// Where it stands in the file.
    package var place = SignPart.FilePlace()
}

/// One of several things that slide by.
public struct SignItem: Equatable, Sendable {
    /// Its text with font and colour; nil for a picture.
    public var message: SignMessage?
    /// A picture of rows of characters; nil for a text.
    public var pixels: SignPixelArt?
    /// What stands behind it.
    public var background: ItemBackground?
    /// Empty pixels left and right of it.
    public var horizontalPadding = 0
    /// Empty pixels above and below it.
    public var verticalPadding = 0
}
