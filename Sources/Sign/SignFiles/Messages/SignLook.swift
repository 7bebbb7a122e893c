import LiveValues
import Marquee
import PixelGraphics
import Settings
import Timelines

/// How a message looks and moves, as the keys of a sign file, of a pushed message or of the options of a command say it.
///
/// What is nil or left alone has the value that suits the sign.
package struct SignLook: Equatable, Sendable {
    /// What parts of a text may have of their own, too.
    ///
    /// A negative speed turns the direction; nil is 30 pixels per second.
    package var letters = MarkupLook()
    /// The values that decide its colours.
    package var colorFields = ColorFields()
    /// Where its fonts stand in a file.
    package var fontPlaces: [FilePlace] = []
    /// How it moves and where it stands, but for its pace, gap and pause.
    package var motion = MarqueeStyle()
    /// The edges of letters of outline fonts.
    package var edges = LetterEdges.auto
    /// The gap between two copies in pixels; nil for a quarter of the width, at least 8.
    package var spacing: Int?
    /// The pause at the start of every cycle, and the time of a page; nil for none, and for the time to read it.
    package var hold: Nanoseconds?
    /// The time of a whole cycle, instead of a speed.
    package var cycle: Nanoseconds?
    /// What happens when it does not fit.
    package var overflow = Overflow.scroll
    /// Whether nothing may move.
    package var reducesMotion = false
    /// How it takes the place of another text.
    package var swap = Swap.seam
    /// How it comes in; nil for at once, or at the seam.
    package var entrance: SignEffect?
    /// How it goes out; nil for at once, or off the sign as the next one follows.
    package var exit: SignEffect?

    /// Describes the look of a white text that moves only where it does not fit.
    package init() {}
}

/// The edges of letters of outline fonts.
package enum LetterEdges: String, CaseIterable, Sendable {
    /// Smooth for large letters on panels with colours, else crisp.
    case auto
    /// Each pixel is lit or dark.
    case crisp
    /// Pixels at the edges have less light, on panels with colours.
    case smooth

    /// The rows of capitals from which on letters are smooth: smaller ones are dim and blurred near by.
    private static let smoothRows = 18

    /// Whether capitals of some rows are smooth on a panel with colours.
    package func isSmooth(capitals: Int) -> Bool {
        switch self {
        case .auto: capitals >= Self.smoothRows
        case .crisp: false
        case .smooth: true
        }
    }
}

extension SignLook {
    /// The gaps between two copies that a message may ask for, in pixels.
    static let spacings = 0...100_000

    /// Reads a look; what the file does not say, or says wrong, is as in the style around it.
    init(_ fields: inout SignFields, _ context: SignContext) {
        let style = context.style
        self = style
        (letters.speed, cycle) = (nil, nil)
        let speeds = "pixels per second such as 30 or 12.5, up to \(Speed.limit) and with up to six decimals"
        let isPaceRight = fields.isRight { fields in
            fields.read("speed", as: .text(speeds) { Speed(decimal: $0) }, into: &letters.speed)
            fields.read("cycle", as: .positiveTime("a time such as 8s, longer than 0"), into: &cycle)
            fields.read("hold", as: .time("a time such as 2s or 500ms"), into: &hold)
            fields.read("bounce", into: &motion.bounces)
        }
        // A pace of its own takes the place of that of the style, whichever of the two ways it is given in.
        if letters.speed == nil, cycle == nil { (letters.speed, cycle) = (style.letters.speed, style.cycle) }
        if isPaceRight { recordPaceConflict(&fields) }
        readFonts(&fields)
        fields.read("color", context.names, into: &letters.color, &colorFields.color)
        fields.read("background", context.names, into: &letters.background, &colorFields.background)
        fields.read("direction", into: &motion.direction)
        fields.read("scroll", into: &motion.scroll)
        fields.read("spacing", in: Self.spacings, into: &spacing)
        fields.read("letter-spacing", in: MarkupLook.letterSpacings, into: &letters.letterSpacing)
        fields.read("edges", into: &edges)
        fields.read("easing", as: .easing, into: &motion.easing)
        fields.read("align", into: &motion.align)
        fields.read("valign", into: &motion.verticalAlign)
        fields.read("overflow", into: &overflow)
        fields.read("motion", into: &motion.rendering)
        fields.read("reduced-motion", into: &reducesMotion)
        SignEffect.read("in", &fields, into: &entrance)
        SignEffect.read("out", &fields, into: &exit)
        fields.read("swap", into: &swap)
    }

    /// Whether something stands behind the letters, or can.
    package var hasBackground: Bool { letters.background != nil || colorFields.background != nil }

    /// The same in the colours that values give it now; one that gives none leaves the colour around it.
    package func colored(in scope: FieldScope) -> SignLook {
        var look = self
        look.letters.color = colorFields.color?.color(in: scope) ?? letters.color
        look.letters.background = colorFields.background?.color(in: scope) ?? letters.background
        return look
    }

    private mutating func readFonts(_ fields: inout SignFields) {
        let form = SignFields.ValueForm<String>.plain("a font by name or path, or a list of fonts")
        guard let fonts = fields.values("font", as: form), fields.has("font") else { return }
        letters.fonts = fonts.map(\.value)
        fontPlaces = fonts.map { FilePlace(place: $0.place) }
    }

    /// Records what is wrong with speed, cycle and hold together.
    private func recordPaceConflict(_ fields: inout SignFields) {
        guard let cycle else { return }
        guard letters.speed == nil else {
            let (first, second) = fields.isBefore("speed", "cycle") ? ("speed", "cycle") : ("cycle", "speed")
            let line = fields.keyPlace(of: first)?.line ?? 1
            return fields.record(.speedAndCycle(otherLine: line), at: fields.keyPlace(of: second))
        }
        // A text that goes back and forth pauses at both ends.
        let hold = hold ?? .zero
        let pauses = hold.count.multipliedReportingOverflow(by: motion.bounces ? 2 : 1)
        guard pauses.overflow || pauses.partialValue >= cycle.count else { return }
        fields.record(
            .cycleWithinPauses(cycle: cycle, hold: hold, bounces: motion.bounces),
            at: fields.place(of: "cycle") ?? fields.place(of: "hold") ?? fields.place(of: "bounce"))
    }
}
