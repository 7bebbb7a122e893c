import Marquee
import PixelGraphics
import Settings

extension SignItem {
    /// Reads the keys of an item; nil if there are problems.
    init?(_ fields: inout SignFields, _ context: PartContext) {
        let background = Self.background(&fields)
        let padding = fields.parsedList("padding", expected: "pixels beside it, or [beside, above]") { text in
            DecimalNumber.parse(text, in: 0...256) as SignFields.Outcome<Int>
        }
        fields.accept("text")
        var item = SignItem()
        if fields.has("pixels") {
            let isAlone = fields.excludes("pixels", ["text"])
            guard let pixels = SignPixelArt(&fields, color: context.color), isAlone else { return nil }
            item.pixels = pixels
        } else {
            item.message = SignPart.message(&fields, context)
        }
        if let background, let padding {
            item.background = background
            item.horizontalPadding = padding.first?.value ?? (background.map { $0.shape == .capsule ? 4 : 2 } ?? 0)
            item.verticalPadding = padding.dropFirst().first?.value ?? (background == nil ? 0 : 1)
        }
        self = item
    }

    private static func background(_ fields: inout SignFields) -> ItemBackground?? {
        let box = fields.optionalColor("box")
        let capsule = fields.optionalColor("capsule")
        let isFilled = fields.flag("filled", default: true)
        let isAlone = !fields.has("box") || fields.excludes("box", ["capsule"])
        guard let box, let capsule, let isFilled, isAlone else { return nil }
        if let capsule { return ItemBackground(.capsule, color: capsule, isFilled: isFilled) }
        return .some(box.map { ItemBackground(.box, color: $0, isFilled: isFilled) })
    }
}
