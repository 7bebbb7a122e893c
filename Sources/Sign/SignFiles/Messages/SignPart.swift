import LiveValues
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
        case image(SignImage, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        case shape(SignShape)
        case bar(SignBar)
        case plot(SignPlot)
        /// Rows of characters.
        case pixels(SignPixelArt, align: HorizontalAlignment, verticalAlign: VerticalAlignment)
        /// A clock in digits.
        case clock(DigitalClockPattern, look: SignLook, blinks: Bool)
        /// A clock with hands.
        case analogClock(AnalogClock.Style)
        /// Parts of which another one is shown at every tick.
        case turns([SignPart], order: SelectionOrder)
        /// Parts over each other.
        case parts([SignPart])
        /// Parts below or beside each other.
        case list(SignList)
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
        "text", "image", "shape", "bar", "plot", "pixels", "items", "clock", "analog-clock", "turns", "parts", "rows",
        "columns",
    ]

    /// What the part is called; nil for one without a name.
    package var name: String?
    /// Its area within the parts around it; nil for all of it.
    package var area: Rectangle?
    /// The top left corner, for parts without an area.
    package var corner: Point?
    package var content: Kind
    /// The space that it takes in a list, and what stands around it.
    package var box = SignBox()
    /// How much later than the time around it its own time starts.
    package var delay = Nanoseconds.zero
    /// How fast its own time runs.
    package var tempo = SignTempo.default
    /// When it is shown again; nil for whenever it changes.
    package var ticks: SignTicks?
    /// How it moves and changes; nil if it does not.
    package var keyFrames: SignKeyFrames?
    package var copies = Copies()
    package var cues: [SignCue] = []
    /// What has to be true of values while it is shown; none for always.
    package var conditions: [ValueCondition] = []
    package var place = FilePlace()

    /// Describes a part that shows something in all of its area.
    package init(_ content: Kind) {
        self.content = content
    }

    /// The parts within it, those before groups of elements among them.
    package var inner: [SignPart] {
        let head = box.each?.head ?? []
        switch content {
        case .turns(let parts, _), .parts(let parts): return head + parts
        case .list(let list): return head + list.parts
        default: return head
        }
    }

    /// The image that it shows; nil for others.
    package var image: SignImage? {
        guard case .image(let image, _, _) = content else { return nil }
        return image
    }

    /// The texts that it shows itself, and the one that divides elements into groups.
    package var texts: [SignMessage] {
        let by = [box.each?.by].compactMap { $0 }
        if case .text(let message) = content { return by + [message] } else { return by }
    }

    /// The cues that it calls, and where their names stand.
    var calledCues: [(name: String, place: FilePlace)] {
        let ofChange = box.change.flatMap { change in change.cue.map { ($0, change.place) } }
        return cues.map { ($0.name, $0.place) } + [ofChange].compactMap { $0 }
    }

    /// The values that it draws as numbers.
    package var numbers: [ValueField] {
        switch content {
        case .bar(let bar): bar.fields
        case .plot(let plot): plot.fields
        default: []
        }
    }

    /// The values that decide its colours.
    package var colorValues: [ValueField] { [box.backgroundField].compactMap { $0 } + contentColors }

    private var contentColors: [ValueField] {
        switch content {
        case .text(let message): message.look.colorFields.all
        case .list(let list) where list.isLine: list.look.colorFields.all
        case .clock(_, let look, _): look.colorFields.all
        case .shape(let shape): [shape.colorField].compactMap { $0 }
        case .bar(let bar): bar.colors.fields.all
        case .plot(let plot): plot.colors.fields.all
        default: []
        }
    }

    /// Whether it shows the time of day, or something else that does not begin with the parts.
    package var followsTheClock: Bool {
        if (ticks?.followsTheClock ?? false) || texts.contains(where: \.markup.hasFields)
            || !colorValues.isEmpty
        {
            return true
        }
        switch content {
        case .clock, .analogClock: return true
        case .bar: return !numbers.isEmpty
        case .plot(let plot): return plot.follows
        default: return inner.followsTheClock
        }
    }
}

/// A cue of a part: a name that is called at ticks, for a bell, a relay or another program.
package struct SignCue: Equatable, Sendable {
    package var name: String
    /// When it is called, on the part's own timeline.
    package var ticks: SignTicks
    package var place = FilePlace()
}
