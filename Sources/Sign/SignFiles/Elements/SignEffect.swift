import Marquee
import PixelGraphics
import Settings
import Timelines

/// How a message comes in or goes out.
package struct SignEffect: Equatable, Sendable {
    /// What happens.
    package var effect: Effect
    /// How long it takes.
    package var duration = Nanoseconds.seconds(1)
    /// How the progress is spread over the time.
    package var easing = Easing.linear
    /// The small picture of a `sprite`; nil for the default one.
    package var sprite: SignSprite?
    /// The colour of light bars.
    package var color = Color.white
    /// Where the path stands in the file, which makes no difference.
    package internal(set) var place = FilePlace()

    /// Describes an effect of a second.
    package init(_ effect: Effect) {
        self.effect = effect
    }
}

/// The small picture of a `sprite`.
package enum SignSprite: Hashable, Sendable {
    /// One that comes with the program.
    case named(Sprite)
    /// A PNG or GIF file; its path counts from the folder of the sign file.
    case file(String)

    /// The names that may stand for a picture.
    static let names = Sprite.allCases.map(\.rawValue)

    /// Reads a name, or a path: what has a slash or a dot in it.
    static func read(_ text: String) -> SignFields.Outcome<SignSprite> {
        guard !text.isEmpty else { return .wrongType }
        if let sprite = Sprite(rawValue: text) { return .value(.named(sprite)) }
        guard !text.contains("/"), !text.contains(".") else { return .value(.file(text)) }
        let nearest = NearestName.find(text, among: names)
        return .refused(.settings(.unknownValue(key: "sprite", found: text, known: names, nearest: nearest)))
    }
}

extension SignEffect {
    private static let words = "an effect such as wipe, or keys: effect, duration, easing, color, sprite"

    /// Reads `in` or `out`; nil within an optional for files without it, nil where there are problems.
    static func reading(_ key: String, _ fields: inout SignFields) -> SignEffect?? {
        fields.accept(key)
        guard fields.has(key) else { return .some(nil) }
        if fields.givenText(key) != nil {
            return effect(key, &fields).map { .some(SignEffect($0)) }
        }
        return fields.keys(key, expected: words) { SignEffect(&$0) }.map { .some($0) }
    }

    private init?(_ fields: inout SignFields) {
        let effect = Self.effect("effect", &fields)
        let duration = fields.parsed("duration", expected: "a time up to 1h such as 700ms", default: .seconds(1)) {
            text -> SignFields.Outcome<Nanoseconds> in
            guard case .value(let time) = SignFields.time(text) else { return .wrongType }
            return time <= .seconds(3_600) ? .value(time) : .outOfRange
        }
        let easing = fields.optional("easing", expected: EasingName.expected, EasingName.read)
        let color = fields.color("color", expected: "a colour name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)")
        let words = "the path of a small PNG picture, or one of \(SignSprite.names.joined(separator: ", "))"
        let sprite = fields.optional("sprite", expected: words, SignSprite.read)
        guard let effect, let duration, let easing, let color, let sprite else { return nil }
        self.init(effect)
        self.duration = duration
        self.easing = easing ?? .linear
        self.color = color ?? .white
        self.sprite = sprite
        place = FilePlace(place: fields.place(of: "sprite"))
    }

    private static func effect(_ key: String, _ fields: inout SignFields) -> Effect? {
        fields.choice(key, of: Effect.allCases.map { ($0.rawValue, $0) })
    }
}
