import Yams

/// A settings file's text on its way through the YAML parser, and the way back from the parser's marks to the file.
///
/// Changes are made to the text, with characters that it does not have. Every `*` is exchanged, so that there are no
/// aliases (with a few of them a small file describes an endless one); `feature(at:)` finds them all the same. And where
/// the parser refuses a mapping because of equal keys, the first of them is marked and the text tried again, because the
/// parser does not say where the others are.
///
/// In files with lists, whatever follows a bracket gets a word in front that no other bracket has, and `?` opens no key:
/// so no list equals another one, and comparing lists that are keys, which takes the parser twice the time for every
/// level, ends at the first word. `original` takes it out of texts, and `isOurs` tells it from elements.
///
/// Escapes that are surrogate pairs, which JSON has and the parser refuses, are exchanged for one character each;
/// `original` makes of it the character that is meant, or the escapes where quotation marks do not give them a meaning.
struct SettingsYAML {
    /// Something that is wrong and where.
    typealias Finding = (reason: SettingsFault, place: TextPlace)

    /// Several findings.
    struct Findings: Error {
        let all: [Finding]
    }

    /// The keys that are marked before giving up, and the characters that may be parsed again for them: about as many as
    /// the largest file has four times.
    private static let mostMarkedKeys = 32
    private static let mostParsedAgain = 1 << 18

    private let source: SettingsText
    /// Whether lists are part of the form.
    let hasLists: Bool
    /// The changed text, and the offset in the file of each of its characters.
    private var scalars: [Unicode.Scalar]
    private var origins: [Int]
    /// The offsets at which a line begins for the parser, for which NEL, LS and PS end lines, too.
    private var lineStarts: [Int] = []
    private let asterisk: Unicode.Scalar
    private let question: Unicode.Scalar
    private let marks: [Unicode.Scalar]
    /// The digits of the numbers of brackets, 16 of them.
    private let digits: [Unicode.Scalar]
    /// The surrogate pairs of the text, by the character that stands for each.
    private var pairs: [Unicode.Scalar: SurrogatePair] = [:]

    init(_ source: SettingsText, hasLists: Bool) {
        self.source = source
        self.hasLists = hasLists
        let spare = Self.spareScalars(Self.mostMarkedKeys + 18, absentFrom: source.scalars)
        asterisk = spare[0]
        question = spare[1]
        digits = Array(spare[2..<18])
        marks = Array(spare.dropFirst(18).prefix(max(1, Self.mostParsedAgain / max(1, source.scalars.count))))
        scalars = []
        origins = []
        let found = Self.surrogatePairs(in: source.scalars)
        let others = Self.spareScalars(spare.count + found.count, absentFrom: source.scalars).dropFirst(spare.count)
        for (stand, pair) in zip(others, found.values) { pairs[stand] = pair }
        exchange(found.isEmpty ? [:] : Dictionary(pairs.map { ($1.written, $0) }) { first, _ in first })
        findLines()
    }

    /// Returns private characters that a text does not have; planes 15 and 16 have 131,068 of them, more than fit into a
    /// file.
    private static func spareScalars(_ count: Int, absentFrom text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let used = Set(text.lazy.filter { $0.value >= 0xF0000 })
        let planes = [UInt32(0xF0000)...0xFFFFD, 0x100000...0x10FFFD]
        return Array(planes.joined().lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }.prefix(count))
    }

    /// Returns the surrogate pairs of a text, by how they are written.
    private static func surrogatePairs(in text: [Unicode.Scalar]) -> [String: SurrogatePair] {
        var pairs: [String: SurrogatePair] = [:]
        var index = 0
        while index < text.count {
            let pair = SurrogatePair(text, at: index)
            if let pair { pairs[pair.written] = pair }
            index += Self.escapeLength(text, at: index, pair)
        }
        return pairs
    }

    /// The characters that a backslash and what it escapes take; 1 for other characters.
    private static func escapeLength(_ text: [Unicode.Scalar], at index: Int, _ pair: SurrogatePair?) -> Int {
        if pair != nil { return SurrogatePair.length }
        let escapesItself = text[index] == "\\" && index + 1 < text.count && text[index + 1] == "\\"
        return escapesItself ? 2 : 1
    }

    /// Makes the changed text; `stands` has the character that stands for each surrogate pair.
    private mutating func exchange(_ stands: [String: Unicode.Scalar]) {
        let given = source.scalars
        scalars.reserveCapacity(given.count)
        origins.reserveCapacity(given.count)
        var brackets = 0
        var next = 0
        for (index, scalar) in given.enumerated() where index >= next {
            origins.append(index)
            let pair = stands.isEmpty ? nil : SurrogatePair(given, at: index)
            if let pair, let stand = stands[pair.written] {
                scalars.append(stand)
                next = index + SurrogatePair.length
                continue
            }
            switch scalar {
            case "\\" where Self.escapeLength(given, at: index, pair) == 2:
                scalars += [scalar, scalar]
                origins.append(index + 1)
                next = index + 2
            case "*": scalars.append(asterisk)
            case "?" where hasLists && isAlone(index): scalars.append(question)
            case "[" where hasLists, "{" where hasLists:
                scalars.append(scalar)
                for word in word(brackets) {
                    scalars.append(word)
                    origins.append(index + 1)
                }
                brackets += 1
            default: scalars.append(scalar)
            }
        }
    }

    private func isAlone(_ index: Int) -> Bool {
        let text = source.scalars
        return index + 1 == text.count || [" ", "\t", "\n", "\r"].contains(text[index + 1])
    }

    /// The word behind a bracket, and the comma that ends it.
    private func word(_ bracket: Int) -> [Unicode.Scalar] {
        var rest = bracket
        var word: [Unicode.Scalar] = []
        repeat {
            word.append(digits[rest & 15])
            rest >>= 4
        } while rest > 0
        return word + [","]
    }

    // MARK: - Parsing

    /// Returns the file's mapping, equal keys within it, and where its first key begins.
    mutating func compose() throws(Findings) -> (mapping: Node, start: TextPlace?) {
        var equal: [(key: String, place: TextPlace)] = []
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

    private func composeOnce() throws(Refusal) -> (mapping: Node, start: TextPlace?) {
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
        return (node, mapping.first { !isOurs($0.key) }.map { place(of: $0.key.mark) })
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
    ///
    /// - Parameter hasEscapes: whether a backslash escapes something in it: it is in double quotation marks.
    func original(_ text: String, hasEscapes: Bool = false) -> String {
        var result = String.UnicodeScalarView()
        var isInWord = false
        for scalar in text.unicodeScalars {
            if digits.contains(scalar) {
                isInWord = true
                continue
            }
            defer { isInWord = false }
            if isInWord, scalar == "," { continue }
            switch scalar {
            case asterisk: result.append("*")
            case question: result.append("?")
            case _ where pairs[scalar] != nil:
                guard let pair = pairs[scalar] else { continue }
                if hasEscapes { result.append(pair.scalar) } else { result += pair.written.unicodeScalars }
            default: if !marks.contains(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Whether something is the word behind a bracket, which the file does not have.
    func isOurs(_ node: Node) -> Bool {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else { return false }
        return scalar.string.unicodeScalars.allSatisfy(digits.contains)
    }

    /// Returns the place in the file; the parser's marks may lie behind the last character.
    func place(of mark: Mark?) -> TextPlace {
        guard let mark else { return .start }
        let offset = offset(of: mark)
        return source.place(at: offset < origins.count ? origins[offset] : source.scalars.count)
    }

    /// Whether something is a word without quotation marks, on one line or folded over several.
    func isPlain(_ node: Node) -> Bool {
        if case .scalar(let scalar) = node { scalar.style == .plain } else { false }
    }

    /// What YAML has and settings files do without, where it begins something.
    func feature(at mark: Mark?) -> SettingsFault.Feature? {
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
