import Settings
import Timelines

/// A condition on a value by which things come and go: `door = open for 10s`, `temperature > 30 until < 28`.
package struct ValueCondition: Hashable, Sendable {
    /// The name of the source.
    package let name: String
    /// The way from the source's value to what is compared.
    package let path: ValuePath
    /// What has to be true for it to begin.
    let test: FieldCondition.Test
    /// What ends it; nil for one that ends as soon as its test is not true any more.
    let end: FieldCondition.Test?
    /// How long the test has to be true before it begins.
    package let delay: Nanoseconds

    /// The conditions that one thing may have.
    package static let maximum = 32

    /// Reads a condition: a name with a path, a test in the words of fields, and perhaps `until` with another test, and `for` with
    /// a time.
    ///
    /// - Parameter fields: the names of the fields that there are; nil takes every name.
    /// - Throws: the first problem, at its offset in characters (Unicode scalars).
    package init(parsing text: String, fields: [String]?) throws(TextError) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        (name, _, path) = try ValueField.reference(&scanner, fields: fields, remedy: "describe it under \"fields\"")
        scanner.skipBlanks()
        let test = try Self.test(&scanner)
        let first = scanner.offset
        var end: (test: FieldCondition.Test, offset: Int)?
        var delay: Nanoseconds?
        scanner.skipBlanks()
        while !scanner.isAtEnd {
            let start = scanner.offset
            switch scanner.name() {
            case Self.until where end == nil:
                scanner.skipBlanks()
                end = (try Self.test(&scanner), start)
            case Self.lasting where delay == nil: delay = try Self.time(&scanner)
            default:
                scanner.move(to: start)
                throw scanner.expected("\"for\" with a time, \"until\" with a condition, or the end")
            }
            scanner.skipBlanks()
        }
        (self.test, self.end, self.delay) = (test, end?.test, delay ?? .zero)
        guard let end, Self.canHold(test, end.test) else { return }
        let given = "\(LiveText.clean(scanner.text(from: 0, to: first))) until \(end.test.words)"
        throw TextError("\(LiveText.quoted(given)) ends at once; \"until\" \(test.remedy)", at: end.offset)
    }

    /// Reads a condition of a value of an element, without a time: `line = 12`.
    ///
    /// - Parameters:
    ///   - words: the words before which it ends.
    ///   - mark: the character before which it ends, too.
    init(_ scanner: inout FieldScanner, upTo words: [String], or mark: Unicode.Scalar?) throws(TextError) {
        (name, _, path) = try ValueField.reference(&scanner, fields: nil)
        scanner.skipBlanks()
        (test, end, delay) = (try Self.test(&scanner, upTo: words, or: mark), nil, .zero)
    }

    /// Whether its test is true now, whatever came before.
    package func holds(in scope: FieldScope) -> Bool {
        let reading = scope.reading(of: name)
        return test.holds(reading.value(at: path), isStale: reading.isStale)
    }

    private static let until = "until"
    private static let lasting = "for"

    private static func test(
        _ scanner: inout FieldScanner, upTo ends: [String] = [until, lasting], or mark: Unicode.Scalar? = nil
    ) throws(TextError) -> FieldCondition.Test {
        let start = scanner.offset
        let test = try FieldCondition.test(&scanner) { words(&$0, upTo: ends, or: mark) }
        guard test != .otherwise else {
            scanner.move(to: start)
            throw scanner.expected("a condition such as > 0, = closed or missing")
        }
        return test
    }

    /// Takes words up to some others, a character or the end, without blanks at their ends; of several blanks in a row all stay.
    private static func words(
        _ scanner: inout FieldScanner, upTo ends: [String] = [until, lasting], or mark: Unicode.Scalar? = nil
    ) -> String {
        let start = scanner.offset
        var end = start
        while !scanner.isAtEnd, mark == nil || scanner.peek != mark {
            scanner.skipBlanks()
            let place = scanner.offset
            let word = scanner.take { !FieldScanner.isBlank($0) && $0 != mark }
            guard !ends.contains(word) else {
                scanner.move(to: place)
                break
            }
            if !word.isEmpty { end = scanner.offset }
        }
        return scanner.text(from: start, to: end)
    }

    private static func time(_ scanner: inout FieldScanner) throws(TextError) -> Nanoseconds {
        scanner.skipBlanks()
        let start = scanner.offset
        let given = words(&scanner).filter { $0 != " " }
        guard let time = Nanoseconds(parsing: given), time > .zero else {
            scanner.move(to: start)
            throw scanner.expected(
                "a time such as 10s behind \"for\"; put a text with \"for\" or \"until\" in it in quotation marks")
        }
        return time
    }
}

/// Tests that contradict each other.
extension ValueCondition {
    /// Whether some value makes both tests true, as far as the values show that are named in them.
    private static func canHold(_ first: FieldCondition.Test, _ second: FieldCondition.Test) -> Bool {
        let named = [first.literal, second.literal].compactMap { $0 }
        let numbers = named.compactMap(\.number)
        // Beside each number, and between the two.
        let others =
            numbers.flatMap { [$0.plus(1), $0.plus(-1)] }
            + [numbers.first?.plus(numbers.last ?? 0)?.times(LiveNumber(parsing: "0.5") ?? 0)]
        let values: [LiveValue?] = [nil] + named + others.compactMap { $0.map { .number($0) } }
        return first == second
            || values.contains { first.holds($0, isStale: false) && second.holds($0, isStale: false) }
    }
}

extension FieldCondition.Test {
    /// What it compares with; nil if it does not compare.
    fileprivate var literal: LiveValue? {
        switch self {
        case .comparison(_, let value): value
        case .contains(let text): .text(text)
        case .missing, .stale, .otherwise: nil
        }
    }

    /// The test as it is written.
    fileprivate var words: String {
        switch self {
        case .comparison(let comparison, let value): "\(comparison.rawValue) \(value.text())"
        case .contains(let text): "contains \(text)"
        case .missing: "missing"
        case .stale: "stale"
        case .otherwise: "else"
        }
    }

    /// What another test has to be so that no value makes both true.
    fileprivate var remedy: String {
        switch self {
        case .comparison(.more, let value), .comparison(.atLeast, let value): "must be below \(value.text())"
        case .comparison(.less, let value), .comparison(.atMost, let value): "must be above \(value.text())"
        default: "must be a condition for other values"
        }
    }
}

/// Conditions in time.
extension ValueCondition {
    /// How far a condition has come, by what its value did and when.
    package struct State: Hashable, Sendable {
        /// Since when its test has been true; nil where it is not.
        fileprivate(set) var since: Instant?
        /// Since when it holds; nil where it does not.
        package fileprivate(set) var began: Instant?

        /// The state before the first value.
        package init() {}
    }

    /// Takes what sources say from an instant on; until then all was as it was at the last call.
    package func advance(_ state: inout State, in scope: FieldScope, at instant: Instant) {
        begin(&state, at: instant)
        let reading = scope.reading(of: name)
        let value = reading.value.flatMap(path.value(in:))
        let isTrue = test.holds(value, isStale: reading.isStale)
        let isEnding = end?.holds(value, isStale: reading.isStale) ?? !isTrue
        // What is missing fulfils nothing else.
        if isEnding || (value == nil && !isTrue) { state = State() }
        guard state.began == nil else { return }
        state.since = isTrue && !isEnding ? state.since ?? instant : nil
        begin(&state, at: instant)
    }

    /// The numbers at which a value that moves may make it begin or end.
    package var numbers: [LiveNumber] {
        path.steps.isEmpty ? [test.literal, end?.literal].compactMap { $0?.number } : []
    }

    /// When it begins to hold, if its value stays as it is; nil if it holds already, or its test is not true.
    package func nextChange(of state: State) -> Instant? {
        state.began == nil ? state.since.map { $0 + delay } : nil
    }

    private func begin(_ state: inout State, at instant: Instant) {
        guard let due = nextChange(of: state), due <= instant else { return }
        state.began = due
    }
}
