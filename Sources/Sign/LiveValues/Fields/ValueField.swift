import Settings

/// A field that shows a value: the way to it, how it is written, and what its conditions change.
package struct ValueField: Hashable, Sendable {
    /// The name of the source, or in a template that of a value of the element.
    package let name: String
    /// The number of characters before the name, from the first one behind the brace.
    package let nameOffset: Int
    /// The way from the source's value to what is shown.
    package let path: ValuePath
    /// What is done to the value, in order.
    package let formats: [FieldFormat]
    /// What the value changes; the first that holds counts.
    package let conditions: [FieldCondition]

    /// Whether the icon of a name is shown.
    package var showsIcon: Bool { formats.last == .icon }

    /// The formats and the conditions that a field may have.
    package static let maximumParts = 32

    init(_ scanner: inout FieldScanner, fields: [String]?) throws(TextError) {
        (name, nameOffset, path) = try Self.reference(&scanner, fields: fields)
        var formats: [FieldFormat] = []
        var conditions: [FieldCondition] = []
        scanner.skipBlanks()
        while scanner.peek == "|" {
            let place = scanner.offset
            scanner.advance()
            guard formats.last != .icon else { throw TextError("\"icon\" has to be the last format", at: place) }
            formats.append(try FieldFormat(&scanner))
            guard formats.count <= Self.maximumParts else {
                throw Self.tooMany("formats", at: place)
            }
            scanner.skipBlanks()
        }
        if scanner.skip("?") { conditions = try FieldCondition.list(&scanner) }
        guard scanner.isAtEnd else {
            throw scanner.expected("a format behind \"|\", conditions behind \"?\" or the closing brace")
        }
        self.formats = formats
        self.conditions = conditions
    }

    static func tooMany(_ things: String, at offset: Int) -> TextError {
        TextError("a field has at most \(maximumParts) \(things)", at: offset)
    }

    /// Reads a name and a path behind it.
    ///
    /// - Parameters:
    ///   - remedy: what to do about a name that no field has.
    ///   - words: what may be meant besides fields.
    static func reference(
        _ scanner: inout FieldScanner, fields: [String]?,
        remedy: String = "describe it under \"fields\", or write {{ for a brace",
        known words: [String] = FieldReference.reservedWords
    ) throws(TextError) -> (name: String, offset: Int, path: ValuePath) {
        let start = scanner.offset
        guard let name = scanner.name() else {
            throw scanner.expected("the name of a field, which begins with a letter")
        }
        if let fields, !fields.contains(name) {
            let known = fields + words
            let nearest = known.contains(name) ? nil : NearestName.find(name, among: known)
            throw TextError(
                "unknown field \(LiveText.quoted(name))\(ShownText.suggestion(nearest)); \(remedy)", at: start)
        }
        var path = ValuePath()
        try path.readSteps(&scanner)
        return (name, start, path)
    }
}

extension ValueField {
    /// Returns what the field shows: a text, plain whatever signs it has, and the tags of the condition that holds; O(size of
    /// the value).
    package func run(in scope: FieldScope) -> (text: String, tags: [FieldTag]) {
        let reading = scope.reading(of: name)
        let value = reading.value(at: path)
        let condition = condition(for: value, reading)
        let text = condition?.text ?? text(of: value, reading, in: scope)
        return (LiveText.cleanPart(text), condition?.tags ?? [])
    }

    /// Returns the tags of the condition that holds.
    package func tags(in scope: FieldScope) -> [FieldTag] {
        let reading = scope.reading(of: name)
        return condition(for: reading.value(at: path), reading)?.tags ?? []
    }

    /// The first condition that holds.
    private func condition(for value: LiveValue?, _ reading: LiveReading) -> FieldCondition? {
        conditions.first { $0.test.holds(value, isStale: reading.isStale) }
    }

    /// Returns what the field shows as a value for those who compute with it; nil where there is none.
    ///
    /// O(size of the value).
    package func value(in scope: FieldScope) -> LiveValue? {
        let reading = scope.reading(of: name)
        let value = reading.value(at: path)
        if let text = condition(for: value, reading)?.text { return .text(text) }
        guard let value else { return alternative.map { .text($0) } }
        var plain = scope
        plain.marks = .point
        return formats.reduce(value) { $1.applied(to: $0, in: plain) }
    }

    /// What stands there without a value, unless its source says it.
    private var alternative: String? {
        for case .alternative(let text) in formats { return text }
        return nil
    }

    private func text(of given: LiveValue?, _ reading: LiveReading, in scope: FieldScope) -> String {
        guard let given else { return alternative ?? reading.staleText }
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
