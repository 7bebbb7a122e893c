/// What a field shows at an instant: a plain text, and the tags that it gets.
package struct FieldRun: Hashable, Sendable {
    /// The text: plain, whatever signs it has.
    package var text: String
    /// The tags of the condition that holds; none where none does.
    package var tags: [FieldTag]

    /// Describes a run.
    package init(_ text: String, tags: [FieldTag] = []) {
        self.text = text
        self.tags = tags
    }
}

extension ValueField {
    /// Returns what the field shows; O(size of the value).
    package func run(in scope: FieldScope) -> FieldRun {
        let reading = scope.reading(of: name)
        let value = reading.value.flatMap(path.value(in:))
        let condition = conditions.first { $0.holds(value, isStale: reading.isStale) }
        let text = condition?.text ?? text(of: value, reading, in: scope)
        return FieldRun(LiveText.cleanPart(text), tags: condition?.tags ?? [])
    }

    private func text(of given: LiveValue?, _ reading: LiveReading, in scope: FieldScope) -> String {
        guard let given else {
            for case .alternative(let text) in formats { return text }
            return reading.staleText
        }
        var value = given
        var isFormatted = false
        for format in formats {
            value = format.applied(to: value, in: scope)
            if case .number = format { isFormatted = true }
        }
        if !isFormatted, let form = reading.format, case .number(let number) = value {
            return form.text(of: number, marks: scope.marks)
        }
        return value.text(marks: scope.marks)
    }
}

extension FieldFormat {
    /// Returns a value in this form; values that it does not suit stay as they are.
    func applied(to value: LiveValue, in scope: FieldScope) -> LiveValue {
        switch self {
        case .number(let format):
            if case .list(let values) = value { return .list(values.map { applied(to: $0, in: scope) }) }
            return value.number.map { .text(format.text(of: $0, marks: scope.marks)) } ?? value
        case .times(let factor): return Self.changed(value) { $0.times(factor) }
        case .plus(let addend): return Self.changed(value) { $0.plus(addend) }
        case .magnitude: return Self.changed(value) { $0.magnitude }
        case .upper: return .text(value.text(marks: scope.marks).uppercased())
        case .lower: return .text(value.text(marks: scope.marks).lowercased())
        case .cut(let length): return .text(LiveText.clean(value.text(marks: scope.marks), length: length))
        case .count:
            if case .list(let values) = value { return .number(LiveNumber(values.count)) }
            return value
        case .join(let joiner): return .text(value.text(marks: scope.marks, joiner: joiner))
        case .date(let form, _): return scope.dateWriter?(value, form).map { .text($0) } ?? value
        case .alternative(let text): return value == .text("") ? .text(text) : value
        }
    }

    private static func changed(_ value: LiveValue, _ change: (LiveNumber) -> LiveNumber?) -> LiveValue {
        if case .list(let values) = value { return .list(values.map { changed($0, change) }) }
        return value.number.flatMap(change).map { .number($0) } ?? value
    }
}

extension FieldCondition {
    /// Whether it holds for a value; only `missing` and `else` hold where there is none.
    func holds(_ value: LiveValue?, isStale: Bool) -> Bool {
        switch test {
        case .missing: return value == nil
        case .otherwise: return true
        case .stale: return isStale && value != nil
        case .contains(let part): return value.map { Self.contains($0.text(), part) } ?? false
        case .comparison(let comparison, let other): return value.map { comparison.holds($0, other) } ?? false
        }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (whole, wanted) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard !wanted.isEmpty, wanted.count <= whole.count else { return wanted.isEmpty }
        return (0...whole.count - wanted.count).contains { whole[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

extension FieldCondition.Comparison {
    /// Compares numbers by size and texts by their characters; of a number and a text neither is larger.
    func holds(_ left: LiveValue, _ right: LiveValue) -> Bool {
        let (isLess, isMore): (Bool, Bool)
        switch (left.number, right.number) {
        case (let first?, let second?): (isLess, isMore) = (first.isLess(than: second), second.isLess(than: first))
        case (nil, nil): (isLess, isMore) = (left.text() < right.text(), right.text() < left.text())
        default: return self == .different
        }
        switch self {
        case .equal: return !isLess && !isMore
        case .different: return isLess || isMore
        case .less: return isLess
        case .atMost: return !isMore
        case .more: return isMore
        case .atLeast: return !isLess
        }
    }
}
