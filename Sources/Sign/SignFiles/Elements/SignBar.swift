import LiveValues
import Marquee
import PixelGraphics
import Settings

/// A bar as a part of a message, as long as a value within a range.
package struct SignBar: Equatable, Sendable {
    /// How long it is.
    package var value: SignNumber
    /// Where it is empty.
    package var start = SignNumber.fixed(0)
    /// Where it fills its area.
    package var end = SignNumber.fixed(100)
    /// Its colour below the first of `colors`.
    package var color: Color
    /// The values that decide its colour and that of the rest.
    package var colorFields = ColorFields()
    /// The colour of the rest; nil where that is transparent.
    package var background: Color?
    /// The colours that it has from values on, the smallest first.
    package var colors: [(from: LiveNumber, color: Color)] = []
    package var style = Bar.Style()

    /// Its numbers, with the values that they need.
    package var fields: [ValueField] { [value, start, end].compactMap(\.field) }

    package static func == (first: SignBar, second: SignBar) -> Bool {
        first.value == second.value && first.start == second.start && first.end == second.end
            && first.color == second.color && first.style == second.style && first.background == second.background
            && first.colorFields == second.colorFields
            && first.colors.elementsEqual(second.colors) { $0.from == $1.from && $0.color == $1.color }
    }

    /// The segments that a bar may have.
    static let segmentCounts = 2...1_024
}

extension SignBar {
    /// Reads the keys of a bar; nil if there are problems.
    ///
    /// - Parameters:
    ///   - color: its colour, and `background` that of the rest, unless the file or `colorFields` say otherwise.
    init?(
        _ fields: inout SignFields, color: Color, background: Color?, _ colorFields: ColorFields, _ names: FieldNames
    ) {
        let words = "a number, or a value such as \"{load}\""
        let value = fields.value("bar", as: .number(words, names))
        self.init(value: value ?? .fixed(0), color: color)
        (self.background, self.colorFields) = (background, colorFields)
        readRange(&fields, names)
        fields.read("color", names, into: &self.color, &self.colorFields.color)
        fields.read("background", names, into: &self.background, &self.colorFields.background)
        readColors(&fields)
        let directions: [Direction] = [.left, .right, .up, .down]
        fields.read("direction", as: .word(of: directions.map { ($0.rawValue, $0) }), into: &style.direction)
        fields.read("segments", in: Self.segmentCounts, into: &style.segments)
        guard value != nil else { return nil }
    }

    private mutating func readRange(_ fields: inout SignFields, _ names: FieldNames) {
        let words = "two numbers or values, such as [0, 100] or [0, \"{total}\"]"
        let form = SignFields.ValueForm<SignNumber>.number(words, names)
        guard let given = fields.values("range", as: form), fields.has("range") else { return }
        let isRange = given.count == 2 && given[0].value != given[1].value
        guard isRange else {
            let found = given.count == 2 ? "two equal ones" : "\(given.count) of them"
            return fields.recordProblem(
                .wrongType(key: "range", expected: words, found: found), at: fields.place(of: "range"))
        }
        (start, end) = (given[0].value, given[1].value)
    }

    private mutating func readColors(_ fields: inout SignFields) {
        let words = "numbers and the colours from there on, such as {0: lime, 60: yellow}"
        var read: [(from: LiveNumber, color: Color)]?
        fields.readKeys("colors", expected: words, into: &read) { fields in
            fields.givenKeys.compactMap { key in
                guard let from = LiveNumber(parsing: key) else {
                    fields.accept(key)
                    fields.recordProblem(
                        .wrongType(key: "colors", expected: words, found: ShownText.quoted(key)),
                        at: fields.keyPlace(of: key))
                    return nil
                }
                var color: Color?
                fields.read(key, into: &color)
                return color.map { (from, $0) }
            }
        }
        colors = (read ?? []).sorted { $0.from.isLess(than: $1.from) }
    }
}

extension SignBar {
    /// What it shows with values as they are: the share of its area that is filled, its colour and that of the rest.
    ///
    /// It is empty without a value or a range.
    package func state(in scope: FieldScope) -> (share: Double, color: Color, background: Color?) {
        let color = colorFields.color?.color(in: scope) ?? color
        let background = colorFields.background?.color(in: scope) ?? background
        guard let value = value.number(in: scope) else { return (0, color, background) }
        let reached = colors.last { !value.isLess(than: $0.from) }?.color ?? color
        guard let start = start.number(in: scope)?.double, let end = end.number(in: scope)?.double, start != end else {
            return (0, reached, background)
        }
        return ((value.double - start) / (end - start), reached, background)
    }
}
