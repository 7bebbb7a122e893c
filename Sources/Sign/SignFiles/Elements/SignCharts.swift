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

extension FieldNames {
    /// Checks that a value is not known to be one number, of which there is no list.
    fileprivate func checkList(_ field: ValueField) throws(TextError) {
        guard let hasHistory = numbers[field.name] else { return }
        let isHistory = field.path.steps.first == .name(LiveReading.historyName)
        guard !hasHistory || !isHistory else { return }
        let name = "{\(field.name)}"
        let words =
            hasHistory
            ? "plot its history, \"{\(field.name).\(LiveReading.historyName)}\""
            : "give the field a \"history\" to plot it"
        throw TextError("\"\(name)\" is one number; \(words)", at: field.nameOffset)
    }
}

/// A list of numbers as a line, an area or bars, as a part of a message.
package struct SignPlot: Equatable, Sendable {
    /// The list.
    package var values: SignNumbers
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

    /// Whether values change it.
    package var follows: Bool { values.field != nil || !fields.isEmpty || !colors.fields.all.isEmpty }
}

extension SignPlot {
    /// Reads the keys of a plot; nil if there are problems.
    ///
    /// - Parameter colors: those that it has unless the file says otherwise.
    init?(_ fields: inout SignFields, _ colors: ChartColors, _ names: FieldNames) {
        let list = Self.list(&fields, names)
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

    /// Reads the list: numbers, or a value.
    private static func list(_ fields: inout SignFields, _ names: FieldNames) -> SignNumbers? {
        let words = "a value that is a list, such as \"{prices}\", or numbers such as [3, 5, 4]"
        guard case .list? = fields.valueNode(of: "plot")?.content else {
            let form = SignFields.ValueForm<ValueField>.field(words, names) { field throws(TextError) in
                try names.checkList(field)
                guard !field.conditions.isEmpty else { return }
                throw TextError("the values of a plot have no conditions; give it \"colors\"", at: field.nameOffset)
            }
            return fields.value("plot", as: form).map { .field($0) }
        }
        let number = SignFields.ValueForm<LiveNumber>(words) {
            LiveNumber(parsing: $0).map { .value($0) } ?? .wrongType
        }
        guard let given = fields.values("plot", as: number) else { return nil }
        guard (1...SignNumbers.maximum).contains(given.count) else {
            let expected = "1 to \(SignNumbers.maximum) numbers"
            fields.recordProblem(
                .outOfRange(key: "plot", expected: expected, found: "\(given.count)"), at: fields.place(of: "plot"))
            return nil
        }
        return .fixed(given.map(\.value))
    }

    /// The range that the file gives; nil without one, without a value of its ends, and where they are the same.
    package func fixedRange(in scope: FieldScope) -> ClosedRange<Double>? {
        guard let start = range?.start.number(in: scope)?.double, let end = range?.end.number(in: scope)?.double,
            start != end
        else { return nil }
        return min(start, end)...max(start, end)
    }

    /// The numbers of a list, nil for its gaps and for what is no number; nil if it is no list.
    package static func numbers(of list: LiveValue?) -> [Double?]? {
        guard case .list(let values)? = list else { return nil }
        return values.map { $0.number?.double }
    }
}
