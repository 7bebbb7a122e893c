import Settings

/// The way to a part of a value: `departures[0].line`, `stops[*].name`, `rates."EUR/USD"`.
package struct ValuePath: Hashable, Sendable {
    /// A step of the way.
    package enum Step: Hashable, Sendable {
        /// The value of a name in a record.
        case name(String)
        /// An element of a list, from 0; negative ones count from its end, -1 is the last.
        case index(Int)
        /// All elements of a list, or all values of a record in the order of their names.
        case all
    }

    /// The steps; none is the value itself.
    package var steps: [Step]

    /// The steps that a path may have.
    package static let maximumSteps = 32

    /// Creates a way of some steps.
    package init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns what the path leads to; nil if there is nothing.
    ///
    /// After `[*]` the rest of the way is gone from every element; those that have nothing there are left out, and the
    /// result is a list without lists of that step in it. O(size of the value).
    package func value(in value: LiveValue) -> LiveValue? { Self.value(in: value, steps[...]) }

    private static func value(in value: LiveValue, _ steps: ArraySlice<Step>) -> LiveValue? {
        if case .record(let record) = value, let whole = record[LiveValue.whole], !Self.isName(steps.first, in: record)
        {
            return Self.value(in: whole, steps)
        }
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch (step, value) {
        case (.name(let name), .record(let record)):
            return record[name].flatMap { Self.value(in: $0, rest) }
        case (.index(let index), .list(let list)):
            let place = index < 0 ? list.count + max(index, -list.count - 1) : index
            return list.indices.contains(place) ? Self.value(in: list[place], rest) : nil
        case (.all, .list(let list)):
            return all(list, rest)
        case (.all, .record(let record)):
            return all(record.sorted { $0.key < $1.key }.map(\.value), rest)
        default: return nil
        }
    }

    private static func isName(_ step: Step?, in record: [String: LiveValue]) -> Bool {
        if case .name(let name)? = step { record[name] != nil } else { false }
    }

    private static func all(_ values: [LiveValue], _ rest: ArraySlice<Step>) -> LiveValue {
        let found = values.compactMap { value(in: $0, rest) }
        guard rest.contains(.all) else { return .list(found) }
        return .list(found.flatMap(\.elements))
    }
}

extension ValuePath: CustomStringConvertible {
    /// The path as it is written, without a dot in front.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .name(let name):
                let isPlain = !name.isEmpty && name.unicodeScalars.allSatisfy(FieldScanner.isInName)
                text += text.isEmpty ? "" : "."
                text += isPlain ? name : FieldScanner.quoted(name)
            case .index(let index): text += "[\(index)]"
            case .all: text += "[*]"
            }
        }
        return text
    }
}

extension ValuePath {
    /// Reads a path such as `departures[0].line` or `[*].price`; an empty text is the value itself.
    ///
    /// - Throws: what is wrong, at an offset in characters (Unicode scalars).
    package init(parsing text: String) throws(TextError) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        self.init()
        if !scanner.isAtEnd, scanner.peek != "[" { steps.append(try .name(scanner.key())) }
        try readSteps(&scanner)
        scanner.skipBlanks()
        guard scanner.isAtEnd else {
            throw scanner.expected("\".name\", \"[0]\", \"[*]\" or the end of the path")
        }
    }

    /// Reads steps as far as they go, and stops at anything else.
    mutating func readSteps(_ scanner: inout FieldScanner) throws(TextError) {
        while let mark = scanner.peek {
            let start = scanner.offset
            if mark == "." {
                scanner.advance()
                steps.append(try .name(scanner.key()))
            } else if mark == "[" {
                scanner.advance()
                steps.append(try Self.element(&scanner))
            } else {
                return
            }
            guard steps.count <= Self.maximumSteps else {
                throw TextError("a path has at most \(Self.maximumSteps) steps", at: start)
            }
        }
    }

    /// Reads what stands in brackets, the closing one included.
    private static func element(_ scanner: inout FieldScanner) throws(TextError) -> Step {
        scanner.skipBlanks()
        let step: Step
        if scanner.peek == "*" {
            scanner.advance()
            step = .all
        } else if scanner.peek == "\"" {
            step = .name(try scanner.quotedText())
        } else if let index = scanner.integer(in: -1_000_000...1_000_000) {
            step = .index(index)
        } else {
            throw scanner.expected("a number from 0, a negative one from the end, or * for all")
        }
        scanner.skipBlanks()
        guard scanner.skip("]") else { throw scanner.expected("\"]\"") }
        return step
    }
}
