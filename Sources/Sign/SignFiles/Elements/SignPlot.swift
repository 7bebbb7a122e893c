import LiveValues
import Marquee
import Settings

/// A list of numbers as a line, an area or bars, as a part of a message.
package struct SignPlot: Equatable, Sendable {
    /// The list.
    package var values: ValueField
    package var form = Plot.Form.line
    /// The numbers at the lower and the upper edge; nil for those that suit the list.
    package var range: Range?
    package var colors: ChartColors

    /// Two numbers.
    package struct Range: Equatable, Sendable {
        package var start: SignNumber
        package var end: SignNumber
    }

    /// The values of its numbers, without the list.
    package var fields: [ValueField] { [range?.start, range?.end].compactMap { $0?.field } }
}

extension SignPlot {
    /// Reads the keys of a plot; nil if there are problems.
    ///
    /// - Parameter colors: those that it has unless the file says otherwise.
    init?(_ fields: inout SignFields, _ colors: ChartColors, _ names: FieldNames) {
        let form = SignFields.ValueForm<ValueField>.field("a value that is a list, such as \"{prices}\"", names) {
            field throws(TextError) in
            guard !field.conditions.isEmpty else { return }
            throw TextError("the values of a plot have no conditions; give it \"colors\"", at: field.nameOffset)
        }
        let list = fields.value("plot", as: form)
        fields.accept("range")
        var range: Range?
        if fields.givenText("range") != "auto" {
            var (start, end) = (SignNumber.fixed(0), SignNumber.fixed(0))
            fields.readRange(names, into: &start, &end, orWord: "auto")
            range = start == end ? nil : Range(start: start, end: end)
        }
        var colors = colors
        colors.read(&fields, names)
        var drawn = Plot.Form.line
        fields.read("as", into: &drawn)
        guard let list else { return nil }
        self.init(values: list, form: drawn, range: range, colors: colors)
    }

    /// The range that the file gives; nil without one, without a value of its ends, and where they are the same.
    package func fixedRange(in scope: FieldScope) -> ClosedRange<Double>? {
        guard let start = range?.start.number(in: scope)?.double, let end = range?.end.number(in: scope)?.double,
            start != end
        else { return nil }
        return min(start, end)...max(start, end)
    }

    /// The numbers of a list; nil for its gaps, and for what is no number.
    ///
    /// Nil if it is no list.
    package static func numbers(of list: LiveValue?) -> [Double?]? {
        guard case .list(let values)? = list else { return nil }
        return values.map { $0.number?.double }
    }
}
