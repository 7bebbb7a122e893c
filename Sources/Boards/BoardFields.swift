import PixelGraphics

/// Asks a board file for keys and notes every problem instead of stopping at the first.
struct BoardFields {
    /// What was wrong so far.
    private(set) var problems: [BoardProblem]
    /// What was wrong with the files that this one names.
    private(set) var foreignProblems: [BoardProblem] = []
    private let path: String
    private let start: BoardSource.Place
    private let source: BoardSource
    private let entries: [String: BoardFile.Entry]
    private var known: [String] = []

    /// Takes what a file holds.
    init(_ file: BoardFile, path: String) {
        self.path = path
        start = file.start
        source = file.source
        problems = file.problems
        entries = Dictionary(file.entries.map { ($0.key, $0) }) { first, _ in first }
    }

    /// What became of the text of a value.
    enum Outcome<Value> {
        case value(Value)
        case wrongType
        case outOfRange
        case refused(BoardProblem.Reason)

        /// The same with a value that may be missing.
        var optional: Outcome<Value?> {
            switch self {
            case .value(let value): .value(value)
            case .wrongType: .wrongType
            case .outOfRange: .outOfRange
            case .refused(let reason): .refused(reason)
            }
        }
    }

    /// Whether the file has the key.
    func has(_ key: String) -> Bool { entries[key] != nil }

    /// Where a key begins.
    func keyPlace(of key: String) -> BoardSource.Place? { entries[key]?.keyPlace }

    /// Where the value of a key begins.
    func place(of key: String) -> BoardSource.Place? { entries[key]?.valuePlace }

    /// Where a character stands in the lines of a value; where the value begins, unless those are the lines of the file.
    ///
    /// - Parameters:
    ///   - offset: the number of characters before it in its line.
    ///   - line: its line in the value, from 0.
    func place(of key: String, line: Int, offset: Int) -> BoardSource.Place? {
        guard let entry = entries[key], entry.isBlock, case .text(let text, _) = entry.value else {
            return place(of: key)
        }
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let number = entry.valuePlace.line + 1 + line
        guard lines.indices.contains(line), let found = source.line(number), found.count >= lines[line].count,
            found.suffix(lines[line].count).elementsEqual(lines[line])
        else { return entry.valuePlace }
        return BoardSource.Place(line: number, column: found.count - lines[line].count + offset + 1)
    }

    /// The text of a value, whatever it means; nil where there is none.
    func givenText(_ key: String) -> String? {
        if case .text(let text, _)? = entries[key]?.value { text } else { nil }
    }

    /// Returns what `parse` makes of the text of a key.
    mutating func parsed<Value>(
        _ key: String, expected: String, isNumber: Bool = false, _ parse: (String) -> Outcome<Value>
    ) -> Value? {
        known.append(key)
        guard let entry = entries[key] else {
            note(.missingKey(key, expected: expected), at: start)
            return nil
        }
        let found: String
        switch entry.value {
        case .refused: return nil
        case .nothing: found = "nothing"
        case .other(let form): found = form
        case .text(let text, true) where isNumber: found = BoardProblem.Reason.quoted(text) + " in quotation marks"
        case .text(let text, _):
            switch parse(text) {
            case .value(let value): return value
            case .wrongType: found = BoardProblem.Reason.quoted(text)
            case .outOfRange:
                let words = BoardProblem.Reason.quoted(text)
                note(.outOfRange(key: key, expected: expected, found: words), at: entry.valuePlace)
                return nil
            case .refused(let reason):
                note(reason, at: entry.valuePlace)
                return nil
            }
        }
        note(.wrongType(key: key, expected: expected, found: found), at: entry.valuePlace)
        return nil
    }

    /// Returns what `parse` makes of the text of a key, or the value for files without that key.
    mutating func parsed<Value>(
        _ key: String, expected: String, default value: Value, _ parse: (String) -> Outcome<Value>
    ) -> Value? {
        known.append(key)
        return has(key) ? parsed(key, expected: expected, parse) : value
    }

    /// Returns a line of text.
    mutating func line(_ key: String, expected: String) -> String? {
        parsed(key, expected: expected) { text in
            let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
            let isClean = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isClean && line.contains { $0 != " " } ? .value(line) : .wrongType
        }
    }

    /// Returns a whole number in decimal digits.
    mutating func integer(_ key: String, in range: ClosedRange<Int>, default value: Int? = nil) -> Int? {
        known.append(key)
        if let value, !has(key) { return value }
        let numbers = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return parsed(key, expected: numbers + " in decimal digits", isNumber: true) { text in
            guard case .outOfRange = DecimalNumber.parse(text, in: range) else {
                return DecimalNumber.parse(text, in: range)
            }
            let found = BoardProblem.Reason.shortened(text)
            return .refused(.outOfRange(key: key, expected: numbers, found: found))
        }
    }

    /// Returns yes or no.
    mutating func flag(_ key: String, default value: Bool? = nil) -> Bool? {
        choice(key, of: [("yes", true), ("no", false), ("true", true), ("false", false)], default: value)
    }

    /// Returns a whole number, or nil within an optional where the file does not have the key.
    mutating func optionalInteger(_ key: String, in range: ClosedRange<Int>) -> Int?? {
        known.append(key)
        guard has(key) else { return .some(nil) }
        return integer(key, in: range).map { .some($0) }
    }

    /// Returns a time in ns.
    ///
    /// - Parameters:
    ///   - words: the range in words.
    ///   - grid: what the time is a multiple of, in ns.
    mutating func time(
        _ key: String, in range: ClosedRange<Int64>, of words: String, grid: Int64 = 1, default value: Int64
    ) -> Int64? {
        let form = grid == 1 ? "a time such as 25 ns" : "a time such as 150 ns, a multiple of \(grid) ns"
        return parsed(key, expected: "\(form), from \(words)", default: value) {
            TimeSpan.parse($0, in: range, grid: grid)
        }
    }

    /// Returns a current in mA.
    ///
    /// - Parameters:
    ///   - thing: what draws it.
    ///   - value: what holds for files without the key.
    mutating func current(_ key: String, of thing: String, default value: Int?) -> Int?? {
        let expected = "the current of \(thing) such as 4 A, 3.5 A or 2500 mA, up to 1000 A"
        return parsed(key, expected: expected, default: value) { Current.parse($0).optional }
    }

    /// Takes a key for known that is not asked for.
    mutating func accept(_ key: String) { known.append(key) }

    /// Returns the thing that a word stands for.
    mutating func choice<Value>(
        _ key: String, of values: [(name: String, value: Value)], default value: Value? = nil
    ) -> Value? {
        known.append(key)
        if let value, !has(key) { return value }
        let names = values.map(\.name)
        return parsed(key, expected: "one of \(names.joined(separator: ", "))") { word in
            if let value = values.first(where: { $0.name == word })?.value { return .value(value) }
            let nearest = NearestName.find(word, among: names)
            return .refused(.unknownValue(key: key, found: word, known: names, nearest: nearest))
        }
    }

    /// Notes a problem at the value of a key.
    mutating func note(_ reason: BoardProblem.Reason, at place: BoardSource.Place?) {
        problems.append(BoardProblem(reason, path: path, place: place ?? start))
    }

    /// Notes what is wrong with another file.
    mutating func add(_ problems: [BoardProblem]) { foreignProblems += problems }

    /// Notes keys that belong to another device.
    mutating func noteKeys(_ keys: [String], ofOtherDeviceThan device: String) {
        for key in keys {
            guard let entry = entries[key] else { continue }
            note(.keyOfOtherDevice(key, device: device), at: entry.keyPlace)
        }
    }

    /// Notes the keys that nobody asked for and that are not listed here.
    mutating func noteUnknownKeys(but others: [String] = []) {
        var suggestions = 0
        for entry in entries.values.sorted(by: { $0.keyPlace < $1.keyPlace }) {
            if known.contains(entry.key) || others.contains(entry.key) { continue }
            // A file of nothing but unknown keys is no board file, and guessing takes its time.
            let nearest = suggestions < 20 ? NearestName.find(entry.key, among: known) : nil
            suggestions += 1
            note(.unknownKey(entry.key, nearest: nearest), at: entry.keyPlace)
        }
    }
}
