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
    package var colors: ChartColors
    package var style = Bar.Style()

    /// The values of its numbers.
    package var fields: [ValueField] { [value, start, end].compactMap(\.field) }

    /// The segments that a bar may have.
    static let segmentCounts = 2...1_024
}

extension SignBar {
    /// Reads the keys of a bar; nil if there are problems.
    ///
    /// - Parameter colors: those that it has unless the file says otherwise.
    init?(_ fields: inout SignFields, _ colors: ChartColors, _ names: FieldNames) {
        let words = "a number, or a value such as \"{load}\""
        let value = fields.value("bar", as: .number(words, names))
        self.init(value: value ?? .fixed(0), colors: colors)
        fields.readRange(names, into: &start, &end)
        self.colors.read(&fields, names)
        let directions: [Direction] = [.left, .right, .up, .down]
        fields.read("direction", as: .word(of: directions.map { ($0.rawValue, $0) }), into: &style.direction)
        fields.read("segments", in: Self.segmentCounts, into: &style.segments)
        guard value != nil else { return nil }
    }

    /// What it shows with values as they are: the share of its area that is filled, its colour and that of the rest.
    ///
    /// It is empty without a value or a range.
    package func state(in scope: FieldScope) -> (share: Double, color: Color, background: Color?) {
        let colors = colors.resolved(in: scope)
        guard let value = value.number(in: scope)?.double else { return (0, colors.color, colors.background) }
        guard let start = start.number(in: scope)?.double, let end = end.number(in: scope)?.double, start != end else {
            return (0, colors.color, colors.background)
        }
        return ((value - start) / (end - start), colors.color(of: value), colors.background)
    }
}
