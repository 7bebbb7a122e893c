import Yams

/// A board file's text on its way through the YAML parser, and the way back from the parser's marks to the file.
///
/// Two changes are made to the text, with characters that it does not have. Every `*` is exchanged, so that there are no
/// aliases (with a few of them a small file describes an endless one); `feature(at:)` finds them all the same. And where
/// the parser refuses a mapping because of equal keys, the first of them is marked and the text tried again, because the
/// parser does not say where the others are.
struct BoardYAML {
    /// Something that is wrong and where.
    typealias Finding = (reason: BoardProblem.Reason, place: BoardSource.Place)

    /// Several findings.
    struct Findings: Error {
        let all: [Finding]

        func map<Result>(_ body: (Finding) -> Result) -> [Result] { all.map(body) }
    }

    /// The keys that are marked before giving up, and the characters that may be parsed again for them: about as many as
    /// the largest file has four times.
    private static let mostMarkedKeys = 32
    private static let mostParsedAgain = 1 << 18

    private let source: BoardSource
    /// The changed text, and the offset in the file of each of its characters.
    private var scalars: [Unicode.Scalar]
    private var origins: [Int]
    /// The offsets at which a line begins for the parser, for which NEL, LS and PS end lines, too.
    private var lineStarts: [Int] = []
    private let asterisk: Unicode.Scalar
    private let marks: [Unicode.Scalar]

    init(_ source: BoardSource) {
        self.source = source
        let spare = Self.spareScalars(Self.mostMarkedKeys + 1, absentFrom: source.scalars)
        let asterisk = spare[0]
        self.asterisk = asterisk
        marks = Array(spare.dropFirst().prefix(max(1, Self.mostParsedAgain / max(1, source.scalars.count))))
        scalars = source.scalars.map { $0 == "*" ? asterisk : $0 }
        origins = Array(source.scalars.indices)
        findLines()
    }

    /// Returns private characters of plane 15 that a text does not have; it has 65,534 of them, more than fit into a file.
    private static func spareScalars(_ count: Int, absentFrom text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let used = Set(text.lazy.filter { $0.value >= 0xF0000 })
        return Array(
            (UInt32(0xF0000)...0xFFFFD).lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }.prefix(count)
        )
    }

    // MARK: - Parsing

    /// Returns the pairs of the file's mapping, equal keys among them, and where the mapping begins.
    mutating func compose() throws(Findings) -> (pairs: [(key: Node, value: Node)], start: Mark?) {
        var equal: [(key: String, place: BoardSource.Place)] = []
        marking: for mark in marks {
            do throws(Refusal) {
                return try composeOnce()
            } catch {
                switch error {
                case .equalKeys(let key, let first):
                    equal.append((original(key), place(of: first)))
                    insert(mark, at: offset(of: first))
                case .findings(let findings):
                    // Where a mark made another text of it, the equal keys are what counts.
                    if equal.isEmpty { throw findings }
                    break marking
                }
            }
        }
        var first: [String: Int] = [:]
        let second = equal.compactMap { key, place -> Finding? in
            if let line = first[key] { return (.duplicateKey(key, firstLine: line), place) }
            first[key] = place.line
            return nil
        }
        let all = second.isEmpty ? equal.map { (.duplicateKey($0.key, firstLine: $0.place.line), $0.place) } : second
        throw Findings(all: all)
    }

    private enum Refusal: Error {
        case equalKeys(String, first: Mark)
        case findings(Findings)
    }

    private func composeOnce() throws(Refusal) -> (pairs: [(key: Node, value: Node)], start: Mark?) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let node: Node?
        do {
            // The basic resolver takes all words for texts: what is a number is decided by the key.
            node = try Yams.compose(yaml: String(text), .basic, .default, .utf8)
        } catch let error as YamlError {
            throw refusal(error)
        } catch {
            throw .findings(Findings(all: [(.notYAML("\(error)"), .start)]))
        }
        guard let node, case .mapping(let mapping) = node else {
            throw .findings(Findings(all: [(.notAMapping, place(of: node?.mark))]))
        }
        return (mapping.map { ($0.key, $0.value) }, mapping.mark)
    }

    private func refusal(_ error: YamlError) -> Refusal {
        switch error {
        case .duplicatedKeysInMapping(let duplicates, let context):
            return .equalKeys(duplicates.first ?? "", first: context.mark)
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
            let place = place(of: mark)
            let isTab = scalar(at: mark) == "\t"
            return .findings(Findings(all: [(isTab ? .tab : .notYAML(problem), place)]))
        case .composer(_, _, let mark, _):
            // Without aliases the composer knows one error only.
            return .findings(Findings(all: [(.severalDocuments, place(of: mark))]))
        case .reader(let problem, let offset, _, _):
            let origin = offset.flatMap { $0 < origins.count ? origins[$0] : nil }
            return .findings(Findings(all: [(.notYAML(problem), source.place(at: origin ?? 0))]))
        default:
            return .findings(Findings(all: [(.notYAML("\(error)"), .start)]))
        }
    }

    /// Puts a mark into a key so that it is another word: before it, or behind its quotation mark.
    private mutating func insert(_ mark: Unicode.Scalar, at key: Int) {
        let isQuoted = key < scalars.count && (scalars[key] == "\"" || scalars[key] == "'")
        let place = min(isQuoted ? key + 1 : key, scalars.count)
        scalars.insert(mark, at: place)
        origins.insert(place < origins.count ? origins[place] : source.scalars.count, at: place)
        findLines()
    }

    // MARK: - The way back

    /// Returns a text of the parser as it stands in the file.
    func original(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == asterisk { result.append("*") } else if !marks.contains(scalar) { result.append(scalar) }
        }
        return String(result)
    }

    /// Returns the place in the file; the parser's marks may lie behind the last character.
    func place(of mark: Mark?) -> BoardSource.Place {
        guard let mark else { return .start }
        let offset = offset(of: mark)
        return source.place(at: offset < origins.count ? origins[offset] : source.scalars.count)
    }

    /// Whether something is a word without quotation marks, on one line or folded over several.
    func isPlain(_ node: Node) -> Bool {
        if case .scalar(let scalar) = node { scalar.style == .plain } else { false }
    }

    /// What YAML has and board files do without, where it begins something.
    func feature(at mark: Mark?) -> BoardProblem.Feature? {
        switch mark.flatMap(scalar) {
        case "&": .anchor
        case "!": .tag
        case asterisk: .alias
        default: nil
        }
    }

    private func scalar(at mark: Mark) -> Unicode.Scalar? {
        let offset = offset(of: mark)
        return offset < scalars.count ? scalars[offset] : nil
    }

    private func offset(of mark: Mark) -> Int {
        guard mark.line >= 1, mark.line <= lineStarts.count else { return scalars.count }
        return min(lineStarts[mark.line - 1] + max(0, mark.column - 1), scalars.count)
    }

    private mutating func findLines() {
        lineStarts = [0]
        for index in scalars.indices {
            switch scalars[index] {
            case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n": continue
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": lineStarts.append(index + 1)
            default: continue
            }
        }
    }
}
