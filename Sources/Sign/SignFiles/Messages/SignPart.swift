import Marquee
import PixelGraphics
import Settings
import Timelines

/// One part of a message: what it shows, where, and how its own time runs.
package struct SignPart: Equatable, Sendable {
    /// What a part shows.
    package indirect enum Kind: Equatable, Sendable {
        /// A text with its look.
        case text(SignMessage)
        /// The picture or animation of a file.
        case image(path: String, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        case shape(SignShape)
        /// Rows of characters.
        case pixels(SignPixelArt, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        /// Things side by side that slide by; their look and motion.
        case items([SignItem], look: SignMessage)
        /// A clock in digits.
        case clock(DigitalClockPattern, look: SignMessage, blinks: Bool)
        /// A clock with hands.
        case analogClock(AnalogClock.Style)
        /// Parts of which another one is shown at every tick.
        case turns(SignParts, order: SelectionOrder)
        /// Parts over each other.
        case parts(SignParts)
    }

    /// Several copies of a part, each a step away from the one before and a delay later.
    package struct Copies: Equatable, Sendable {
        /// How many there are, the first one included.
        package var count = 1
        /// How much later each of them starts.
        package var delay = Nanoseconds.zero
        /// The step to the next one in pixels.
        package var step = Point.zero
    }

    /// The keys of which a part has one.
    static let contentKeys = [
        "text", "image", "shape", "pixels", "items", "clock", "analog-clock", "turns", "parts",
    ]

    /// What the part is called; nil for one without a name.
    package var name: String?
    /// Its area within the parts around it; nil for all of it.
    package var area: Rectangle?
    /// The top left corner, for parts without an area.
    package var corner: Point?
    /// What it shows.
    package var content: Kind
    /// How much later than the time around it its own time starts.
    package var delay = Nanoseconds.zero
    /// How fast its own time runs.
    package var tempo = SignTempo.usual
    /// When it is shown again; nil for whenever it changes.
    package var ticks: SignTicks?
    /// How it moves and changes; nil if it does not.
    package var keyFrames: SignKeyFrames?
    /// How many of it there are.
    package var copies = Copies()
    /// The cues that it gives.
    package var cues: [SignCue] = []
    /// Where it stands in the file.
    package var place = FilePlace()

    init(_ content: Kind) {
        self.content = content
    }

    /// The parts within it.
    package var inner: SignParts {
        switch content {
        case .turns(let parts, _), .parts(let parts): parts
        case .text, .image, .shape, .pixels, .items, .clock, .analogClock: SignParts([])
        }
    }

    /// The texts that it shows itself.
    package var texts: [SignMessage] {
        switch content {
        case .text(let message): [message]
        case .items(let items, _): items.compactMap(\.message)
        case .image, .shape, .pixels, .clock, .analogClock, .turns, .parts: []
        }
    }

    /// Whether it shows the time of day, or something else that does not begin with the parts.
    package var followsTheClock: Bool {
        if (ticks?.followsTheClock ?? false) || texts.contains(where: \.markup.hasFields) { return true }
        switch content {
        case .clock, .analogClock: return true
        default: return inner.followsTheClock
        }
    }
}

/// A cue of a part: a name that is called at ticks, for a bell, a relay or another program.
package struct SignCue: Equatable, Sendable {
    package var name: String
    /// When it is called, on the part's own timeline.
    package var ticks: SignTicks
    /// Where it stands in the file.
    package var place = FilePlace()
}
