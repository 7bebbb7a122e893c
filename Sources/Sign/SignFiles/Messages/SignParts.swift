import LiveValues
import Marquee
import PixelGraphics
import Settings

/// Parts of a message that lie over each other, from the bottom to the top.
extension [SignPart] {
    /// The parts and all parts within them, each before those within it.
    package var all: [SignPart] { flatMap { [$0] + $0.inner.all } }

    /// Whether any part shows the time of day or something else that does not begin with the parts.
    package var followsTheClock: Bool { contains(where: \.followsTheClock) }
}

extension SignPart {
    /// The parts that a list may have, and the parts within parts.
    private static let maximumParts = 200
    /// How deep parts may lie within parts.
    private static let maximumLevels = 8

    /// Reads the list of parts at a key, without those that cannot be read; nil if it is no list of parts.
    static func list(_ key: String, _ fields: inout SignFields, _ context: SignContext) -> [SignPart]? {
        guard context.level <= maximumLevels else {
            fields.accept(key)
            fields.record(.part(.tooDeep(limit: maximumLevels)), at: fields.keyPlace(of: key))
            return nil
        }
        return fields.list(
            key, expected: "a list of parts, each with a text, an image, a shape or other content", textKey: "text",
            maximum: maximumParts, keepsOthers: true
        ) { SignPart(&$0, context) }
    }
}

extension SignPart {
    /// Reads one of the items that slide by side by side; nil if there are problems.
    init?(item fields: inout SignFields, _ context: SignContext) {
        var box = SignBox()
        box.readBackground(&fields, context.names)
        var padding: [Int] = []
        let form = SignFields.ValueForm<Int>("pixels beside it, or [beside, above]") {
            DecimalNumber.parse($0, in: 0...256)
        }
        fields.readList("padding", as: form, into: &padding)
        fields.accept("text")
        if fields.has("pixels") {
            let isAlone = fields.excludes("pixels", ["text"])
            guard let pixels = SignPixelArt(&fields, color: context.color), isAlone else { return nil }
            self.init(.pixels(pixels, align: .left, verticalAlign: .middle))
        } else {
            self.init(.text(Self.message(&fields, context)))
        }
        let shape = box.background?.shape
        box.padding = Size(
            width: padding.first ?? (shape.map { $0 == .capsule ? 4 : 2 } ?? 0),
            height: padding.dropFirst().first ?? (shape == nil ? 0 : 1))
        self.box = box
    }
}
