import LiveValues
import Marquee
import PixelGraphics
import Settings
import Timelines

/// The space that a part takes in a list of rows or columns, and what stands around it.
package struct SignBox: Equatable, Sendable {
    /// Its width; nil for `fit` in columns and `fill` in rows.
    package var width: BoxExtent?
    /// Its height; nil for `fit` in rows and `fill` in columns.
    package var height: BoxExtent?
    /// The empty pixels at its left and right edge, and at its top and bottom edge.
    package var padding = Size.zero
    /// The pixels between the parts in it, side by side and below each other.
    package var gap = Size.zero
    /// What stands behind it.
    package var background: ItemBackground?
    /// The value that decides the colour of that; nil where the file has the colour.
    package var backgroundField: ValueField?
    /// A text that is measured as well, so that it has its place; nil for none.
    package var sample: String?
    /// Whether its text is in the largest of its fonts and factors that fits.
    package var fitsLargest = false
    /// What happens to rows or columns in it that do not fit; nil for what suits them.
    package var overflow: Overflow?
    /// What it is repeated for; nil if it is there once.
    package var each: SignEach?
    /// What a new value does; nil for what holds around it.
    package var change: SignChange?
    /// Whether all that scrolls in it begins each cycle together.
    package var isInStep = false
    /// Where its width and its height stand.
    package var places: [FilePlace] = []

    /// Describes a part of default extents without anything around it.
    package init() {}
}

/// Parts below or beside each other.
package struct SignList: Equatable, Sendable {
    /// The axis along which they lie.
    package var axis: Box.Axis
    /// The parts, in their order.
    package var parts: [SignPart]
    /// How they move if they do, and how long a page of them is shown.
    package var look: SignLook
    /// Whether they are `items`: each as large as its ink, in the middle of a line that slides by.
    package var isLine = false
}

/// A list of values, for each element of which a part is repeated.
package struct SignEach: Equatable, Sendable {
    /// The list, and which of its elements are shown in which order.
    package var field: EachField
    /// The value that identifies an element; nil for its number.
    package var key: ValuePath?
    /// The text that divides the elements into groups: those in a row for which it is the same; nil for no groups.
    package var by: SignMessage?
    /// The parts that come before each group, in which `by` is the text of the group.
    package var head: [SignPart] = []
}

extension SignBox {
    /// The pixels that gaps and padding may have.
    private static let distances = 0...256
    /// The pixels that a box may ask for.
    private static let extents = 0...4096

    /// Reads what surrounds any part.
    mutating func readSurroundings(_ fields: inout SignFields, _ names: FieldNames) {
        Self.readDistances("padding", &fields, into: &padding)
        Self.readDistances("gap", &fields, into: &gap)
        fields.read("in-step", into: &isInStep)
        readBackground(&fields, names)
        guard fields.has("filled"), !fields.has("box"), !fields.has("capsule"), !fields.has("shape") else { return }
        let content = SignPart.contentKeys.first { fields.has($0) }
        fields.record(
            .part(.noEffect("filled", on: content, for: "shapes, boxes and capsules")),
            at: fields.keyPlace(of: "filled"))
    }

    /// Reads what holds for a part of rows or columns.
    mutating func read(_ fields: inout SignFields, _ context: SignContext) {
        fields.read("width", as: Self.extent, into: &width)
        fields.read("height", as: Self.extent, into: &height)
        fields.read("sample", as: .text("a text that has its place, such as 88:88") { $0 }, into: &sample)
        // That of images is another one.
        let fit = fields.has("image") ? [] : ["fit"]
        if !fit.isEmpty { fields.read("fit", as: .word(of: [("largest", true)]), into: &fitsLargest) }
        places = ["width", "height"].map { FilePlace(place: fields.place(of: $0)) }
        var names = context.names
        if fields.has("each") { names.fields = nil }
        readSurroundings(&fields, names)
        SignChange.read(&fields, context, into: &change)
        readEach(&fields, context)
        let isInList = context.listAxis != nil
        let refused = recordWithoutEffect(&fields, context)
        let others = isInList ? ["area", "position"] : ["width", "height", "sample", "each", "change"] + fit
        for key in others where fields.has(key) && !refused.contains(key) {
            let reason: SignReason.PartReason = isInList ? .placedInList(key) : .onlyInList(key)
            fields.record(.part(reason), at: fields.keyPlace(of: key))
        }
        if context.isHead, fields.has("each") {
            fields.record(.part(.repeatedHead), at: fields.keyPlace(of: "each"))
            each = nil
        }
    }

    /// Records the keys that do nothing for what the part shows; returns them.
    private func recordWithoutEffect(_ fields: inout SignFields, _ context: SignContext) -> [String] {
        let content = SignPart.contentKeys.first { fields.has($0) }
        let isText = content == "text"
        let isList = SignPart.lists.contains { $0.key == content }
        let lists = "rows, columns and lists of values"
        let changesText = change?.kind == .roll || change?.kind == .flash
        let isRoll = change?.kind == .roll
        let rules = [
            ("sample", "sample", isText, "texts"),
            ("fit", "fit", isText || content == "image", "texts such as \"{clock HH:mm}\", and for images"),
            ("gap", "gap", isList || (each != nil && context.listAxis != .horizontal), lists),
            ("in-step", "in-step", isList || each != nil, lists),
            ("change", isRoll ? "change: roll" : "change: flash", isText || isList || !changesText, "texts"),
        ]
        return rules.filter { fields.has($0.0) && !$0.2 }.map { key, name, _, words in
            fields.record(.part(.noEffect(name, on: content, for: words)), at: fields.keyPlace(of: key))
            return key
        }
    }

    /// Reads what stands behind it, and whether that is filled.
    mutating func readBackground(_ fields: inout SignFields, _ names: FieldNames) {
        let key = fields.has("capsule") ? "capsule" : "box"
        for key in ["box", "capsule", "filled"] { fields.accept(key) }
        fields.excludes("box", ["capsule"])
        var color: Color?
        var isFilled = true
        fields.read(key, names, into: &color, &backgroundField)
        guard color != nil || backgroundField != nil else { return }
        fields.read("filled", into: &isFilled)
        background = ItemBackground(key == "box" ? .box : .capsule, color: color ?? .black, isFilled: isFilled)
    }

    /// The same with what stands behind it in the colour that its value gives it; nothing where that gives none.
    package func colored(in scope: FieldScope) -> SignBox {
        guard backgroundField != nil else { return self }
        var box = self
        (box.background, box.backgroundField) = (background(in: scope), nil)
        return box
    }

    /// What stands behind it, in the colour that its value gives it; nothing where that gives none.
    package func background(in scope: FieldScope) -> ItemBackground? {
        guard let backgroundField else { return background }
        guard let color = backgroundField.color(in: scope), var shown = background else { return nil }
        shown.color = color
        return shown
    }

    /// Reads the list that a part is repeated for.
    private mutating func readEach(_ fields: inout SignFields, _ context: SignContext) {
        let words = "a list of values, such as departures max 4 sort due"
        let names = context.fieldNames.map { $0 + (context.isRepeated ? ["item"] : []) }
        let form = SignFields.ValueForm<EachField>.parsed(words, SignReason.field, isPlaced: true) {
            text throws(TextError) in
            try EachField(list: text, fields: context.isRepeated ? nil : names) {
                SignMarkup.eventNames(of: $0, $1, calendars: context.calendarNames ?? [])
            }
        }
        var field: EachField?
        var key: ValuePath?
        fields.read("each", as: form, into: &field)
        let keyForm = SignFields.ValueForm<ValuePath>.parsed("the name of a value, such as id", SignReason.field) {
            [field] text throws(TextError) in
            let path = try ValuePath(parsing: text)
            if let field,
                let names = SignMarkup.eventNames(
                    of: field.name, field.path, calendars: context.calendarNames ?? [])
            {
                try EachField.check(path, among: names + ["item"], at: 0)
            }
            return path
        }
        fields.read("key", as: keyForm, into: &key)
        each = field.map { SignEach(field: $0, key: key) }
        readGroups(&fields, context)
        for key in ["key", "by", "head"] where fields.has(key) && !fields.has("each") {
            let words =
                key == "key" ? "the list of which \"key\" identifies an element" : "the list whose elements are grouped"
            fields.recordProblem(.missingKey("each", expected: words), at: fields.keyPlace(of: key))
        }
    }

    /// Reads what divides the elements of a list into groups, and what comes before each.
    private mutating func readGroups(_ fields: inout SignFields, _ context: SignContext) {
        for key in ["by", "head"] { fields.accept(key) }
        var context = context.repeated(for: each?.field)
        context.calendar = nil
        if fields.has("by") {
            let words = "a text that is the same for all elements of a group, such as \"{start|date d MMM}\""
            var text = SignMessage(fields.value("by", as: .text(words) { $0 }) ?? "")
            text.places.text = fields.place(of: "by")
            text.readMarkup(&fields, context: context, key: "by")
            each?.by = text
        }
        context.fieldNames?.append("by")
        if fields.has("head") {
            context.isHead = true
            each?.head = SignPart.list("head", &fields, context.deeper()) ?? []
        }
        for (key, other, words) in [
            ("by", "head", "a part before each group, such as \"{by}\""),
            ("head", "by", "a text that divides the elements into groups"),
        ] where fields.has(key) && !fields.has(other) {
            fields.recordProblem(.missingKey(other, expected: words), at: fields.keyPlace(of: key))
        }
    }

    /// Pixels, `fit` or `fill`, the last two perhaps with a number.
    private static var extent: SignFields.ValueForm<BoxExtent> {
        SignFields.ValueForm("pixels such as 12, fit, fit 12 (at least), fill or fill 2 (shares)") { text in
            let words = text.split(separator: " ")
            let number: SignFields.Outcome<Int>? = words.last.map { DecimalNumber.parse(String($0), in: extents) }
            switch (words.first, words.count, number) {
            case ("fit", 1, _): return .value(.fit(minimum: 0))
            case ("fill", 1, _): return .value(.fill(shares: 1))
            case ("fit", 2, .value(let pixels)): return .value(.fit(minimum: pixels))
            case ("fill", 2, .value(let shares)) where shares > 0: return .value(.fill(shares: shares))
            case (_, 1, .value(let pixels)): return .value(.pixels(pixels))
            case (_, 1, .outOfRange), (_, 2, .outOfRange): return .outOfRange
            case _ where NearestName.find(text, among: Array(extentWords.dropFirst())) != nil:
                return .unknownWord(known: extentWords)
            default: return .wrongType
            }
        }
    }

    private static let extentWords = ["pixels", "fit", "fill"]

    /// Pixels or `fill`: zones do not move when messages change.
    static var zoneExtent: SignFields.ValueForm<BoxExtent> {
        SignFields.ValueForm("pixels such as 12, fill or fill 2 (shares)") { text in
            switch extent.read(text) {
            case .value(.fit): .wrongType
            case .unknownWord(let known): .unknownWord(known: known.filter { $0 != "fit" })
            case let read: read
            }
        }
    }

    /// Reads pixels in both directions, or `[horizontal, vertical]`.
    static func readDistances(_ key: String, _ fields: inout SignFields, into size: inout Size) {
        var pixels: [Int] = []
        let form = SignFields.ValueForm<Int>("a number of pixels, or two: [horizontal, vertical]") {
            DecimalNumber.parse($0, in: distances)
        }
        fields.readList(key, as: form, maximum: 2, of: "numbers", into: &pixels)
        guard let first = pixels.first else { return }
        size = Size(width: first, height: pixels.last ?? first)
    }
}

extension SignPart {
    /// The key of a list and its axis.
    static let lists: [(key: String, axis: Box.Axis)] = [("rows", .vertical), ("columns", .horizontal)]

    /// Reads the parts of a list and what holds for all of them; nil if it is no list.
    ///
    /// - Parameter look: how its texts look, without the background that the list has itself.
    static func list(
        _ key: String, _ fields: inout SignFields, _ context: SignContext, look: SignLook, _ box: inout SignBox
    ) -> Kind? {
        var inner = context.deeper()
        inner.style = look
        inner.style.overflow = context.style.overflow
        if look.hasBackground, fields.has("background") {
            if box.background == nil { box.backgroundField = look.colorFields.background }
            box.background = box.background ?? ItemBackground(.box, color: look.letters.background ?? .black)
            inner.style.letters.background = nil
            inner.style.colorFields.background = nil
        }
        if fields.has("overflow") { box.overflow = look.overflow }
        let axis = lists.first { $0.key == key }?.axis ?? .vertical
        inner.listAxis = axis
        return list(key, &fields, inner).map { .list(SignList(axis: axis, parts: $0, look: look)) }
    }
}
