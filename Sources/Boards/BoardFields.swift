import PixelGraphics
import Yams

/// The keys and values of a board file; notes every problem it meets instead of stopping at the first.
struct BoardFields {
    /// What was wrong so far.
    private(set) var problems: [BoardProblem] = []
    private let path: String
    private let start: Mark?
    private let pairs: [(key: Node, value: Node)]
    private var known: [String] = []

    /// Takes the pairs of the file's mapping.
    init(_ mapping: Node.Mapping, path: String) {
        self.path = path
        start = mapping.mark
        pairs = mapping.map { ($0.key, $0.value) }
    }

    /// Returns the text of a key.
    mutating func text(_ key: String, expected: String) -> String? {
        guard let value = value(key, expected: expected) else { return nil }
        guard case .scalar(let scalar) = value, !scalar.string.isEmpty else {
            note(.wrongType(key: key, expected: expected, found: Self.form(of: value)), at: value.mark)
            return nil
        }
        return scalar.string
    }

    /// Returns the whole number of a key.
    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return parsed(key, expected: expected) { Int($0).map { .value($0) } ?? .wrongType }
            .flatMap { number in
                if range.contains(number) { return number }
                note(.outOfRange(key: key, expected: expected, found: "\(number)"), at: mark(of: key))
                return nil
            }
    }

    /// Returns the thing that a word stands for.
    mutating func choice<Value>(_ key: String, of values: [(name: String, value: Value)]) -> Value? {
        let names = values.map(\.name)
        guard let word = text(key, expected: "one of \(names.joined(separator: ", "))") else { return nil }
        if let value = values.first(where: { $0.name == word })?.value { return value }
        let nearest = NearestName.find(word, among: names)
        note(.unknownValue(key: key, found: word, known: names, nearest: nearest), at: mark(of: key))
        return nil
    }

    /// What became of the text of a value.
    enum Outcome<Value> {
        case value(Value)
        case wrongType
        case outOfRange
    }

    /// Returns what `parse` makes of the text of a key.
    mutating func parsed<Value>(_ key: String, expected: String, _ parse: (String) -> Outcome<Value>) -> Value? {
        guard let text = text(key, expected: expected) else { return nil }
        switch parse(text) {
        case .value(let value): return value
        case .wrongType:
            note(.wrongType(key: key, expected: expected, found: "\"\(text)\""), at: mark(of: key))
        case .outOfRange:
            note(.outOfRange(key: key, expected: expected, found: "\"\(text)\""), at: mark(of: key))
        }
        return nil
    }

    /// Whether the file has the key.
    func has(_ key: String) -> Bool { pairs.contains { $0.key.string == key } }

    /// Notes the keys that nobody asked for.
    mutating func noteUnknownKeys() {
        for (key, _) in pairs {
            let name = key.string ?? Self.form(of: key)
            if known.contains(name) { continue }
            note(.unknownKey(name, nearest: NearestName.find(name, among: known)), at: key.mark)
        }
        problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private mutating func value(_ key: String, expected: String) -> Node? {
        known.append(key)
        if let value = pairs.first(where: { $0.key.string == key })?.value { return value }
        note(.missingKey(key, expected: expected), at: start)
        return nil
    }

    private func mark(of key: String) -> Mark? {
        pairs.first { $0.key.string == key }?.value.mark
    }

    private mutating func note(_ reason: BoardProblem.Reason, at mark: Mark?) {
        problems.append(
            BoardProblem(reason: reason, path: path, line: mark?.line ?? 1, column: mark?.column ?? 1))
    }

    /// The form of a value in words.
    private static func form(of node: Node) -> String {
        switch node {
        case .scalar: "nothing"
        case .mapping: "a list of keys"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }
}
