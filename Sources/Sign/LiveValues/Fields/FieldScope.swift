/// What the names in a text mean: the readings of all sources, and in the template of a repetition an element.
package struct FieldScope: Sendable {
    /// Writes a date: seconds since 1970 in UTC or a text such as 2026-12-24T18:00:00Z, in a form of clock fields; nil
    /// where it is no date.
    package typealias DateWriter = @Sendable (_ date: LiveValue, _ form: String) -> String?
    /// Writes a number of seconds in a form such as `m:ss`; nil where it is no number.
    package typealias TimeWriter = @Sendable (_ seconds: LiveValue, _ form: String) -> String?

    /// What the sources say, by their names.
    package var readings: [String: LiveReading]
    private var writing: Shared<Writing>
    private var element: (value: LiveValue, index: Int, source: Shared<LiveReading>)?

    /// How values are written.
    private struct Writing: Sendable {
        var marks: NumberMarks
        var dateWriter: DateWriter?
        var timeWriter: TimeWriter?
        var maps: [String: ValueMap] = [:]
    }

    /// A value that copies share until they change it: there is a scope for each element.
    private struct Shared<Value: Sendable>: Sendable {
        private var values: [Value]
        var value: Value {
            get { values[0] }
            set { values = [newValue] }
        }

        init(_ value: Value) { values = [value] }
    }

    /// Describes what names mean outside of repetitions.
    package init(
        _ readings: [String: LiveReading] = [:], marks: NumberMarks = .point, dateWriter: DateWriter? = nil
    ) {
        self.readings = readings
        writing = Shared(Writing(marks: marks, dateWriter: dateWriter))
    }

    /// The marks within numbers.
    package var marks: NumberMarks {
        get { writing.value.marks }
        set { writing.value.marks = newValue }
    }

    /// Writes dates; nil leaves them as they are.
    package var dateWriter: DateWriter? {
        get { writing.value.dateWriter }
        set { writing.value.dateWriter = newValue }
    }

    /// Writes lengths of time; nil leaves them as they are.
    package var timeWriter: TimeWriter? {
        get { writing.value.timeWriter }
        set { writing.value.timeWriter = newValue }
    }

    /// The maps of the file, by their names.
    package var maps: [String: ValueMap] {
        get { writing.value.maps }
        set { writing.value.maps = newValue }
    }

    /// Returns what a name stands for: in a template the element's value of that name, the element itself for `item`,
    /// its number from 1 for `index`; else what a source says.
    package func reading(of name: String) -> LiveReading {
        guard element != nil else { return readings[name] ?? LiveReading(nil) }
        if case .record(let record)? = element?.value, let value = record[name] { return elementReading(value) }
        switch name {
        case "index": return elementReading((element?.index).map { .number(LiveNumber($0)) })
        case "item": return elementReading(element?.value)
        default: return readings[name] ?? elementReading(nil)
        }
    }

    /// What the source of the element says of a value in it.
    private func elementReading(_ value: LiveValue?) -> LiveReading {
        guard let source = element?.source.value else { return LiveReading(value) }
        return LiveReading(value, isStale: source.isStale, staleText: source.staleText, format: source.format)
    }

    /// Whether a name means something of the element that a template is repeated for, not a source.
    package func isOfElement(_ name: String) -> Bool {
        guard let element else { return false }
        if case .record(let record) = element.value, record[name] != nil { return true }
        return name == "item" || name == "index" || readings[name] == nil
    }

    /// Returns the scopes of the elements that a repetition shows, in order.
    ///
    /// Those that `where` leaves out do not count. Sorting keeps the order of equal elements; those that lack the value come
    /// last. O(n log n).
    package func elements(of field: EachField) -> [FieldScope] {
        let source = reading(of: field.name)
        guard let list = source.value(at: field.path) else { return [] }
        let shared = Shared(source)
        var values = list.elements
        if !field.filters.isEmpty {
            values = values.enumerated().filter { index, value in
                let element = self.element(value, index, shared)
                return field.filters.allSatisfy { $0.holds(in: element) }
            }.map(\.element)
        }
        if let order = field.order {
            let keyed = values.enumerated().map { (place: $0.offset, key: order.value(in: $0.element)) }
            let sorted = keyed.sorted { first, second in
                switch (first.key, second.key) {
                case (let left?, let right?):
                    if left.precedes(right) { return !field.isDescending }
                    if right.precedes(left) { return field.isDescending }
                    return first.place < second.place
                case (nil, nil): return first.place < second.place
                case (nil, _): return false
                case (_, nil): return true
                }
            }
            values = sorted.map { values[$0.place] }
        }
        return values.prefix(field.maximum ?? EachField.maximumElements).enumerated().map { index, value in
            element(value, index, shared)
        }
    }

    /// What names mean within an element of a list, from 0.
    private func element(_ value: LiveValue, _ index: Int, _ source: Shared<LiveReading>) -> FieldScope {
        var scope = self
        scope.element = (value, index + 1, source)
        return scope
    }

    /// Returns the text of a value of the element, or of the element itself for `item`; nil outside of repetitions, and for none.
    package func text(_ path: ValuePath) -> String? {
        guard let element else { return nil }
        guard path.steps.first != .name("item") || path.value(in: element.value) != nil else {
            return ValuePath(Array(path.steps.dropFirst())).value(in: element.value)?.text()
        }
        return path.value(in: element.value)?.text()
    }

    /// Returns the same with another value of the element, a text; itself outside of repetitions.
    package func adding(_ name: String, _ text: String) -> FieldScope {
        guard let element else { return self }
        var scope = self
        var values = [LiveValue.whole: element.value]
        if case .record(let record) = element.value { values = record }
        values[name] = .text(text)
        scope.element?.value = .record(values)
        return scope
    }

    /// Whether a repetition has no value to repeat, so that its source's text for that is shown; nil if it has.
    package func staleText(of field: EachField) -> String? {
        let source = reading(of: field.name)
        return source.value(at: field.path) == nil ? source.staleText : nil
    }
}

extension LiveValue {
    /// Whether it comes before another one: numbers by size, before all texts; texts by their characters.
    func precedes(_ other: LiveValue) -> Bool {
        switch (number, other.number) {
        case (let left?, let right?): left.isLess(than: right)
        case (nil, nil): text() < other.text()
        case (_?, nil): true
        case (nil, _?): false
        }
    }
}

/// What a source says now, as texts use it.
package struct LiveReading: Hashable, Sendable {
    /// The newest value; nil if none has come, or if it is older than the source keeps values.
    package var value: LiveValue?
    /// Whether the source has failed since the value came.
    package var isStale: Bool
    /// What is shown without a value.
    package var staleText: String
    /// How a number is written where a text does not say it.
    package var format: NumberFormat?
    /// The means of its numbers over a time, the newest last, with empty texts where there were none; nil for sources that keep none.
    package var history: LiveValue?

    /// The text that is shown without a value unless a source says otherwise.
    package static let defaultStaleText = "--"

    /// Describes what a source says.
    package init(
        _ value: LiveValue?, isStale: Bool = false, staleText: String = LiveReading.defaultStaleText,
        format: NumberFormat? = nil, history: LiveValue? = nil
    ) {
        self.value = value
        self.isStale = isStale
        self.staleText = staleText
        self.format = format
        self.history = history
    }

    /// The name in a path that leads to the history.
    package static let historyName = "history"

    /// Returns what a path leads to, in the history if it begins with its name; nil if there is nothing.
    package func value(at path: ValuePath) -> LiveValue? {
        guard let history, path.steps.first == .name(Self.historyName) else { return value.flatMap(path.value(in:)) }
        return ValuePath(Array(path.steps.dropFirst())).value(in: history)
    }
}
