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
    /// Where its fonts stand in a file.
    package var fontPlaces: [FilePlace] = []
    /// How it moves and where it stands, but for its pace, gap and pause.
    package var motion = MarqueeStyle()
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
}

extension SignLook {
    /// Reads a look; what the file does not say, or says wrong, is as in the style around it.
    init(_ fields: inout SignFields, style: SignLook) {
        self = style
        (letters.speed, cycle) = (nil, nil)
        var wrong: [String] = []
        for key in LookKey.all where !key.read(key.name, &fields, &self) { wrong.append(key.name) }
        // A pace of its own takes the place of that of the style, whichever of the two ways it is given in.
        if letters.speed == nil, cycle == nil { (letters.speed, cycle) = (style.letters.speed, style.cycle) }
        let others = ["speed", "cycle", "hold", "bounce"]
        if !wrong.contains(where: others.contains) { recordPaceConflict(&fields) }
    }

    /// Notes what is wrong with speed, cycle and hold together.
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

/// A key of a look: how it is read, and what the schema for editors and the documentation say of it.
///
/// A test compares `docs/sign-file.schema.json` and the tables of the documentation with these.
package struct LookKey: Sendable {
    package let name: String
    /// What the schema says of it.
    package let line: String
    /// Its default as the schema and the documentation write it; nil without one.
    package let `default`: String?
    /// What the schema says of its values.
    package let schema: JSONValue
    /// Whether the commands have an option of this name.
    package let isOption: Bool
    /// Reads it, and returns whether nothing is wrong with it; what the file does not say, or says wrong, stays.
    let read: @Sendable (String, inout SignFields, inout SignLook) -> Bool

    private init(
        _ name: String, _ line: String, default: String?, schema: JSONValue, isOption: Bool = true,
        read: @escaping @Sendable (String, inout SignFields, inout SignLook) -> Bool
    ) {
        (self.name, self.line, self.default) = (name, line, `default`)
        (self.schema, self.isOption, self.read) = (schema, isOption, read)
    }

    // MARK: - Kinds of keys

    /// One of the words of a type.
    private static func word<Word: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String, _ path: any WritableKeyPath<SignLook, Word> & Sendable, _ line: String, default: Word,
        isOption: Bool = true
    ) -> LookKey {
        let words = JSONValue.list(Word.allCases.map { .text($0.rawValue) })
        return LookKey(name, line, default: `default`.rawValue, schema: ["enum": words], isOption: isOption) {
            $1.read($0, into: &$2[keyPath: path])
        }
    }

    private static func flag(
        _ name: String, _ path: any WritableKeyPath<SignLook, Bool> & Sendable, _ line: String
    ) -> LookKey {
        LookKey(name, line, default: "no", schema: ["$ref": "#/$defs/flag"]) { $1.read($0, into: &$2[keyPath: path]) }
    }

    private static func color(
        _ name: String, _ path: any WritableKeyPath<SignLook, Color?> & Sendable, _ line: String, default: String
    ) -> LookKey {
        LookKey(name, line, default: `default`, schema: ["$ref": "#/$defs/color"]) {
            $1.read($0, into: &$2[keyPath: path])
        }
    }

    private static func effect(
        _ name: String, _ path: any WritableKeyPath<SignLook, SignEffect?> & Sendable, _ line: String
    ) -> LookKey {
        LookKey(name, line, default: "at the seam", schema: ["$ref": "#/$defs/effect"], isOption: false) {
            SignEffect.read($0, &$1, into: &$2[keyPath: path])
        }
    }

    private static func schema(_ range: ClosedRange<Int>) -> JSONValue {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    // MARK: - The keys

    /// The gaps between two copies that a message may ask for, in pixels.
    private static let spacings = 0...100_000

    /// All keys, in the order of the schema.
    package static let all: [LookKey] = [
        font, foreground, background, speed, cycle, direction, scroll, bounce, spacing, letterSpacing, hold, easing,
        align, valign, overflow, motion, reducedMotion, entrance, exit, swap,
    ]

    private static let font = LookKey(
        "font", "A font by its name or path, or a list of fallback fonts", default: "one that suits the height",
        schema: [
            "anyOf": [
                ["type": "array", "items": ["type": "string", "minLength": 1]], ["type": "string", "minLength": 1],
            ]
        ]
    ) { key, fields, look in
        let form = SignFields.ValueForm<String>.plain("a font by name or path, or a list of fonts")
        guard let fonts = fields.values(key, as: form) else { return false }
        guard fields.has(key) else { return true }
        look.letters.fonts = fonts.map(\.value)
        look.fontPlaces = fonts.map { FilePlace(place: $0.place) }
        return true
    }

    private static let foreground = color("color", \.letters.color, "The colour", default: "white")

    private static let background = color("background", \.letters.background, "The colour behind it", default: "dark")

    private static let speed = LookKey(
        "speed", "Pixels per second; negative values reverse the direction", default: "30",
        schema: ["$ref": "#/$defs/decimal"]
    ) { key, fields, look in
        let expected = "pixels per second such as 30 or 12.5, up to \(Speed.limit) and with up to six decimals"
        return fields.read(key, as: .text(expected) { Speed(decimal: $0) }, into: &look.letters.speed)
    }

    private static let cycle = LookKey(
        "cycle", "The time of a whole cycle, pauses included, instead of a speed", default: nil,
        schema: ["$ref": "#/$defs/time"]
    ) { $1.read($0, as: .positiveTime("a time such as 8s, longer than 0"), into: &$2.cycle) }

    private static let direction = word(
        "direction", \.motion.direction,
        "The direction in which it moves; automatic: as its text is read", default: .automatic)

    private static let scroll = word("scroll", \.motion.scroll, "auto moves only what does not fit", default: .auto)

    private static let bounce = flag("bounce", \.motion.bounces, "Back and forth")

    private static let spacing = LookKey(
        "spacing", "Pixels between two copies", default: "a quarter of the width", schema: schema(spacings)
    ) { $1.read($0, in: spacings, into: &$2.spacing) }

    private static let letterSpacing = LookKey(
        "letter-spacing", "Pixels between letters", default: "0", schema: schema(MarkupLook.letterSpacings)
    ) { $1.read($0, in: MarkupLook.letterSpacings, into: &$2.letters.letterSpacing) }

    private static let hold = LookKey(
        "hold", "The pause at the start of every cycle, and the time of a page", default: "0",
        schema: ["$ref": "#/$defs/time"]
    ) { $1.read($0, as: .time("a time such as 2s or 500ms"), into: &$2.hold) }

    private static let easing = LookKey(
        "easing", "How a cycle speeds up and slows down", default: "linear", schema: ["$ref": "#/$defs/easing"]
    ) { $1.read($0, as: .easing, into: &$2.motion.easing) }

    private static let align = word("align", \.motion.align, "The horizontal position", default: .left)

    private static let valign = word(
        "valign", \.motion.verticalAlign, "The vertical position", default: .middle)

    private static let overflow = word(
        "overflow", \.overflow, "What happens to a text that does not fit", default: .scroll)

    private static let motion = word(
        "motion", \.motion.rendering, "By whole pixels, or blended between columns on panels with grey levels",
        default: .pixel
    )

    private static let reducedMotion = flag("reduced-motion", \.reducesMotion, "Pages instead of motion")

    private static let entrance = effect("in", \.entrance, "How it enters")

    private static let exit = effect("out", \.exit, "How it leaves")

    private static let swap = word(
        "swap", \.swap, "How it replaces another text", default: .seam, isOption: false)
}
