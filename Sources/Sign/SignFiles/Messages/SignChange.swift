import Marquee
import Settings
import Timelines

/// What a new value does to a part of a list.
package struct SignChange: Equatable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// It is there at once.
        case now
        /// A text whose value is new goes out and comes back three times.
        case flash
        /// A part that has another place now slides there.
        case slide
        /// Each letter of a text that is another one rolls in: up where a number has grown, down where it has fallen.
        case roll
        /// The new picture takes the place of the old one by an effect.
        case effect(Effect)

        /// The words for them, in the order in which they are listed.
        static let words: [(name: String, value: Kind)] =
            [("now", .now), ("flash", .flash), ("slide", .slide), ("roll", .roll)]
            + Effect.allCases.map { ($0.rawValue, .effect($0)) }
    }

    package var kind = Kind.now
    /// How long it takes; nil for the default of its kind.
    package var duration: Nanoseconds?
    /// How it speeds up and slows down.
    package var easing = Easing.easeInOut
    /// The name of the cue that is called when it begins; nil for none.
    package var cue: String?
    /// Where the name stands in the file, which makes no difference.
    package internal(set) var place = FilePlace()
}

extension SignChange {
    /// Reads `change`, which stays as it is without the key.
    static func read(_ fields: inout SignFields, _ context: SignContext, into change: inout SignChange?) {
        let words = "now, flash, slide, roll or an effect such as wipe, or keys: effect, duration, easing, cue"
        let kinds = SignFields.ValueForm<Kind>.word(of: Kind.words)
        fields.readKeys("change", expected: words, text: kinds.map { SignChange(kind: $0) }, into: &change) {
            fields -> SignChange? in
            var change = SignChange()
            let kind = fields.value("effect", as: kinds)
            let times = SignFields.ValueForm<Nanoseconds>.time(
                "a time up to 1h such as 300ms", in: .zero ... .seconds(3_600))
            fields.read("duration", as: times, into: &change.duration)
            fields.read("easing", as: .easing, into: &change.easing)
            fields.read("cue", as: .nonEmpty("the name of a cue"), into: &change.cue)
            change.place = FilePlace(place: fields.place(of: "cue"))
            if fields.has("cue"), context.takesTurns {
                fields.record(.part(.cueInTurns), at: fields.keyPlace(of: "cue"))
            }
            change.kind = kind ?? .now
            return kind == nil ? nil : change
        }
    }
}
