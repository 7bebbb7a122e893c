import Marquee
import PixelGraphics
import SettingsFiles
import Timelines

/// How a message comes in or goes out.
public struct SignEffect: Equatable, Sendable {
    /// What happens.
    public var effect: Effect
    /// How long it takes.
    public var duration = Nanoseconds.seconds(1)
    /// How the progress is spread over the time.
    public var easing = Easing.linear
    /// The path of the small picture of a `sprite`; nil for the usual one.
    public var sprite: String?
    /// The colour of light bars.
    public var color = Color.white
    /// Where the path stands in the file, which makes no difference.
    var place = FilePlace()

    struct FilePlace: Equatable, Sendable {
        var sprite: TextPlace?

        static func == (first: FilePlace, second: FilePlace) -> Bool { true }
    }

    /// Describes an effect of a second.
    public init(_ effect: Effect) {
        self.effect = effect
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
        let easing = fields.optional("easing", expected: "one of \(EasingName.forms.joined(separator: ", "))") {
            text -> SignFields.Outcome<Easing> in
            if case .easing(let easing) = EasingName.read(text) { .value(easing) } else { .wrongType }
        }
        let color = fields.color("color", expected: "a colour: a name, \"#rgb\", \"#rrggbb\" or hsv(h,s,v)")
        let sprite = fields.optional("sprite", expected: "the path of a small PNG picture") {
            $0.isEmpty ? .wrongType : .value($0)
        }
        guard let effect, let duration, let easing, let color, let sprite else { return nil }
        self.init(effect)
        self.duration = duration
        self.easing = easing ?? .linear
        self.color = color ?? .white
        self.sprite = sprite
        place = FilePlace(sprite: fields.place(of: "sprite"))
    }

    private static func effect(_ key: String, _ fields: inout SignFields) -> Effect? {
        fields.choice(key, of: Effect.allCases.map { ($0.rawValue, $0) })
    }
}
