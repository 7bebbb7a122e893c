import Marquee
import PixelGraphics
import Settings
import Timelines

/// How a message comes in or goes out.
package struct SignEffect: Equatable, Sendable {
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
}

/// The small picture of a `sprite`.
package enum SignSprite: Hashable, Sendable {
    /// One that comes with the program.
    case named(Sprite)
    /// An image file; its path counts from the folder of the sign file.
    case file(String)

    /// The names that may stand for a picture.
    static let names = Sprite.allCases.map(\.rawValue)

    /// A name, or a path: what has a slash or a dot in it.
    static var form: SignFields.ValueForm<SignSprite> {
        SignFields.ValueForm("the path of a small PNG picture, or one of \(names.joined(separator: ", "))") { text in
            guard !text.isEmpty else { return .wrongType }
            if let sprite = Sprite(rawValue: text) { return .value(.named(sprite)) }
            return text.contains("/") || text.contains(".") ? .value(.file(text)) : .unknownWord(known: names)
        }
    }
}

extension SignEffect {
    private static let words = "an effect such as wipe, or keys: effect, duration, easing, color, sprite"

    /// Reads `in` or `out`, which stays as it is without the key.
    static func read(_ key: String, _ fields: inout SignFields, into effect: inout SignEffect?) {
        let text = SignFields.ValueForm<Effect>.word.map { SignEffect(effect: $0) }
        fields.readKeys(key, expected: words, text: text, into: &effect) { SignEffect(&$0) }
    }

    private init?(_ fields: inout SignFields) {
        let effect: Effect? = fields.value("effect", as: .word)
        self.init(effect: effect ?? .wipe)
        fields.read(
            "duration", as: .time("a time up to 1h such as 700ms", in: .zero ... .seconds(3_600)), into: &duration)
        fields.read("easing", as: .easing, into: &easing)
        fields.read("color", into: &color)
        fields.read("sprite", as: SignSprite.form, into: &sprite)
        place = FilePlace(place: fields.place(of: "sprite"))
        guard effect != nil else { return nil }
    }
}
